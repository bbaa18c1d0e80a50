"""Memory layouts of a function's arguments. Numbers outside a view are nan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def laid(array: np.ndarray, layout: str, make: Callable[[np.ndarray], Any]) -> Any:
    """``array`` as made by ``make``, or as a view into a larger or reordered array."""
    if not array.ndim or not layout or layout == "contiguous":
        return make(array.copy())
    if layout == "strided":
        return make(_between(array, (*array.shape[:-1], 2 * array.shape[-1]), np.s_[..., ::2]))[..., ::2]
    if layout == "shifted":
        return make(_between(array, (array.shape[0] + 1, *array.shape[1:]), np.s_[1:]))[1:]
    if array.ndim < 2:
        return make(array.copy())
    return make(np.swapaxes(array, -1, -2).copy()).mT


def _between(array: np.ndarray, shape: tuple[int, ...], place: Any) -> np.ndarray:
    """Embed the numbers in a larger array."""
    larger = np.full(shape, array.dtype != np.bool_ and np.nan, dtype=array.dtype)
    larger[place] = array
    return larger
