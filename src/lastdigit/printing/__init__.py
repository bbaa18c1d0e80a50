"""How numbers are printed: the grammar of tokens and arrays, and the intervals of reals that they stand for."""
