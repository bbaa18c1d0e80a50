"""Mistakes in masks: which keys a query sees, and the scores or weights of masked keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lastdigit.operations.attention import attention_weights, scaled_attention_scores, seen_keys
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.normalization import softmax


def _hiding(mask: Any) -> np.ndarray:
    """The mask; raises :class:`NotApplicable` unless it hides something."""
    if mask is None or np.all(mask):
        raise NotApplicable("no mask")
    return np.asarray(mask, dtype=bool)


@mistake("softmax", "no mask", look="whether the mask reaches the softmax")
def no_mask(x: Any, mask: Any = None) -> Any:
    """Every key is seen."""
    _hiding(mask)
    return softmax(x)


@mistake("softmax", "mask after the softmax", look="masked weights set to zero, the rows not renormalised")
def mask_after(x: Any, mask: Any = None) -> Any:
    """The mask applied after the softmax, without renormalising."""
    seen, weights, xp = _hiding(mask), softmax(x), x.__array_namespace__()
    return xp.where(seen, weights, weights * xp.asarray(0.0))


@mistake("softmax", "masked scores set to zero", look="the masked value: −∞, not 0")
def zero_scores(x: Any, mask: Any = None) -> Any:
    """Masked scores are 0 instead of −∞, so exp gives 1."""
    seen, xp = _hiding(mask), x.__array_namespace__()
    return softmax(xp.where(seen, x, x * xp.asarray(0.0)))


@mistake("softmax", "masked scores set to −10", look="the masked value: −∞, or one that exp takes to zero")
def small_scores(x: Any, mask: Any = None) -> Any:
    """Masked scores are −10 instead of −∞, so exp is small but not zero."""
    seen, xp = _hiding(mask), x.__array_namespace__()
    return softmax(xp.where(seen, x, x * xp.asarray(0.0) + xp.asarray(-10.0)))


@mistake("softmax", "mask added to the scores as 0 and 1", look="the mask's dtype: booleans, or 0 and −∞ to be added")
def added_mask(x: Any, mask: Any = None) -> Any:
    """The mask added to the scores as 0 and 1, so every key is seen."""
    seen, xp = _hiding(mask), x.__array_namespace__()
    return softmax(xp.where(seen, x + xp.asarray(1.0), x))


def _masked(q: Any, k: Any, causal: bool, mask: Any, past: Callable[[np.ndarray], np.ndarray]) -> Any:
    if not causal:
        raise NotApplicable("no mask")
    scores = scaled_attention_scores(q, k)
    seen = past(np.ones(scores.shape[-2:], dtype=bool))
    return softmax(scores, seen if mask is None else seen & np.asarray(mask, dtype=bool))


@mistake("attention_weights", "causal mask lets the next token through", look="the diagonal: j ≤ i, not j ≤ i + 1")
def mask_one_late(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """j ≤ i + 1."""
    return _masked(q, k, causal, mask, lambda every: np.tril(every, 1))


@mistake("attention_weights", "causal mask hides the own token", look="the diagonal: j ≤ i, not j < i")
def mask_one_early(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """j < i, with −∞: the first query sees no key, and its weights are 0 ÷ 0."""
    if k.shape[-2] < 2:
        raise NotApplicable("one key")
    return _masked(q, k, causal, mask, lambda every: np.tril(every, -1))


@mistake(
    "attention_weights", "causal mask with finite scores hides the own token", look="the diagonal: j ≤ i, not j < i"
)
def mask_one_early_finite(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """j < i, with a large negative score: a query that sees no key gives all keys the same weight."""
    if not causal or k.shape[-2] < 2:
        raise NotApplicable("no mask" if not causal else "one key")
    scores, xp = scaled_attention_scores(q, k), q.__array_namespace__()
    past = np.tril(np.ones(scores.shape[-2:], dtype=bool), -1)
    seen = past if mask is None else past & np.asarray(mask, dtype=bool)
    blind = ~seen.any(axis=-1, keepdims=True)
    return softmax(xp.where(blind, scores * xp.asarray(0.0), scores), seen | blind)


LAST_ROWS = 4
"""The number of last rows with a wrong mask: at most n, and at most half of the rows."""


def _in_last_rows(rows: int) -> np.ndarray:
    """True in the last rows, of shape (rows, 1)."""
    return np.arange(rows)[:, np.newaxis] >= rows - min(LAST_ROWS, rows // 2)


def _if_changed(mask: np.ndarray, true: np.ndarray) -> np.ndarray:
    if np.array_equal(mask, true):
        raise NotApplicable("the same mask")
    return mask


@mistake(
    "softmax", "mask ignored in the last rows", look="whether the last tile of queries is masked", across_rows=True
)
def mask_ignored_last(x: Any, mask: Any = None) -> Any:
    """The last queries see every key."""
    if x.ndim < 2:
        raise NotApplicable("one row")
    seen = np.broadcast_to(_hiding(mask), x.shape)
    return softmax(x, _if_changed(seen | _in_last_rows(x.shape[-2]), seen))


@mistake(
    "attention_weights",
    "causal mask lets the next token through in the last rows",
    look="the offset of the last tile of queries in the mask",
)
def mask_one_late_last(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """j ≤ i + 1 for the last queries."""

    def past(every: np.ndarray) -> np.ndarray:
        true = np.tril(every)
        return _if_changed(np.where(_in_last_rows(len(every)), np.tril(every, 1), true), true)

    return _masked(q, k, causal, mask, past)


@mistake(
    "attention_weights",
    "causal mask aligned to the last key",
    look="which token the last query is: j ≤ i, or j ≤ i + m − n",
)
def mask_aligned_last(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """j ≤ i + m − n."""

    def past(every: np.ndarray) -> np.ndarray:
        n, m = every.shape
        return _if_changed(np.tril(every, m - n), np.tril(every))

    return _masked(q, k, causal, mask, past)


@mistake("attention_weights", "causal mask inverted", look="which side of the diagonal is kept")
def causal_inverted(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """j ≥ i."""
    return _masked(q, k, causal, mask, np.triu)


@mistake("attention_weights", "given mask inverted", look="what True means: a key that is seen, or one that is hidden")
def given_inverted(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """The given mask inverted."""
    if mask is None:
        raise NotApplicable("no mask")
    hidden = ~np.asarray(mask, dtype=bool)
    if not np.any(seen_keys((*q.shape[:-1], k.shape[-2]), causal, hidden)):
        raise NotApplicable("no key is left")
    return attention_weights(q, k, causal=causal, mask=hidden)


@mistake("attention_weights", "causal mask left out beside the given one", look="whether both masks are combined")
def causal_left_out(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """The given mask without the causal one."""
    if not causal or mask is None:
        raise NotApplicable("no mask")
    return attention_weights(q, k, mask=mask)


@mistake("attention_weights", "masked where it should not be", look="a causal mask that is on by default")
def masked_by_default(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """Query i sees keys 0 … i only."""
    if causal or q.ndim < 2:
        raise NotApplicable("masked already, or one query")
    return attention_weights(q, k, causal=True, mask=mask)
