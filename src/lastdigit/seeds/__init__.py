"""Seeds: searches for the seed, and the number of preceding draws, that a document does not show."""
