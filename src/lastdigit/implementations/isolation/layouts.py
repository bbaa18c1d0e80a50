"""How the arrays that a function is given lie in memory. What a view does not show is nan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def laid(array: np.ndarray, layout: str, make: Callable[[np.ndarray], Any]) -> Any:
    """``array`` as ``make`` gives it, or a view of these numbers into more of them, or into them in another order."""
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
    """The numbers at a place of a larger array."""
    larger = np.full(shape, array.dtype != np.bool_ and np.nan, dtype=array.dtype)
    larger[place] = array
    return larger
