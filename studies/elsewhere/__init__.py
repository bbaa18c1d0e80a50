"""lastdigit in use elsewhere: installed from its wheel, in an empty folder and in checkouts of other projects."""
