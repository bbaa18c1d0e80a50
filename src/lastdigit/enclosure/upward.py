"""float64 arithmetic on bounds: non-negative numbers; every computed one is at least the true one.

A non-finite bound means unknown: ∞ after an overflow, nan for 0 · ∞.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

TINY = 2.0**-1022
"""A bound on the underflow of one formula: each operation loses at most 2^−1075, and no sum has 2^50 terms."""

RAISED = 1.0 + 2.0**-48
"""A factor that makes a positive number with at most a dozen roundings an upper bound."""

NEGLIGIBLE = 2.0**-500
"""A bound on the norm of numbers whose squares underflow."""


def up(bound: Any, operations: int = 16) -> np.ndarray:
    """An upper bound of an expression of non-negative terms with at most ``operations`` roundings in a chain.

    Each rounding changes it by a factor of at most 1 ± 2^−53, or by 2^−1074 for an underflow, so the factor 1 +
    operations · 2^−52 covers them (Higham 2002, lemma 3.1).
    """
    return raised(np.array(bound, dtype=np.float64), operations)


def raised(bound: np.ndarray, operations: int = 16) -> np.ndarray:
    """The same in place."""
    bound *= 1.0 + operations * 2.0**-52
    bound += TINY
    return bound


def down(bound: Any, operations: int = 16) -> np.ndarray:
    """A lower bound in the same sense; it may be negative."""
    return np.asarray(np.multiply(bound, 1.0 - operations * 2.0**-52) - TINY)


def matmul_up(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """An upper bound of the matrix product of two non-negative arrays, each of which took at most 32 roundings."""
    return raised(np.asarray(left @ right), 2 * left.shape[-1] + 72)


def sum_up(bound: np.ndarray, axis: int, keepdims: bool) -> np.ndarray:
    """An upper bound of the sum along an axis of what took at most 32 roundings."""
    return raised(np.asarray(np.sum(bound, axis=axis, keepdims=keepdims)), bound.shape[axis] + 40)


def norms_up(vectors: np.ndarray) -> np.ndarray:
    """Upper bounds of the Euclidean norms along the last axis: vectors (…, n, d) → (…, n, 1), or (d,) → (1,).

    If squares overflow or underflow, all numbers are scaled; :data:`NEGLIGIBLE` bounds those far below the largest.
    """
    squares = np.vecdot(vectors, vectors)
    low, high = (reduce(squares, axis=None, initial=1.0) for reduce in (np.minimum.reduce, np.maximum.reduce))
    scaled = not (low > 2.0**-800 and high < 2.0**1000)
    if scaled:
        size = float(np.max(np.abs(vectors), initial=0.0))
        factor = 2.0 ** min(-math.frexp(size)[1], 1000)
        squares = np.vecdot(vectors * factor, vectors * factor)
    norms = raised(np.asarray(np.sqrt(squares)), vectors.shape[-1] + 40)
    if scaled:
        norms = np.nextafter((norms + NEGLIGIBLE) / factor, np.inf)
    return norms[..., np.newaxis]


def column_medians(array: np.ndarray) -> np.ndarray:
    """The median of each column: (…, n, c) → (…, 1, c). A single outlier in a column hardly changes it."""
    middle = array.shape[-2] // 2
    return np.partition(array, middle, axis=-2)[..., middle : middle + 1, :] if array.size else array[..., :1, :]


def where_finite(mid: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """``radius``, and ∞ (unknown) where the midpoint overflowed or is undefined."""
    finite = np.isfinite(mid)
    return radius if np.all(finite) else np.where(finite, radius, np.inf)


def quietly() -> np.errstate:
    """Suppresses warnings: overflows and undefined results are recognised as non-finite numbers."""
    return np.errstate(over="ignore", invalid="ignore", divide="ignore", under="ignore")


def gamma(n: float, unit_roundoff: float) -> float:
    """γₙ = nu ÷ (1 − nu), the relative error of n roundings (Higham 2002, lemma 3.1); ∞ where nu ≥ 1."""
    product = n * unit_roundoff
    return product / (1.0 - product) * RAISED if product < 1.0 else float("inf")
