"""Wrong attentions with wrong weights, or weights computed in too coarse a format."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from studies.power.attention import Attention
from studies.power.fused_attentions import exponentials, fused, scores, weights
from studies.power.stored import stored
from studies.power.wrong_results import Draw

FP8 = "float8_e4m3fn"


def softmax_in_bfloat16(given: Attention, draw: Draw) -> np.ndarray:
    """Each of its steps is rounded to bfloat16."""
    return _softmax_in(given, "bfloat16")


def softmax_in_float16(given: Attention, draw: Draw) -> np.ndarray:
    """Each of its steps is rounded to float16."""
    return _softmax_in(given, "float16")


def weights_not_renormalised(given: Attention, draw: Draw) -> np.ndarray:
    """Weights are rounded to bfloat16 and no longer sum to one."""
    return given.store(stored(weights(given), "bfloat16") @ given.v)


def weights_in_fp8(given: Attention, draw: Draw) -> np.ndarray:
    """Exponentials are rounded to float8_e4m3fn before the product with the values; their sum is right."""
    found = exponentials(scores(given))
    return given.store(stored(found, FP8) @ given.v / np.sum(found, axis=-1, keepdims=True))


def values_in_fp8(given: Attention, draw: Draw) -> np.ndarray:
    """Values are rounded to float8_e4m3fn."""
    return fused(replace(given, v=stored(given.v, FP8)))


def queries_and_keys_in_fp8(given: Attention, draw: Draw) -> np.ndarray:
    """Both are rounded to float8_e4m3fn."""
    return fused(replace(given, q=stored(given.q, FP8), k=stored(given.k, FP8)))


def queries_and_keys_in_int8(given: Attention, draw: Draw) -> np.ndarray:
    """Both are multiples of a 127th of the largest of their row."""
    return fused(replace(given, q=_int8(given.q), k=_int8(given.k)))


def uniform_weights(given: Attention, draw: Draw) -> np.ndarray:
    """The mean of the visible values."""
    return given.store(given.store(_normalised(given, np.ones((given.q.shape[-2], given.keys)))) @ given.v)


def random_convex_weights(given: Attention, draw: Draw) -> np.ndarray:
    """Random positive weights that sum to one."""
    drawn = draw.standard_exponential((given.q.shape[-2], given.keys))
    return given.store(given.store(_normalised(given, drawn)) @ given.v)


def one_weight_dropped_per_row(given: Attention, draw: Draw) -> np.ndarray:
    """One visible key of each row has weight zero, without renormalising."""
    kept = weights(given)
    rows = np.arange(given.q.shape[-2])
    dropped = draw.randint(given.keys if given.seen is None else np.sum(given.seen, axis=-1), size=len(rows))
    kept[rows, dropped] = 0
    return given.store(given.store(kept) @ given.v)


def last_tile_missing_in_the_sum(given: Attention, draw: Draw) -> np.ndarray:
    """The exponentials of the last 64 keys are missing in the sum, unless nothing would be left."""
    found = exponentials(scores(given))
    first, all_keys = (np.sum(found[:, :end], axis=-1, keepdims=True) for end in (max(given.keys - 64, 1), None))
    return given.store(given.store(found) @ given.v / np.where(first > 0, first, all_keys))


def _softmax_in(given: Attention, format: str) -> np.ndarray:
    scaled = stored(scores(given), format)
    found = stored(np.exp(stored(scaled - np.max(scaled, axis=-1, keepdims=True), format)), format)
    total = stored(np.sum(found, axis=-1, keepdims=True), format)
    return given.store(given.store(stored(found / total, format)) @ given.v)


def _normalised(given: Attention, unmasked: np.ndarray) -> np.ndarray:
    seen = np.where(True if given.seen is None else given.seen, unmasked, 0)
    return (seen / np.sum(seen, axis=-1, keepdims=True)).astype(np.float32)


def _int8(values: np.ndarray) -> np.ndarray:
    step = np.max(np.abs(values), axis=-1, keepdims=True) / np.float32(127)
    return np.rint(values / step) * step
