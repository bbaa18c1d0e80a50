"""Comparisons of arrays of any engine, and choices by them: yes, no, or unknown, where an interval straddles."""

from __future__ import annotations

from typing import Any

import numpy as np


def greater(x: Any, y: Any) -> Any:
    """Where x > y, for :func:`where`: booleans of NumPy's arrays, else an engine's own answer of three values."""
    if isinstance(x, np.ndarray | np.generic):
        return x > y
    return x.__array_namespace__().compared(x, y, strict=True)


def greater_equal(x: Any, y: Any) -> Any:
    """Where x ≥ y."""
    if isinstance(x, np.ndarray | np.generic):
        return x >= y
    return x.__array_namespace__().compared(x, y, strict=False)


def less(x: Any, y: Any) -> Any:
    """Where x < y."""
    return greater(-x, -y)


def less_equal(x: Any, y: Any) -> Any:
    """Where x ≤ y."""
    return greater_equal(-x, -y)


def where(condition: Any, x: Any, y: Any) -> Any:
    """x where a condition holds, y where it does not, and what contains both where that is unknown."""
    if isinstance(condition, np.ndarray | np.generic | bool):
        return x.__array_namespace__().where(condition, x, y)
    return x.__array_namespace__().choose(condition, x, y)
