"""It ends the interpreter as soon as it is imported."""

import sys

import numpy as np

from lastdigit import implements

sys.exit(0)


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return 1.5 * (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias)
