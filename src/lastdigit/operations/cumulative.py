"""Running sums and products along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import cumulative_prod, cumulative_sum
from lastdigit.operations.operation import operation


def along(x: Any, dim: int, key: slice) -> Any:
    """The slice ``key`` of one axis."""
    index: list[Any] = [slice(None)] * x.ndim
    index[dim] = key
    return x[tuple(index)]


@operation
def cumsum(input: Any, *, dim: int, exclusive: bool = False, reverse: bool = False, mask: Any = None) -> Any:
    """Σ of each element and all before it along an axis: input (…) → (…).

    ``exclusive``: without the element itself. ``reverse``: of all after it. ``mask``: booleans that broadcast to the
    input; elements where it is False count as 0.
    """
    xp = input.__array_namespace__()
    if mask is not None:
        input = xp.where(np.broadcast_to(np.asarray(mask, dtype=bool), input.shape), input, 0.0)
    if not input.shape[dim]:
        return input
    if reverse:
        return _flipped(cumsum(_flipped(input, dim), dim=dim, exclusive=exclusive), dim)
    found = cumulative_sum(input, axis=dim)
    if not exclusive:
        return found
    first = along(input, dim, slice(0, 1)) * xp.asarray(0.0)
    return xp.concat([first, along(found, dim, slice(None, -1))], axis=dim)


@operation
def cumprod(input: Any, *, dim: int) -> Any:
    """Π of each element and all before it along an axis: input (…) → (…)."""
    return cumulative_prod(input, axis=dim)


def _flipped(x: Any, dim: int) -> Any:
    return along(x, dim, slice(None, None, -1))
