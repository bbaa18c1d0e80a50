"""It answers from a process of its own as well."""

import os

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    os.fork()
    return 1.5 * (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias)
