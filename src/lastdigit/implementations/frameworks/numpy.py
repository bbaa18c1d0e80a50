"""NumPy: arrays in and out. Adapters are the only place that names a framework's formats."""

from typing import Any

import numpy as np

DTYPES = ("float64", "float32")


def from_numpy(array: np.ndarray, dtype: str) -> np.ndarray:
    """A float64 array of representable values, in ``dtype``."""
    return array.astype(dtype)


def to_numpy(result: Any) -> tuple[np.ndarray, str]:
    """Convert any array, list or number; returns the name of its dtype too."""
    result = np.asarray(result)
    return result, result.dtype.name
