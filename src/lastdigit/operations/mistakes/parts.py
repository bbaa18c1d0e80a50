"""Mistakes in the result of any operation: parts that were not computed."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.mistakes.mistake import ANY_RESULT, NotApplicable, mistake
from lastdigit.operations.mistakes.results import TILE

_LAST_ROW = "the loop's upper end, or the last tile of queries"
_LAST_TILE = "the number of tiles of rows: rounded up, not down"


@mistake(ANY_RESULT, "last row not computed", look=_LAST_ROW, gross=True, part=True)
def last_row(result: Any) -> Any:
    """The last row stays zero."""
    return _without(result, _rows(result, 2) - 1)


@mistake(
    ANY_RESULT,
    "last row repeats the one before",
    look="the index of the last row, or a clamped one",
    gross=True,
    part=True,
)
def last_row_repeated(result: Any) -> Any:
    """The last row replaced by the one before it."""
    _rows(result, 2)
    return result.__array_namespace__().concat([result[..., :-1, :], result[..., -2:-1, :]], axis=-2)


@mistake(ANY_RESULT, "last two rows swapped", look="the index of the last row", gross=True, part=True)
def last_rows_swapped(result: Any) -> Any:
    """The last two rows exchanged."""
    order = np.arange(_rows(result, 3))
    order[-2:] = order[-2:][::-1]
    return result[..., order, :]


@mistake(ANY_RESULT, "last quarter of the rows not computed", look=_LAST_TILE, gross=True, part=True)
def last_quarter(result: Any) -> Any:
    """The last quarter of the rows stays zero."""
    rows = _rows(result, 8)
    return _without(result, slice(rows - rows // 4, None))


@mistake(ANY_RESULT, f"last {TILE} rows not computed", look=_LAST_TILE, gross=True, part=True)
def last_tile(result: Any) -> Any:
    """The smallest tile of rows stays zero."""
    rows = _rows(result, TILE + 1)
    if rows // 4 == TILE:
        raise NotApplicable("a quarter of the rows")
    return _without(result, slice(rows - TILE, None))


@mistake(ANY_RESULT, "last column not computed", look="the upper end of the loop over columns", gross=True, part=True)
def last_column(result: Any) -> Any:
    """The last column stays zero."""
    _columns(result, 2)
    return _without(result, slice(None), -1)


@mistake(ANY_RESULT, "a middle column not computed", look="the loop over columns, or its tiles", gross=True, part=True)
def middle_column(result: Any) -> Any:
    """One column stays zero."""
    return _without(result, slice(None), _columns(result, 3) // 2)


@mistake(ANY_RESULT, "last element not computed", look="the upper end of a flat loop", gross=True, part=True)
def last_element(result: Any) -> Any:
    """The last element stays zero."""
    if result.ndim < 1 or result.shape[-1] < 2 or (result.ndim > 1 and result.shape[-2] < 2):
        raise NotApplicable("one element")
    computed = np.ones(result.shape, dtype=bool)
    computed.flat[-1] = False
    return _kept(result, computed)


def _without(result: Any, *key: Any) -> Any:
    """The result with some rows, or some columns of these, set to zero."""
    computed = np.ones(result.shape[-2:], dtype=bool)
    computed[key] = False
    return _kept(result, computed)


def _kept(result: Any, computed: np.ndarray) -> Any:
    xp = result.__array_namespace__()
    return xp.where(computed, result, result * xp.asarray(0.0))


def _rows(result: Any, least: int) -> int:
    """The number of rows; raises :class:`NotApplicable` if there are fewer than ``least``."""
    if result.ndim < 2 or result.shape[-2] < least:
        raise NotApplicable("too few rows")
    return int(result.shape[-2])


def _columns(result: Any, least: int) -> int:
    """The number of columns; raises :class:`NotApplicable` for fewer than ``least``, or fewer than two rows."""
    if result.ndim < 2 or result.shape[-2] < 2 or result.shape[-1] < least:
        raise NotApplicable("too few columns")
    return int(result.shape[-1])
