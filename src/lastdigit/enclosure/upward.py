"""float64 arithmetic on upper bounds: non-negative numbers, of which every computed one is at least the true one."""

from __future__ import annotations

from typing import Any

import numpy as np

_TINY = 2.0**-1022


def up(bound: Any, operations: int = 16) -> Any:
    """An upper bound of an expression of non-negative terms that took at most ``operations`` roundings in a chain.

    Each of them is off by a factor of at most 1 ± 2^−53 or by 2^−1074 where it underflows, so that the factor
    1 + operations · 2^−52 covers them (Higham 2002, lemma 3.1). nan, as from 0 · ∞, counts as unknown: ∞.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        raised = np.asarray(bound, dtype=np.float64) * (1.0 + operations * 2.0**-52) + _TINY
    return np.where(np.isnan(raised), np.inf, raised)


def matmul_up(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """An upper bound of the matrix product of two non-negative arrays."""
    with np.errstate(invalid="ignore", over="ignore"):
        return np.asarray(up(left @ right, 2 * left.shape[-1] + 8))


def sum_up(bound: np.ndarray, axis: int, keepdims: bool) -> np.ndarray:
    """An upper bound of the sum along an axis."""
    return np.asarray(up(np.sum(bound, axis=axis, keepdims=keepdims), bound.shape[axis] + 8))


def gamma(n: int, unit_roundoff: float) -> float:
    """γₙ = nu ÷ (1 − nu), the relative error of n roundings (Higham 2002, lemma 3.1); ∞ where nu ≥ 1."""
    product = n * unit_roundoff
    return float(up(product / (1.0 - product))) if product < 1.0 else float("inf")
