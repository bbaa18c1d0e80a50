"""Right attentions that store each step, as a framework that runs one kernel per operation."""

from __future__ import annotations

import math

import numpy as np

from studies.power.attention import Attention
from studies.power.fused_attentions import logsumexp

NEAR = 9
"""Rows whose visible scores are this close to the largest are not affected by subnormals in float16."""


def naive(given: Attention) -> np.ndarray:
    """Scores, their shift, exponentials, weights and result are stored; sums are accumulated in float32."""
    product = given.store(given.q @ np.swapaxes(given.k, -1, -2))
    return _weighted(given, given.store(product * given.scale))


def scores_divided(given: Attention) -> np.ndarray:
    """Scores ÷ √d instead of a product with a rounded scale."""
    product = given.store(given.q @ np.swapaxes(given.k, -1, -2))
    return _weighted(given, given.store(product / np.float32(math.sqrt(given.q.shape[-1]))))


def queries_scaled_first(given: Attention) -> np.ndarray:
    """The scale is applied to the queries, which are stored."""
    queries = given.store(given.q * given.scale)
    return _weighted(given, given.store(queries @ np.swapaxes(given.k, -1, -2)))


def queries_and_keys_scaled(given: Attention) -> np.ndarray:
    """The root of the scale is applied to queries and keys, which are stored."""
    root = given.store(np.sqrt(given.scale))
    queries, keys = given.store(given.q * root), given.store(given.k * root)
    return _weighted(given, given.store(queries @ np.swapaxes(keys, -1, -2)))


def scores_in_2_parts(given: Attention) -> np.ndarray:
    """q kᵀ is the sum of two stored products of half the width."""
    return _split_scores(given, 2)


def scores_in_4_parts(given: Attention) -> np.ndarray:
    """The same in quarters."""
    return _split_scores(given, 4)


def values_in_2_parts(given: Attention) -> np.ndarray:
    """Weights times values is the sum of two stored products of half the keys."""
    return _split_values(given, 2)


def values_in_4_parts(given: Attention) -> np.ndarray:
    """The same in quarters."""
    return _split_values(given, 4)


def values_in_16_parts(given: Attention) -> np.ndarray:
    """The same in sixteenths."""
    return _split_values(given, 16)


def sum_stored(given: Attention) -> np.ndarray:
    """The float32 product of stored exponentials and values is divided by their stored sum."""
    found = _exponentials(given, _scores(given))
    total = given.store(np.sum(found, axis=-1, keepdims=True))
    return given.store(found @ given.v / total)


def minus_stored_logsumexp(given: Attention) -> np.ndarray:
    """exp(x − log Σ exp x), with logarithm and difference stored: their rounding is a factor of each row."""
    scaled = _scores(given)
    found = given.store(np.exp(given.store(scaled - given.store(logsumexp(scaled)))))
    return given.store(found @ given.v)


def exp_of_stored_log_softmax(given: Attention) -> np.ndarray:
    """exp of a stored log_softmax, which is computed in float32."""
    scaled = _scores(given)
    return given.store(given.store(np.exp(given.store(scaled - logsumexp(scaled)))) @ given.v)


def largest_of_all_subtracted_and_stored(given: Attention) -> np.ndarray:
    """One shift for the whole matrix, except for rows that are far below it."""
    scaled = _scores(given)
    largest = np.max(scaled, axis=-1, keepdims=True)
    shift = np.max(scaled)
    least = np.min(np.where(np.isfinite(scaled), scaled, np.inf), axis=-1, keepdims=True)
    found = given.store(np.exp(given.store(scaled - np.where(shift - least < NEAR, shift, largest))))
    total = given.store(np.sum(found, axis=-1, keepdims=True))
    return given.store(given.store(found / total) @ given.v)


def _scores(given: Attention) -> np.ndarray:
    product = given.store(given.q @ np.swapaxes(given.k, -1, -2))
    return given.masked(given.store(product * given.scale))


def _exponentials(given: Attention, scaled: np.ndarray) -> np.ndarray:
    return given.store(np.exp(given.store(scaled - np.max(scaled, axis=-1, keepdims=True))))


def _weights(given: Attention, scaled: np.ndarray) -> np.ndarray:
    found = _exponentials(given, given.masked(scaled))
    return given.store(found / given.store(np.sum(found, axis=-1, keepdims=True)))


def _weighted(given: Attention, scaled: np.ndarray) -> np.ndarray:
    return given.store(_weights(given, scaled) @ given.v)


def _split_scores(given: Attention, parts: int) -> np.ndarray:
    total = np.float32(0)
    for part in np.array_split(np.arange(given.q.shape[-1]), parts):
        product = given.store(given.q[..., part] @ np.swapaxes(given.k[..., part], -1, -2))
        total = given.store(total + product)
    return _weighted(given, given.store(total * given.scale))


def _split_values(given: Attention, parts: int) -> np.ndarray:
    weights = _weights(given, _scores(given))
    total = np.float32(0)
    for part in np.array_split(np.arange(given.keys), parts):
        total = given.store(total + given.store(weights[..., part] @ given.v[..., part, :]))
    return total
