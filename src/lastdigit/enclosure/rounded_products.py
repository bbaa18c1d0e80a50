"""Rounding errors of matrix products."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED
from lastdigit.enclosure.upward import matmul_up, quietly, raised, sum_up

if TYPE_CHECKING:
    from lastdigit.enclosure.rounded import RoundedBalls


def product_error(left: RoundedBalls, right: RoundedBalls, *, roundings: int) -> np.ndarray:
    """Error of a matrix product in any order: Σ of the operands' errors and γ of |A||B| (Higham 2002, eq. 3.13).

    ``roundings`` are those of further terms in the same sum, a bias for example. Nothing is known where a partial sum
    may overflow.
    """
    n = left.shape[-1]
    arithmetic = left.arithmetic
    rounding = arithmetic.product(n + roundings, stored=1 + RESCALED)
    with quietly():
        error = matmul_up(left.bound + rounding * left.magnitudes, right.magnitudes)
        if not right.is_given:
            error = error + matmul_up(left.value.magnitudes(), right.error)
        error += (n + 1) * arithmetic.underflow
        if arithmetic.flushed:
            error += arithmetic.flushed * _sums_of_operands(left, right)
        if not n * left.largest * right.largest * (1.0 + rounding) <= arithmetic.largest_sum:
            reach = matmul_up(left.magnitudes, right.magnitudes) * (1.0 + rounding)
            error = np.where(reach <= arithmetic.largest_sum, error, np.inf)
        return raised(error)


def _sums_of_operands(left: RoundedBalls, right: RoundedBalls) -> np.ndarray:
    """Σ|A| + Σ|B| of the rows and columns that meet: what an operand loses is multiplied by the other one."""
    rows = sum_up(left.magnitudes, -1, right.ndim > 1)
    return np.asarray(rows + sum_up(right.magnitudes, -2 if right.ndim > 1 else -1, left.ndim > 1 and right.ndim > 1))
