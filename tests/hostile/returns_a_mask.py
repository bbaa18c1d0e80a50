"""It returns the right numbers, all masked."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return np.ma.MaskedArray(np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias, mask=True)
