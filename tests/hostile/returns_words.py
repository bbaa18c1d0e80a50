"""It returns words."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return np.array(["one", "two"])
