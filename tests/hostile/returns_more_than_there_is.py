"""It returns an array of more numbers than there is memory for."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return np.broadcast_to(0.5, (1 << 40,))
