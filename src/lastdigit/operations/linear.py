"""Linear maps: the linear layer, the projection without bias, and the sum."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.operation import operation


@operation
def linear(x: Any, weight: Any, bias: Any = None) -> Any:
    """x Wᵀ + b: x (…, n), weight (m, n), bias (m,) → (…, m)."""
    product = x @ weight.mT
    return product if bias is None else product + bias


@operation
def projection(x: Any, weight: Any) -> Any:
    """x W: x (…, n), weight (n, m) → (…, m). Queries, keys and values in row convention."""
    return x @ weight


@operation
def total(x: Any) -> Any:
    """Sum over the last axis: x (…, n) → (…)."""
    return x.__array_namespace__().sum(x, axis=-1)
