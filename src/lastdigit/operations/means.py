"""Means over the last axis: of numbers, and of squared differences."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.operation import operation


@operation
def mean(x: Any) -> Any:
    """Σ x ÷ n over the last axis: x (…, n) → (…). The mean of no numbers is undefined: 0 ÷ 0."""
    xp = x.__array_namespace__()
    if x.shape[-1] == 0:
        return xp.sum(x, axis=-1) / xp.asarray(0.0)
    return xp.mean(x, axis=-1)


@operation
def mean_squared_error(x: Any, y: Any) -> Any:
    """The mean of (x − y)² over the last axis: x (…, n), y (…, n) → (…)."""
    difference = x - y
    return mean(difference * difference)
