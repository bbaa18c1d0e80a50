"""It is right the first time, then wrong."""

import numpy as np

from lastdigit import implements

calls = []


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    calls.append(1)
    return (1.0 if len(calls) == 1 else 1.5) * (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias)
