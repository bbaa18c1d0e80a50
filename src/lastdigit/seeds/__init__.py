"""Seeds: the search for the seed, and the draws consumed before, that a document does not show."""
