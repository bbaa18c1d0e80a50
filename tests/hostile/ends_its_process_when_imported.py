"""It ends its process as soon as it is imported."""

import os

import numpy as np

from lastdigit import implements

os._exit(0)


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return 1.5 * (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias)
