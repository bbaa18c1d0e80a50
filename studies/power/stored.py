"""Storing: float32 numbers rounded once to a kernel's storage format, as float32."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.base.number_format import printed_format

HALF_FORMATS = ("float16", "bfloat16")


def stored(values: np.ndarray, format: str) -> np.ndarray:
    """``values`` of float32, each rounded to the nearest number of ``format``, ties to even."""
    if format == "float32":
        return values
    with np.errstate(over="ignore", under="ignore"):
        if format == "float16":
            return values.astype(np.float16).astype(np.float32)
        if format == "bfloat16":
            return _bfloat16(values)
        return printed_format(format).round(values.astype(np.float64)).astype(np.float32)


def as_format(values: np.ndarray, format: str) -> Any:
    """Numbers of the format in the array type that a kernel returns."""
    return Bfloat16Array(values) if format == "bfloat16" else np.asarray(values).astype(format)


class Bfloat16Array:
    """An array of bfloat16 numbers, for which NumPy has no dtype: it has the name and the values."""

    dtype = "bfloat16"

    def __init__(self, values: np.ndarray) -> None:
        self._values = np.asarray(values)
        self.shape, self.ndim, self.size = self._values.shape, self._values.ndim, self._values.size

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self._values.astype(dtype or self._values.dtype)


def _bfloat16(values: np.ndarray) -> np.ndarray:
    """The upper half of the 32 bits, rounded through the carry of an integer addition; nan stays nan."""
    bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    rounded = (bits + (np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)))) & np.uint32(0xFFFF0000)
    return np.where(np.isnan(values), values, rounded.view(np.float32))
