"""Right attentions in parts: splits of the keys merged by log-sum-exp, and sums in other orders."""

from __future__ import annotations

import numpy as np

from studies.power.attention import Attention
from studies.power.fused_attentions import exponentials, logsumexp, scores, weights


def two_splits(given: Attention) -> np.ndarray:
    """Split-KV: two halves of the keys, merged in float32."""
    return _merged(given, 2)


def eight_splits(given: Attention) -> np.ndarray:
    """The same in eighths."""
    return _merged(given, 8)


def eight_stored_splits(given: Attention) -> np.ndarray:
    """The result of each eighth is stored in the format, its log-sum-exp is not."""
    return _merged(given, 8, results_stored=True)


def eight_splits_with_stored_logsumexp(given: Attention) -> np.ndarray:
    """Both are stored."""
    return _merged(given, 8, results_stored=True, logarithms_stored=True)


def sums_one_after_the_other(given: Attention) -> np.ndarray:
    """Every sum over keys, and over the width, is sequential."""
    product = np.float32(0)
    for column in range(given.q.shape[-1]):
        product = product + given.q[..., :, None, column] * given.k[..., None, :, column]
    found = exponentials(given.masked(product * given.scale))
    total, result = np.float32(0), np.float32(0)
    for key in range(given.keys):
        total = total + found[..., key, None]
        result = result + given.store(found[..., key, None]) * given.v[..., key, None, :]
    return given.store(result / total)


def sums_by_pairs(given: Attention) -> np.ndarray:
    """Products of sixteen keys are added in pairs, recursively."""
    return given.store(_by_pairs(_products(given, 16)))


def sums_by_blocks(given: Attention) -> np.ndarray:
    """Products of 32 keys are added sequentially."""
    return given.store(sum(_products(given, 32)))


def _products(given: Attention, tile: int) -> list[np.ndarray]:
    kept = given.store(weights(given))
    starts = range(0, given.keys, tile)
    return [kept[..., start : start + tile] @ given.v[..., start : start + tile, :] for start in starts]


def _by_pairs(terms: list[np.ndarray]) -> np.ndarray:
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    return _by_pairs(terms[:half]) + _by_pairs(terms[half:])


def _merged(
    given: Attention, splits: int, *, results_stored: bool = False, logarithms_stored: bool = False
) -> np.ndarray:
    results, logarithms = [], []
    for keys in np.array_split(np.arange(given.keys), splits):
        if not len(keys):
            continue
        part = given.part(keys)
        scaled = scores(part)
        logarithm = logsumexp(scaled)
        finite = np.where(np.isfinite(logarithm), logarithm, np.float32(0))
        # a split that sees no key has no weights and log-sum-exp −∞, so that it has no effect below
        largest = np.max(scaled, axis=-1, keepdims=True)
        found = np.exp(scaled - np.where(np.isfinite(largest), largest, np.float32(0)))
        total = np.sum(found, axis=-1, keepdims=True)
        result = given.store(found) @ part.v / np.where(total > 0, total, np.float32(1))
        results.append(given.store(result) if results_stored else result)
        logarithms.append(
            np.where(np.isfinite(logarithm), given.store(finite), logarithm) if logarithms_stored else logarithm
        )
    shares = np.exp(np.stack(logarithms) - np.max(np.stack(logarithms), axis=0))
    return given.store(np.sum(shares * np.stack(results), axis=0) / np.sum(shares, axis=0))
