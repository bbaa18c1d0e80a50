"""Means: NumPy's pairwise sum, divided by the count."""

import numpy as np

from lastdigit import implements


@implements("mean")
def mean(x):
    """x (…, n) → (…)."""
    return np.mean(x, axis=-1)


@implements("mean_squared_error")
def mean_squared_error(x, y):
    """x (…, n), y (…, n) → (…)."""
    return np.mean((x - y) ** 2, axis=-1)
