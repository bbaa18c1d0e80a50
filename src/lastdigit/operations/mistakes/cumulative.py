"""Mistakes in running sums and products."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations import cumulative as known
from lastdigit.operations.mistakes.entries import Changed, cut, mistakes_of, need, times, wrong_axis
from lastdigit.operations.operation import find_operation


def _blocks(operation: Changed) -> Changed:
    """Each half of the axis separately, without a carry from one block to the next."""

    def changed(input: Any, *, dim: int, mask: Any = None, **given: Any) -> Any:
        need(mask is None, "masked")
        half = input.shape[dim] // 2
        need(half, "too few terms")
        parts = [operation(cut(input, dim, key), dim=dim, **given) for key in (slice(None, half), slice(half, None))]
        return input.__array_namespace__().concat(parts, axis=dim)

    return changed


def _moved(operation: Changed) -> Changed:
    """Every result shifted by one place, the first one repeated."""

    def changed(input: Any, *, dim: int, **given: Any) -> Any:
        found = operation(input, dim=dim, **given)
        need(found.shape[dim] > 1, "too few terms")
        parts = [cut(found, dim, slice(0, 1)), cut(found, dim, slice(None, -1))]
        return found.__array_namespace__().concat(parts, axis=dim)

    return changed


def _last_missing(operation: Changed) -> Changed:
    """The last element of the axis is omitted."""

    def changed(input: Any, *, dim: int, **given: Any) -> Any:
        found = operation(input, dim=dim, **given)
        need(found.shape[dim] > 1, "too few terms")
        xp = found.__array_namespace__()
        return xp.concat([cut(found, dim, slice(None, -1)), cut(found, dim, slice(-2, -1))], axis=dim)

    return changed


for _name, _words in (("cumsum", "running sum"), ("cumprod", "running product")):
    _operation = find_operation(_name).definition
    mistakes_of(
        _name,
        (f"{_words} along the wrong axis", "the axis", wrong_axis(_operation)),
        (f"{_words} not carried between blocks", "what one block hands to the next", _blocks(_operation)),
        (f"{_words} one place late", "inclusive or exclusive, and where it starts", _moved(_operation)),
        (f"{_words} without the last element", "the loop's upper end", _last_missing(_operation)),
        (f"{_words} left out", "whether the loop runs", lambda input, **given: times(input, 1.0)),
    )


def _flag(name: str) -> Changed:
    return lambda input, **given: known.cumsum(input, **{**given, name: not given.get(name, False)})


def _without_mask(input: Any, *, mask: Any = None, **given: Any) -> Any:
    need(mask is not None, "no mask")
    return known.cumsum(input, **given)


def _other_mask(input: Any, *, mask: Any = None, **given: Any) -> Any:
    need(mask is not None, "no mask")
    return known.cumsum(input, mask=~np.asarray(mask, dtype=bool), **given)


mistakes_of(
    "cumsum",
    ("exclusive for inclusive, or the other way round", "whether an element counts itself", _flag("exclusive")),
    ("running sum from the other end", "the direction", _flag("reverse")),
    ("mask of the running sum left out", "the product with the mask", _without_mask),
    ("mask of the running sum turned round", "True: counts", _other_mask),
)
mistakes_of(
    "cumprod",
    ("running sum in place of the product", "which scan is meant", lambda input, *, dim: known.cumsum(input, dim=dim)),
)
