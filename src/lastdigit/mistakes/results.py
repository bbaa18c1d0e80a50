"""Mistakes that any operation can end in: results that were not computed."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.mistakes.mistake import ANY_RESULT, NotApplicable, mistake


@mistake(ANY_RESULT, "all zeros", look="whether the output buffer was ever written")
def zeros(result: Any) -> Any:
    """A buffer that was allocated and left."""
    return _nothing(result)


@mistake(ANY_RESULT, "last row not computed", look="the loop's upper end, or the last tile of queries")
def last_row(result: Any) -> Any:
    """All rows but the last, which stays zero."""
    if result.ndim < 2 or result.shape[-2] < 2:
        raise NotApplicable("fewer than two rows")
    xp = result.__array_namespace__()
    computed = np.arange(result.shape[-2])[:, np.newaxis] < result.shape[-2] - 1
    return xp.where(computed, result, _nothing(result))


@mistake(ANY_RESULT, "last row repeats the one before", look="the index of the last row, or a clamped one")
def last_row_repeated(result: Any) -> Any:
    """The last row but one, twice."""
    if result.ndim < 2 or result.shape[-2] < 2:
        raise NotApplicable("fewer than two rows")
    return result.__array_namespace__().concat([result[..., :-1, :], result[..., -2:-1, :]], axis=-2)


@mistake(ANY_RESULT, "first half of the rows computed twice", look="the offset of the second tile of queries")
def tile_repeated(result: Any) -> Any:
    """A tile's rows in the place of the next tile's."""
    if result.ndim < 2 or result.shape[-2] < 4 or result.shape[-2] % 2:
        raise NotApplicable("no two tiles")
    half = result[..., : result.shape[-2] // 2, :]
    return result.__array_namespace__().concat([half, half], axis=-2)


@mistake(ANY_RESULT, "every row the mean of all rows", look="a reduction over the rows that was broadcast back")
def mean_row(result: Any) -> Any:
    """Rows that are all alike."""
    if result.ndim < 2 or result.shape[-2] < 2:
        raise NotApplicable("fewer than two rows")
    return _nothing(result) + result.__array_namespace__().mean(result, axis=-2, keepdims=True)


@mistake(ANY_RESULT, "result transposed", look="the order of the last two axes")
def transposed(result: Any) -> Any:
    """Rows for columns, where the shape does not tell."""
    if result.ndim < 2 or result.shape[-1] != result.shape[-2]:
        raise NotApplicable("the shape tells")
    return result.mT


def _nothing(result: Any) -> Any:
    return result * result.__array_namespace__().asarray(0.0)
