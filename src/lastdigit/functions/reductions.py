"""Reductions over one axis, several, or all, and functions composed of the array API's."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from lastdigit.functions.table import log

Dim = int | Sequence[int] | None


def axes_of(x: Any, dim: Dim) -> tuple[int, ...]:
    """The axes that ``dim`` names, counted from the front, in order; None for all of them."""
    named = range(x.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    for axis in named:
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"axis {axis} of an array of {x.ndim}")
    found = sorted({axis % x.ndim for axis in named})
    return tuple(found)


def over(reduce: Callable[[Any], Any], x: Any, dim: Dim, keepdim: bool = False) -> Any:
    """Apply a reduction of rows (…, n) → (…) over several axes together."""
    xp, axes = x.__array_namespace__(), axes_of(x, dim)
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    if axes != tuple(range(len(kept), x.ndim)):
        x = xp.permute_dims(x, (*kept, *axes))
    shape = x.shape
    outer = shape[: len(kept)]
    if len(axes) != 1:
        x = xp.reshape(x, (*outer, math.prod(shape[len(kept) :])))
    found = reduce(x)
    if not keepdim:
        return found
    extents = dict(zip(kept, outer, strict=True))
    return xp.reshape(found, tuple(extents.get(axis, 1) for axis in range(len(shape))))


def total(x: Any, dim: Dim = None, keepdim: bool = False) -> Any:
    """Σ x."""
    return over(lambda rows: rows.__array_namespace__().sum(rows, axis=-1), x, dim, keepdim)


def mean(x: Any, dim: Dim = None, keepdim: bool = False) -> Any:
    """Σ x ÷ n."""
    return over(lambda rows: rows.__array_namespace__().mean(rows, axis=-1), x, dim, keepdim)


def largest(x: Any, dim: Dim = None, keepdim: bool = False) -> Any:
    """max x."""
    return over(lambda rows: rows.__array_namespace__().max(rows, axis=-1), x, dim, keepdim)


def smallest(x: Any, dim: Dim = None, keepdim: bool = False) -> Any:
    """min x = −max(−x)."""
    return -largest(-x, dim, keepdim)


def var(x: Any, dim: Dim = None, keepdim: bool = False, *, correction: float = 1.0) -> Any:
    """Σ(x − mean)² ÷ (n − correction)."""
    xp = x.__array_namespace__()
    centred = x - mean(x, dim, True)
    n = math.prod(x.shape[axis] for axis in axes_of(x, dim))
    return total(centred * centred, dim, keepdim) / xp.asarray(float(n - correction))


def logsumexp(x: Any, dim: Dim = None, keepdim: bool = False) -> Any:
    """log Σ e^x, with the largest element subtracted first, which keeps exp from overflowing."""
    xp = x.__array_namespace__()
    most = largest(x, dim, True)
    found = log(total(xp.exp(x - most), dim, True)) + most
    if keepdim:
        return found
    axes = axes_of(x, dim)
    return xp.reshape(found, tuple(extent for axis, extent in enumerate(x.shape) if axis not in axes))


def plus(x: Any, y: Any) -> Any:
    """x + y, where one may be so small that the sum often rounds to the other: 1 + |x|, v + eps.

    That rounding is systematic, not random: its error is about the small term itself.
    """
    xp = x.__array_namespace__()
    return xp.plus(x, y) if hasattr(xp, "plus") else x + y


def minimum(x: Any, y: Any) -> Any:
    """The smaller of two elements."""
    return -x.__array_namespace__().maximum(-x, -y)


def clip(x: Any, low: float | None = None, high: float | None = None) -> Any:
    """Clip x to two bounds; None for no bound."""
    xp = x.__array_namespace__()
    x = x if low is None else xp.maximum(x, xp.asarray(low))
    return x if high is None else minimum(x, xp.asarray(high))
