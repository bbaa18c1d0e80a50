"""It asks for more memory than there is."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return np.ones((1 << 20, 1 << 20))
