"""Rounding of arrays of any engine to a number format, as a mistake in a definition does it."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat


def rounded_to(x: Any, format: FloatFormat) -> Any:
    """x with every number rounded to the nearest of ``format``.

    Raises ValueError unless the numbers of an engine's array are exact and were given: which way a number is rounded
    that is computed, or lies in an interval, differs from one right computation to the next.
    """
    if isinstance(x, np.ndarray | np.generic):
        return format.round(np.asarray(x))
    return x.__array_namespace__().rounded_to(x, format)
