"""Mistakes in the result of any operation: results that were not computed or are in the wrong place."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from lastdigit.operations.mistakes.mistake import ANY_INPUT, ANY_RESULT, NotApplicable, mistake

TILE = 16
"""Rows, keys or features that a kernel processes together: the smallest tile of common matrix units."""


@mistake(ANY_RESULT, "all zeros", look="whether the output buffer was ever written", gross=True)
def zeros(result: Any) -> Any:
    """A buffer that was allocated and never written."""
    return _nothing(result)


@mistake(ANY_RESULT, "every element the mean of all", look="a reduction over all axes", gross=True)
def constant(result: Any) -> Any:
    """One number everywhere."""
    if np.prod(result.shape) < 2:
        raise NotApplicable("one element")
    xp = result.__array_namespace__()
    return _nothing(result) + xp.mean(xp.reshape(result, (-1,)), axis=-1, keepdims=True)


@mistake(
    ANY_RESULT, "every row the mean of all rows", look="a reduction over the rows that was broadcast back", gross=True
)
def mean_row(result: Any) -> Any:
    """All rows replaced by their mean."""
    _rows(result, 2)
    return _nothing(result) + result.__array_namespace__().mean(result, axis=-2, keepdims=True)


@mistake(ANY_RESULT, "rows reversed", look="the direction of the loop over rows", gross=True)
def rows_reversed(result: Any) -> Any:
    """The rows in reverse order."""
    _rows(result, 2)
    return result[..., ::-1, :]


@mistake(ANY_RESULT, "every row the one before", look="a row that is written one step late, or read stale", gross=True)
def rows_late(result: Any) -> Any:
    """The rows shifted by one, the first one repeated."""
    _rows(result, 3)
    return result.__array_namespace__().concat([result[..., :1, :], result[..., :-1, :]], axis=-2)


@mistake(ANY_RESULT, "rows shuffled", look="the index of a row: which program computes which", gross=True)
def rows_shuffled(result: Any) -> Any:
    """The rows in another order."""
    return result[..., _order(_rows(result, 4)), :]


@mistake(
    ANY_RESULT, "first half of the rows computed twice", look="the offset of the second tile of queries", gross=True
)
def tile_repeated(result: Any) -> Any:
    """A tile's rows repeated in the next tile."""
    if result.ndim < 2 or result.shape[-2] < 4 or result.shape[-2] % 2:
        raise NotApplicable("no two tiles")
    half = result[..., : result.shape[-2] // 2, :]
    return result.__array_namespace__().concat([half, half], axis=-2)


@mistake(ANY_RESULT, "halves of the last axis swapped", look="the order in which two halves are joined", gross=True)
def halves_swapped(result: Any) -> Any:
    """The halves of every row exchanged."""
    if result.ndim < 1 or result.shape[-1] < 2 or result.shape[-1] % 2:
        raise NotApplicable("no two tiles")
    half = result.shape[-1] // 2
    return result.__array_namespace__().concat([result[..., half:], result[..., :half]], axis=-1)


@mistake(ANY_RESULT, "columns moved by one", look="an offset of one along the last axis", gross=True)
def columns_moved(result: Any) -> Any:
    """The columns shifted by one, cyclically."""
    if result.ndim < 1 or result.shape[-1] < 3:
        raise NotApplicable("fewer than three columns")
    return result.__array_namespace__().concat([result[..., -1:], result[..., :-1]], axis=-1)


@mistake(ANY_RESULT, "result transposed", look="the order of the last two axes")
def transposed(result: Any) -> Any:
    """The transpose, where it has the same shape."""
    if result.ndim < 2 or result.shape[-1] != result.shape[-2]:
        raise NotApplicable("the shape tells")
    return result.mT


@mistake(ANY_INPUT, "result of other inputs", look="the seed, or a buffer that holds another run's numbers", gross=True)
def other_draw(array: Any) -> Any:
    """The same numbers in another order, as if drawn with another seed."""
    size = int(np.prod(array.shape))
    if size < 3:
        return array
    xp = array.__array_namespace__()
    return xp.reshape(xp.reshape(array, (-1,))[_order(size)], array.shape)


def _rows(result: Any, least: int) -> int:
    """The number of rows; raises :class:`NotApplicable` if there are fewer than ``least``."""
    if result.ndim < 2 or result.shape[-2] < least:
        raise NotApplicable("too few rows")
    return int(result.shape[-2])


@lru_cache(maxsize=16)
def _order(size: int) -> np.ndarray:
    """A fixed permutation without fixed points: a single shuffled cycle."""
    cycle = np.random.RandomState(size).permutation(size)
    order = np.empty_like(cycle)
    order[cycle] = np.roll(cycle, 1)
    return order


def _nothing(result: Any) -> Any:
    return result * result.__array_namespace__().asarray(0.0)
