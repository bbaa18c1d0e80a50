"""Mistakes in attention: scores, scales, masks and the values that are weighted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lastdigit.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.attention import (
    attention_scores,
    attention_weights,
    dot_product_attention,
    scaled_attention_scores,
    scaled_dot_product_attention,
    weighted_values,
)
from lastdigit.operations.normalization import softmax


@mistake("scaled_attention_scores", "scores not scaled", look="the division by √d")
def not_scaled(q: Any, k: Any) -> Any:
    """q kᵀ."""
    return attention_scores(q, k)


@mistake("scaled_attention_scores", "scores divided by d", look="d in place of √d")
def scaled_by_width(q: Any, k: Any) -> Any:
    """q kᵀ ÷ d."""
    return attention_scores(q, k) / q.__array_namespace__().asarray(q.shape[-1])


@mistake("scaled_attention_scores", "scores scaled twice", look="a scale on the queries and another on the scores")
def scaled_twice(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √d ÷ √d."""
    xp = q.__array_namespace__()
    return scaled_attention_scores(q, k) / xp.sqrt(xp.asarray(q.shape[-1]))


@mistake("scaled_attention_scores", "scores multiplied by √d", look="a product in place of the division by √d")
def scaled_up(q: Any, k: Any) -> Any:
    """q kᵀ · √d."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) * xp.sqrt(xp.asarray(q.shape[-1]))


@mistake("scaled_attention_scores", "scale by the number of keys", look="the length of the sequence in place of d")
def scaled_by_keys(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √m."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) / xp.sqrt(xp.asarray(k.shape[-2]))


@mistake("attention_scores", "queries and keys swapped", look="k qᵀ in place of q kᵀ: scores transposed")
def swapped(q: Any, k: Any) -> Any:
    """k qᵀ."""
    if q.ndim < 2 or q.shape[-2] != k.shape[-2]:
        raise NotApplicable("the shape tells")
    return attention_scores(k, q)


@mistake("attention_scores", "scores scaled where they should not be", look="a division by √d")
def scaled(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √d."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) / xp.sqrt(xp.asarray(q.shape[-1]))


@mistake("attention_scores", "last feature left out of the dot products", look="the loop over features, or its tail")
def short_dot_product(q: Any, k: Any) -> Any:
    """The dot product of all features but the last."""
    if q.shape[-1] < 2:
        raise NotApplicable("one feature")
    return attention_scores(q[..., :-1], k[..., :-1])


@mistake(
    "weighted_values",
    "attention weights not transposed before the values",
    look="which axis of the weights meets the values: that of the keys",
)
def weights_untransposed(weights: Any, v: Any) -> Any:
    """weightsᵀ v."""
    if weights.ndim < 2 or weights.shape[-1] != weights.shape[-2]:
        raise NotApplicable("the shape tells")
    return weighted_values(weights.mT, v)


@mistake("weighted_values", "last key skipped", look="the loop over keys, or the last tile of keys")
def last_key_skipped(weights: Any, v: Any) -> Any:
    """The sum over all keys but the last."""
    if v.shape[-2] < 2:
        raise NotApplicable("one key")
    return weighted_values(weights[..., :-1], v[..., :-1, :])


@mistake("weighted_values", "values averaged without weights", look="whether the weights reach the values")
def uniform(weights: Any, v: Any) -> Any:
    """The mean of the values."""
    xp = v.__array_namespace__()
    even = weights * xp.asarray(0.0) + xp.asarray(1.0 / v.shape[-2])
    return weighted_values(even, v)


def _keys_and_values_swapped(attend: Any, q: Any, k: Any, v: Any, **parameters: Any) -> Any:
    if k.shape != v.shape:
        raise NotApplicable("the shape tells")
    return attend(q, v, k, **parameters)


@mistake("scaled_dot_product_attention", "keys and values swapped", look="the order of the arguments: q, k, v")
def keys_values_scaled(q: Any, k: Any, v: Any, **masks: Any) -> Any:
    """Attention to the values, of the keys."""
    return _keys_and_values_swapped(scaled_dot_product_attention, q, k, v, **masks)


@mistake("dot_product_attention", "keys and values swapped", look="the order of the arguments: q, k, v")
def keys_values(q: Any, k: Any, v: Any) -> Any:
    """Attention to the values, of the keys."""
    return _keys_and_values_swapped(dot_product_attention, q, k, v)


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


@mistake("attention_weights", "causal mask inverted", look="which side of the diagonal is kept")
def mask_inverted(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """j ≥ i."""
    return _masked(q, k, causal, mask, np.triu)


@mistake("attention_weights", "masked where it should not be", look="a causal mask that is on by default")
def masked_by_default(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """Query i sees keys 0 … i only."""
    if causal or q.ndim < 2:
        raise NotApplicable("masked already, or one query")
    return attention_weights(q, k, causal=True, mask=mask)
