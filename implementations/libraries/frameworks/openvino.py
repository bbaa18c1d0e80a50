"""OpenVINO: NumPy arrays in and out, with the half formats of ml_dtypes."""

from typing import Any

import ml_dtypes  # noqa: F401  # its formats get names in NumPy
import numpy as np

DTYPES = ("float32", "float16")
ACCUMULATION = {"float16": "float32", "bfloat16": "float32"}


def from_numpy(array: np.ndarray, dtype: str) -> np.ndarray:
    """A float64 array of representable values, in ``dtype``."""
    return array.astype(dtype)


def to_numpy(result: Any) -> tuple[np.ndarray, str]:
    """An array widened to float64, which changes no value, with the name of its dtype."""
    found = np.asarray(result)
    return found.astype(np.float64), found.dtype.name
