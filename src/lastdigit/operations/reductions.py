"""Reductions over one axis, several, or all: sums, means, extrema, norms, and indices of extrema."""

from __future__ import annotations

from typing import Any

from lastdigit.functions import argmax as argmax_function
from lastdigit.functions import argmin as argmin_function
from lastdigit.functions import cumulative_prod, largest, over, smallest
from lastdigit.functions import logsumexp as logsumexp_function
from lastdigit.operations.linear import total
from lastdigit.operations.means import mean
from lastdigit.operations.operation import operation

Dim = Any
"""An axis, several axes, or None for all."""


@operation
def sum(input: Any, *, dim: Dim = None, keepdim: bool = False) -> Any:
    """Σ x over the axes ``dim``, over all if None: input (…) → (…)."""
    return over(total, input, dim, keepdim)


@operation
def reduce_mean(input: Any, *, dim: Dim = None, keepdim: bool = False) -> Any:
    """Σ x ÷ n over the axes ``dim``, over all if None: input (…) → (…)."""
    return over(mean, input, dim, keepdim)


@operation
def amax(input: Any, *, dim: Dim = None, keepdim: bool = False) -> Any:
    """The largest element over the axes ``dim``, over all if None: input (…) → (…)."""
    return largest(input, dim, keepdim)


@operation
def amin(input: Any, *, dim: Dim = None, keepdim: bool = False) -> Any:
    """The smallest element over the axes ``dim``, over all if None: input (…) → (…)."""
    return smallest(input, dim, keepdim)


@operation
def prod(input: Any, *, dim: Dim = None, keepdim: bool = False) -> Any:
    """Π x over the axes ``dim``, over all if None: input (…) → (…)."""
    return over(lambda rows: cumulative_prod(rows, axis=-1)[..., -1], input, dim, keepdim)


@operation
def argmax(input: Any, *, dim: int | None = None, keepdim: bool = False) -> Any:
    """Index of the largest element along ``dim``, in the flat array if None: input (…) → (…); any of equal ones."""
    return over(lambda rows: argmax_function(rows, axis=-1), input, dim, keepdim)


@operation
def argmin(input: Any, *, dim: int | None = None, keepdim: bool = False) -> Any:
    """Index of the smallest element along ``dim``, in the flat array if None: input (…) → (…); any of equal ones."""
    return over(lambda rows: argmin_function(rows, axis=-1), input, dim, keepdim)


@operation
def variance(x: Any, *, correction: float = 1.0) -> Any:
    """Σ(x − mean)² ÷ (n − correction) over the last axis: x (…, n) → (…)."""
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    return total(centred * centred) / xp.asarray(float(x.shape[-1] - correction))


@operation
def var(input: Any, *, dim: Dim = None, correction: float = 1.0, keepdim: bool = False) -> Any:
    """Σ(x − mean)² ÷ (n − correction) over the axes ``dim``, over all if None: input (…) → (…)."""
    return over(lambda rows: variance(rows, correction=correction), input, dim, keepdim)


@operation
def std(input: Any, *, dim: Dim = None, correction: float = 1.0, keepdim: bool = False) -> Any:
    """√ of the variance: input (…) → (…)."""
    found = var(input, dim=dim, correction=correction, keepdim=keepdim)
    return found.__array_namespace__().sqrt(found)


@operation
def logsumexp(input: Any, *, dim: Dim = -1, keepdim: bool = False) -> Any:
    """log Σ e^x over the axes ``dim``: input (…) → (…)."""
    return logsumexp_function(input, dim, keepdim)


@operation
def vector_norm(input: Any, *, ord: float = 2.0, dim: Dim = None, keepdim: bool = False) -> Any:
    """(Σ |x|^p)^(1÷p) for p 1, 2 or ∞ over the axes ``dim``, over all if None: input (…) → (…)."""
    xp = input.__array_namespace__()
    if ord == 1.0:
        return over(total, xp.abs(input), dim, keepdim)
    if ord == float("inf"):
        return largest(xp.abs(input), dim, keepdim)
    if ord != 2.0:
        raise ValueError(f"ord is 1, 2 or inf, not {ord}")
    squares = over(total, input * input, dim, keepdim)
    return squares.__array_namespace__().sqrt(squares)
