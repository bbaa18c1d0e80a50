"""It returns nan everywhere."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return np.nan * (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias)
