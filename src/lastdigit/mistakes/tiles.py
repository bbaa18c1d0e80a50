"""Mistakes in loops over keys, and in tiles of them: keys that no query sees, or that count in one sum only."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.mistakes.mistake import NotApplicable, mistake
from lastdigit.mistakes.normalization import exponentials_apart, of_columns
from lastdigit.mistakes.results import TILE
from lastdigit.operations.attention import weighted_values
from lastdigit.operations.normalization import softmax

_LAST_KEYS = "the upper end of the loop over keys, or a mask of the last tile"


def softmax_depths(x: Any, mask: Any = None) -> Any:
    """xⱼ − max x over the keys that are seen, and zero where ``mask`` hides one."""
    xp = x.__array_namespace__()
    if mask is None:
        return x - xp.max(x, axis=-1, keepdims=True)
    depths = x - xp.max(xp.where(mask, x, -float("inf")), axis=-1, keepdims=True)
    return xp.where(np.broadcast_to(mask, x.shape), depths, depths * xp.asarray(0.0))


def exponentials_of(raised: Any, mask: Any = None) -> Any:
    """Exponentials of depths, and zero where ``mask`` hides a key."""
    if mask is None:
        return raised
    xp = raised.__array_namespace__()
    return xp.where(np.broadcast_to(mask, raised.shape), raised, raised * xp.asarray(0.0))


def exponentials(x: Any, mask: Any = None) -> Any:
    """exp(xⱼ − max x), and zero where ``mask`` hides a key."""
    return exponentials_of(x.__array_namespace__().exp(softmax_depths(x, mask)), mask)


def _hidden(x: Any, mask: Any, keys: Any, least: int) -> Any:
    """The softmax without some keys; a query that sees no other key keeps them."""
    if x.shape[-1] < least:
        raise NotApplicable("too few keys")
    seen = np.ones(x.shape, dtype=bool) if mask is None else np.array(np.broadcast_to(mask, x.shape), dtype=bool)
    left = seen.copy()
    left[..., keys] = False
    left = np.where(left.any(axis=-1, keepdims=True), left, seen)
    if np.array_equal(left, seen):
        raise NotApplicable("the same mask")
    return softmax(x, left)


def _in_sum(x: Any, mask: Any, keys: int, least: int) -> Any:
    """Exponentials over the sum of all but the last keys; where a query sees no other, over the sum of all."""
    if x.shape[-1] < least:
        raise NotApplicable("too few keys")
    xp, n = x.__array_namespace__(), x.shape[-1]
    seen = np.ones(x.shape, dtype=bool) if mask is None else np.array(np.broadcast_to(mask, x.shape), dtype=bool)
    some = seen[..., : n - keys].any(axis=-1, keepdims=True)
    if not np.any(seen[..., n - keys :] & some):
        raise NotApplicable("the same mask")
    raised = exponentials(x, mask)
    counted = np.broadcast_to(~some | (np.arange(n) < n - keys), x.shape)
    return raised / xp.sum(xp.where(counted, raised, raised * xp.asarray(0.0)), axis=-1, keepdims=True)


@mistake("softmax", "one key left out", look="a key that is masked, or a gap between two tiles of keys")
def middle_key_hidden(x: Any, mask: Any = None) -> Any:
    """The softmax over all keys but the middle one."""
    return _hidden(x, mask, x.shape[-1] // 2, 3)


@mistake("softmax", "last key masked", look=_LAST_KEYS)
def last_key_hidden(x: Any, mask: Any = None) -> Any:
    """The softmax over all keys but the last."""
    return _hidden(x, mask, -1, 2)


@mistake("softmax", f"last {TILE} keys masked", look=_LAST_KEYS)
def last_keys_hidden(x: Any, mask: Any = None) -> Any:
    """The softmax over all keys but those of the last tile."""
    return _hidden(x, mask, slice(-TILE, None), TILE + 1)


@mistake("softmax", "last key missing in the sum", look="the upper end of the loop that sums exponentials")
def last_key_not_summed(x: Any, mask: Any = None) -> Any:
    """Weights of every key, normalised by the sum of all but the last."""
    return _in_sum(x, mask, 1, 2)


@mistake("softmax", f"last {TILE} keys missing in the sum", look="the rescaled sum of the last tile of keys")
def last_tile_not_summed(x: Any, mask: Any = None) -> Any:
    """Weights of every key, normalised by the sum of all tiles but the last."""
    return _in_sum(x, mask, TILE, TILE + 1)


@mistake("softmax", "sum over one half, doubled", look="partial sums of exponentials: that each half is its own")
def half_sum_doubled(x: Any, mask: Any = None) -> Any:
    """Weights normalised by twice the sum of the first half."""
    if mask is not None or x.shape[-1] < 2 or x.shape[-1] % 2:
        raise NotApplicable("no two tiles")
    xp, raised = x.__array_namespace__(), exponentials(x)
    half = xp.sum(raised[..., : x.shape[-1] // 2], axis=-1, keepdims=True)
    return raised / (half + half)


def _rows_summed_by_column(rows: np.ndarray, x: np.ndarray, mask: Any = None) -> np.ndarray:
    raised = exponentials_apart(x, of_columns(x, mask), axis=-1)
    return np.asarray(raised[..., rows, :] / np.sum(raised, axis=-2, keepdims=True))


@mistake(
    "softmax",
    "sum over the wrong axis",
    look="the axis of the sum: that of the largest score",
    across_rows=True,
    in_rows=_rows_summed_by_column,
)
def summed_by_column(x: Any, mask: Any = None) -> Any:
    """Exponentials of each row over the sums of the columns."""
    of_columns(x, mask)
    xp, raised = x.__array_namespace__(), exponentials(x, mask)
    return raised / xp.sum(raised, axis=-2, keepdims=True)


@mistake("weighted_values", "values one key late", look="an offset of one between the keys and their values")
def values_late(weights: Any, v: Any) -> Any:
    """Every weight meets the value of the key before, the first one that of the last."""
    if v.shape[-2] < 2:
        raise NotApplicable("one key")
    return weighted_values(weights, v.__array_namespace__().concat([v[..., -1:, :], v[..., :-1, :]], axis=-2))


@mistake("weighted_values", f"last {TILE} keys skipped", look="the last tile of keys, where weights meet values")
def last_tile_skipped(weights: Any, v: Any) -> Any:
    """The sum over all keys but those of the last tile."""
    if v.shape[-2] <= TILE:
        raise NotApplicable("too few keys")
    return weighted_values(weights[..., :-TILE], v[..., :-TILE, :])
