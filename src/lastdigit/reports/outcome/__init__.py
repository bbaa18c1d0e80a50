"""What came of a run, as every report says it: states, totals, causes, and the words for them."""
