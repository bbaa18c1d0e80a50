"""Rearranged elements: sorting, top-k, gathering, padding, table lookup."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import padded, take_along_axis
from lastdigit.functions import sort as sort_function
from lastdigit.operations.cumulative import along
from lastdigit.operations.operation import operation


@operation
def sort(input: Any, *, dim: int = -1, descending: bool = False) -> Any:
    """The elements along an axis in order: input (…) → (…)."""
    return sort_function(input, axis=dim, descending=descending)


@operation
def topk(input: Any, *, k: int, dim: int = -1, largest: bool = True) -> Any:
    """The k largest, or smallest, elements along an axis, the most extreme first: input (…) → (…)."""
    return along(sort(input, dim=dim, descending=largest), dim, slice(None, k))


@operation
def gather(input: Any, *, dim: int, index: Any) -> Any:
    """The elements at ``index`` along an axis: input (…) → the shape of index."""
    return take_along_axis(input, np.asarray(index).astype(np.int64), axis=dim)


@operation
def embedding(weight: Any, *, input: Any) -> Any:
    """Rows of a table by index: weight (n, d), input (…) → (…, d)."""
    return weight[np.asarray(input).astype(np.int64)]


@operation
def pad(input: Any, *, pad: Any, value: float = 0.0) -> Any:
    """``value`` added before and after the last axes, in pairs from the last axis on: input (…) → (…)."""
    pairs = [(int(pad[at]), int(pad[at + 1])) for at in range(0, len(pad), 2)]
    return padded(input, pairs[::-1], value)
