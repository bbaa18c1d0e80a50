"""Ways to add up rows: orders of float32 sums, and half formats of their accumulators."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from studies.power.stored import stored

Sum = Callable[[np.ndarray], np.ndarray]
"""From (…, n) in float32 to (…, 1)."""


def one_after_the_other(terms: np.ndarray) -> np.ndarray:
    """Each term is added to the sum of the previous ones."""
    # NumPy's accumulation is sequential, its sum is not
    return np.cumsum(terms, axis=-1, dtype=np.float32)[..., -1:]


def in_pairs(terms: np.ndarray) -> np.ndarray:
    """NumPy's pairwise sum."""
    return np.sum(terms, axis=-1, keepdims=True, dtype=np.float32)


def reversed_in_pairs(terms: np.ndarray) -> np.ndarray:
    """The same from the end."""
    return in_pairs(np.ascontiguousarray(terms[..., ::-1]))


def in_lanes(terms: np.ndarray) -> np.ndarray:
    """A thousand lanes, each the sum of every thousandth term, are added at the end."""
    lanes = 1024
    whole = terms.shape[-1] // lanes * lanes
    folded = terms[..., :whole].reshape(*terms.shape[:-1], -1, lanes)
    return in_pairs(np.sum(folded, axis=-2, dtype=np.float32)) + in_pairs(terms[..., whole:])


def in_eight_parts(terms: np.ndarray) -> np.ndarray:
    """The sums of eighths are added sequentially."""
    parts = np.array_split(np.arange(terms.shape[-1]), 8)
    return one_after_the_other(np.concatenate([in_pairs(terms[..., part]) for part in parts], axis=-1))


def in_float64(terms: np.ndarray) -> np.ndarray:
    """In float64, rounded to float32 once."""
    return np.sum(terms, axis=-1, keepdims=True, dtype=np.float64).astype(np.float32)


def kept_in(format: str) -> Sum:
    """Lanes of every thousandth term, each sum rounded to ``format`` after every addition: too coarse."""

    def summed(terms: np.ndarray) -> np.ndarray:
        lanes = max(terms.shape[-1] // 1024, 1)
        total = np.zeros((*terms.shape[:-1], 1), dtype=np.float32)
        rows = [in_pairs(part) for part in np.array_split(terms, terms.shape[-1] // lanes, axis=-1)]
        for row in rows:
            total = stored(total + row, format)
        return total

    return summed


RIGHT_SUMS: Mapping[str, Sum] = {
    "one after the other": one_after_the_other,
    "in pairs": in_pairs,
    "in pairs from the end": reversed_in_pairs,
    "in lanes": in_lanes,
    "in eight parts": in_eight_parts,
    "in float64": in_float64,
}
