"""Mistakes in loops over keys or tiles of keys: keys omitted from the softmax, or from its sum alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.operations.attention import weighted_values
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.mistakes.normalization import exponentials, of_columns
from lastdigit.operations.mistakes.results import TILE
from lastdigit.operations.mistakes.softmax_rows import SoftmaxRows, divided
from lastdigit.operations.normalization import softmax

_LAST_KEYS = "the upper end of the loop over keys, or a mask of the last tile"


@dataclass(frozen=True)
class Keys:
    """Keys that a mistake omits from a softmax, or from its sum, if there are at least ``least`` keys."""

    keys: Callable[[int], slice]
    least: int

    def left(self, x: Any, mask: Any) -> np.ndarray:
        """The mask of x (…, n, m) without these keys; a query that would see no other key keeps them."""
        if x.shape[-1] < self.least:
            raise NotApplicable("too few keys")
        seen = np.ones(x.shape, dtype=bool) if mask is None else np.array(np.broadcast_to(mask, x.shape), dtype=bool)
        left = seen.copy()
        left[..., self.keys(x.shape[-1])] = False
        left = np.where(left.any(axis=-1, keepdims=True), left, seen)
        if np.array_equal(left, seen):
            raise NotApplicable("the same mask")
        return left

    def hidden(self, of: SoftmaxRows) -> np.ndarray | None:
        """The rows of the softmax without these keys."""
        return of.among(self.left(of.some, of.mask_of_some))

    def not_summed(self, of: SoftmaxRows) -> np.ndarray | None:
        """The rows of the softmax with these keys omitted from the sum."""
        kept = np.sum(of.some * self.left(of.some, of.mask_of_some), axis=-1, keepdims=True)
        return divided(of.some, kept)


def _middle(n: int) -> slice:
    return slice(n // 2, n // 2 + 1)


def _last(n: int) -> slice:
    return slice(n - 1, n)


def _last_tile(n: int) -> slice:
    return slice(n - TILE, n)


MIDDLE, LAST, LAST_TILE = Keys(_middle, 3), Keys(_last, 2), Keys(_last_tile, TILE + 1)


@mistake(
    "softmax",
    "one key left out",
    look="a key that is masked, or a gap between two tiles of keys",
    in_rows=MIDDLE.hidden,
)
def middle_key_hidden(x: Any, mask: Any = None) -> Any:
    """The softmax over all keys but the middle one."""
    return softmax(x, MIDDLE.left(x, mask))


@mistake("softmax", "last key masked", look=_LAST_KEYS, in_rows=LAST.hidden)
def last_key_hidden(x: Any, mask: Any = None) -> Any:
    """The softmax over all keys but the last."""
    return softmax(x, LAST.left(x, mask))


@mistake("softmax", f"last {TILE} keys masked", look=_LAST_KEYS, in_rows=LAST_TILE.hidden)
def last_keys_hidden(x: Any, mask: Any = None) -> Any:
    """The softmax over all keys but those of the last tile."""
    return softmax(x, LAST_TILE.left(x, mask))


def _not_summed(x: Any, mask: Any, keys: Keys) -> Any:
    """Exponentials divided by the sum of those of all other keys."""
    left, xp, raised = keys.left(x, mask), x.__array_namespace__(), exponentials(x, mask)
    return raised / xp.sum(xp.where(left, raised, raised * xp.asarray(0.0)), axis=-1, keepdims=True)


@mistake(
    "softmax",
    "last key missing in the sum",
    look="the upper end of the loop that sums exponentials",
    in_rows=LAST.not_summed,
)
def last_key_not_summed(x: Any, mask: Any = None) -> Any:
    """Weights of every key, normalised by the sum over all but the last."""
    return _not_summed(x, mask, LAST)


@mistake(
    "softmax",
    f"last {TILE} keys missing in the sum",
    look="the rescaled sum of the last tile of keys",
    in_rows=LAST_TILE.not_summed,
)
def last_tile_not_summed(x: Any, mask: Any = None) -> Any:
    """Weights of every key, normalised by the sum over all tiles but the last."""
    return _not_summed(x, mask, LAST_TILE)


def _half(x: Any, mask: Any) -> int:
    """The number of keys in the first of two tiles."""
    if mask is not None or x.shape[-1] < 2 or x.shape[-1] % 2:
        raise NotApplicable("no two tiles")
    return int(x.shape[-1]) // 2


def _rows_of_half_sum(of: SoftmaxRows) -> np.ndarray | None:
    return divided(of.some, 2.0 * np.sum(of.some[..., : _half(of.some, of.mask)], axis=-1, keepdims=True))


@mistake(
    "softmax",
    "sum over one half, doubled",
    look="partial sums of exponentials: that each half is its own",
    in_rows=_rows_of_half_sum,
)
def half_sum_doubled(x: Any, mask: Any = None) -> Any:
    """Weights normalised by twice the sum over the first half of the keys."""
    keys, xp, raised = _half(x, mask), x.__array_namespace__(), exponentials(x)
    half = xp.sum(raised[..., :keys], axis=-1, keepdims=True)
    return raised / (half + half)


def _rows_summed_by_column(of: SoftmaxRows) -> np.ndarray | None:
    of_columns(of.scores, of.mask)
    return of.over_columns(1.0 / of.largest)


@mistake(
    "softmax",
    "sum over the wrong axis",
    look="the axis of the sum: that of the largest score",
    across_rows=True,
    in_rows=_rows_summed_by_column,
)
def summed_by_column(x: Any, mask: Any = None) -> Any:
    """Exponentials of each row divided by the sums of the columns."""
    of_columns(x, mask)
    xp, raised = x.__array_namespace__(), exponentials(x, mask)
    return raised / xp.sum(raised, axis=-2, keepdims=True)


@mistake("weighted_values", "values one key late", look="an offset of one between the keys and their values")
def values_late(weights: Any, v: Any) -> Any:
    """The values shifted by one key, cyclically."""
    if v.shape[-2] < 2:
        raise NotApplicable("one key")
    return weighted_values(weights, v.__array_namespace__().concat([v[..., -1:, :], v[..., :-1, :]], axis=-2))


@mistake("weighted_values", f"last {TILE} keys skipped", look="the last tile of keys, where weights meet values")
def last_tile_skipped(weights: Any, v: Any) -> Any:
    """The sum over all keys but those of the last tile."""
    if v.shape[-2] <= TILE:
        raise NotApplicable("too few keys")
    return weighted_values(weights[..., :-TILE], v[..., :-TILE, :])
