"""Cumulative sums and products, sorting, and indices of extrema."""

from __future__ import annotations

from typing import Any

import numpy as np


def cumulative_sum(x: Any, *, axis: int) -> Any:
    """Cumulative sum along an axis."""
    return np.cumsum(x, axis=axis) if _is_plain(x) else x.__array_namespace__().cumulative_sum(x, axis=axis)


def cumulative_prod(x: Any, *, axis: int) -> Any:
    """Cumulative product along an axis."""
    return np.cumprod(x, axis=axis) if _is_plain(x) else x.__array_namespace__().cumulative_prod(x, axis=axis)


def sort(x: Any, *, axis: int = -1, descending: bool = False) -> Any:
    """Sort along an axis."""
    found = np.sort(x, axis=axis) if _is_plain(x) else x.__array_namespace__().sort(x, axis=axis)
    if not descending:
        return found
    key = [slice(None)] * x.ndim
    key[axis] = slice(None, None, -1)
    return found[tuple(key)]


def argmax(x: Any, *, axis: int) -> Any:
    """Index of the largest element along an axis; any of several candidates."""
    if _is_plain(x):
        return np.asarray(np.argmax(x, axis=axis), dtype=np.float64)
    return x.__array_namespace__().argmax(x, axis=axis)


def argmin(x: Any, *, axis: int) -> Any:
    """Index of the smallest element along an axis; any of several candidates."""
    return argmax(-x, axis=axis)


def _is_plain(x: Any) -> bool:
    return isinstance(x, np.ndarray | np.generic)
