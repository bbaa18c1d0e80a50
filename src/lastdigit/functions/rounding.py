"""Rounding of arrays of any engine to a number format, as some mistakes do."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat


def rounded_to(x: Any, format: FloatFormat) -> Any:
    """x with every number rounded to the nearest of ``format``.

    Raises ValueError unless the numbers of an engine's array are exact inputs: a computed or enclosed number may round
    either way in correct computations.
    """
    if isinstance(x, np.ndarray | np.generic):
        return format.round(np.asarray(x))
    return x.__array_namespace__().rounded_to(x, format)
