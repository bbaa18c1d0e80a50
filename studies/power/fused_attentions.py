"""Right attentions with only weights and results stored in the format: fused, in tiles, in other orders."""

from __future__ import annotations

import math

import numpy as np

from studies.power.attention import Attention

LOG2_E = math.log2(math.e)
SAFE_EXPONENT = 60
"""exp of a number up to this, and sums of millions of these, do not overflow or underflow in float32."""


def scores(given: Attention) -> np.ndarray:
    """The scaled scores in float32, −∞ for hidden keys."""
    return given.masked(given.q @ np.swapaxes(given.k, -1, -2) * given.scale)


def exponentials(scaled: np.ndarray) -> np.ndarray:
    """exp of each score minus its row's largest."""
    return np.exp(scaled - np.max(scaled, axis=-1, keepdims=True))


def weights(given: Attention) -> np.ndarray:
    """The softmax in float32."""
    found = exponentials(scores(given))
    return found / np.sum(found, axis=-1, keepdims=True)


def fused(given: Attention) -> np.ndarray:
    """Weights are stored before the product with the values."""
    return given.store(given.store(weights(given)) @ given.v)


def fused_with_float32_weights(given: Attention) -> np.ndarray:
    """Only the result is stored."""
    return given.store(weights(given) @ given.v)


def normalised_after_the_values(given: Attention) -> np.ndarray:
    """The product of stored exponentials and values is divided by their sum."""
    found = exponentials(scores(given))
    return given.store(given.store(found) @ given.v / np.sum(found, axis=-1, keepdims=True))


def tiles_of_64_keys(given: Attention) -> np.ndarray:
    """FlashAttention's running maximum, sum and result."""
    return _online(given, 64)


def tiles_of_128_keys(given: Attention) -> np.ndarray:
    """The same in larger tiles."""
    return _online(given, 128)


def tiles_in_powers_of_two(given: Attention) -> np.ndarray:
    """The same with powers of two of scores whose scale includes log₂ e."""
    return _online(given, 64, base_2=True)


def keys_in_reverse_order(given: Attention) -> np.ndarray:
    """Every sum over keys runs from the last one to the first."""
    return fused(given.part(np.arange(given.keys)[::-1]))


def no_maximum_subtracted(given: Attention) -> np.ndarray:
    """exp of the unshifted scores, in the rows where float32 does not overflow or underflow."""
    scaled = scores(given)
    largest = np.max(scaled, axis=-1, keepdims=True)
    found = np.exp(scaled - np.where(np.abs(largest) < SAFE_EXPONENT, np.float32(0), largest))
    return given.store(given.store(found / np.sum(found, axis=-1, keepdims=True)) @ given.v)


def largest_of_all_subtracted(given: Attention) -> np.ndarray:
    """One shift for the whole matrix, except for rows whose exponentials would underflow."""
    scaled = scores(given)
    largest = np.max(scaled, axis=-1, keepdims=True)
    shift = np.max(scaled)
    found = np.exp(scaled - np.where(shift - largest < SAFE_EXPONENT, shift, largest))
    return given.store(given.store(found / np.sum(found, axis=-1, keepdims=True)) @ given.v)


def minus_logsumexp(given: Attention) -> np.ndarray:
    """exp(x − log Σ exp x), without normalising again."""
    scaled = scores(given)
    return given.store(given.store(np.exp(scaled - logsumexp(scaled))) @ given.v)


def exp_of_log_softmax(given: Attention) -> np.ndarray:
    """exp of ((x − max) − log Σ exp(x − max))."""
    scaled = scores(given)
    shifted = scaled - np.max(scaled, axis=-1, keepdims=True)
    logarithms = shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))
    return given.store(given.store(np.exp(logarithms)) @ given.v)


def logsumexp(scaled: np.ndarray) -> np.ndarray:
    """max + log Σ exp(x − max) of each row; −∞ if it sees no key."""
    largest = np.max(scaled, axis=-1, keepdims=True)
    shift = np.where(np.isfinite(largest), largest, np.float32(0))
    with np.errstate(divide="ignore"):
        return shift + np.log(np.sum(np.exp(scaled - shift), axis=-1, keepdims=True))


def _online(given: Attention, tile: int, *, base_2: bool = False) -> np.ndarray:
    scale = given.scale * np.float32(LOG2_E) if base_2 else given.scale
    power = np.exp2 if base_2 else np.exp
    largest = np.full((*given.q.shape[:-1], 1), -np.inf, dtype=np.float32)
    total, result = np.float32(0), np.float32(0)
    for start in range(0, given.keys, tile):
        keys = slice(start, start + tile)
        scaled = given.masked(given.q @ np.swapaxes(given.k[..., keys, :], -1, -2) * scale, keys)
        now = np.maximum(largest, np.max(scaled, axis=-1, keepdims=True))
        shift = np.where(np.isfinite(now), now, np.float32(0))
        found, kept = power(scaled - shift), power(largest - shift)
        total = total * kept + np.sum(found, axis=-1, keepdims=True)
        result = result * kept + given.store(found) @ given.v[..., keys, :]
        largest = now
    return given.store(result / total)
