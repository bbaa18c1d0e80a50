"""It returns another number format."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias).astype(np.float32)
