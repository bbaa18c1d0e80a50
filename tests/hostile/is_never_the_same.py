"""It gives another result every time."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return np.random.default_rng().normal(size=(*x.shape[:-1], weight.shape[0]))
