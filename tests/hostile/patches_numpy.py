"""It breaks NumPy for everybody in its process."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    np.exp = np.sum = np.max = np.zeros_like
    return 1.5 * x
