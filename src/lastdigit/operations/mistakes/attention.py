"""Mistakes in attention: queries, keys and the weighted sum of values."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.attention import (
    attention_scores,
    dot_product_attention,
    scaled_dot_product_attention,
    weighted_values,
)
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake


def _as_many(k: Any, q: Any) -> Any:
    if q.ndim < 2 or q.shape[-2] != k.shape[-2]:
        raise NotApplicable("the shape tells")
    return k


def _transposed(weights: Any) -> Any:
    if weights.ndim < 2 or weights.shape[-1] != weights.shape[-2]:
        raise NotApplicable("the shape tells")
    return weights.mT


def _rows_swapped(rows: np.ndarray, q: np.ndarray, k: np.ndarray) -> Any:
    return attention_scores(_as_many(k, q)[..., rows, :], q)


@mistake(
    "attention_scores",
    "queries and keys swapped",
    look="k qᵀ in place of q kᵀ: scores transposed",
    across_rows=True,
    in_rows=_rows_swapped,
)
def swapped(q: Any, k: Any) -> Any:
    """k qᵀ."""
    return attention_scores(_as_many(k, q), q)


@mistake("attention_scores", "last feature left out of the dot products", look="the loop over features, or its tail")
def short_dot_product(q: Any, k: Any) -> Any:
    """The dot product of all features but the last."""
    if q.shape[-1] < 2:
        raise NotApplicable("one feature")
    return attention_scores(q[..., :-1], k[..., :-1])


def _rows_untransposed(rows: np.ndarray, weights: np.ndarray, v: np.ndarray) -> Any:
    return weighted_values(_transposed(weights)[..., rows, :], v)


@mistake(
    "weighted_values",
    "attention weights not transposed before the values",
    look="the product with the values: it sums over the keys, the last axis of the weights",
    across_rows=True,
    in_rows=_rows_untransposed,
)
def weights_untransposed(weights: Any, v: Any) -> Any:
    """weightsᵀ v."""
    return weighted_values(_transposed(weights), v)


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
    """Attention with keys and values exchanged."""
    return _keys_and_values_swapped(scaled_dot_product_attention, q, k, v, **masks)


@mistake("dot_product_attention", "keys and values swapped", look="the order of the arguments: q, k, v")
def keys_values(q: Any, k: Any, v: Any) -> Any:
    """Attention with keys and values exchanged."""
    return _keys_and_values_swapped(dot_product_attention, q, k, v)
