"""lastdigit as others use it: installed from its wheel, in an empty folder and in checkouts of other projects."""
