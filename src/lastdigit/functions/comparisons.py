"""Comparisons of arrays of any engine, and selection by them: true, false, or unknown if an interval straddles."""

from __future__ import annotations

from typing import Any

import numpy as np


def greater(x: Any, y: Any) -> Any:
    """x > y, for :func:`where`: booleans for NumPy arrays, else an engine's own three-valued answer."""
    if isinstance(x, np.ndarray | np.generic):
        return x > y
    return x.__array_namespace__().compared(x, y, strict=True)


def greater_equal(x: Any, y: Any) -> Any:
    """x ≥ y."""
    if isinstance(x, np.ndarray | np.generic):
        return x >= y
    return x.__array_namespace__().compared(x, y, strict=False)


def less(x: Any, y: Any) -> Any:
    """x < y."""
    return greater(-x, -y)


def less_equal(x: Any, y: Any) -> Any:
    """x ≤ y."""
    return greater_equal(-x, -y)


def where(condition: Any, x: Any, y: Any) -> Any:
    """x where a condition holds, y where it does not, and their hull where it is unknown; one may be a number."""
    namespaces = [one.__array_namespace__() for one in (x, y) if hasattr(one, "__array_namespace__")]
    xp = next((one for one in namespaces if one is not np), np)
    if isinstance(condition, np.ndarray | np.generic | bool):
        return xp.where(condition, x, y)
    return xp.choose(condition, x, y)
