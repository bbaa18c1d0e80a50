"""Rounding errors of matrix products."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED
from lastdigit.enclosure.upward import matmul_up, quietly, up

if TYPE_CHECKING:
    from lastdigit.enclosure.rounded import RoundedBalls


def product_error(left: RoundedBalls, right: RoundedBalls, *, roundings: int) -> np.ndarray:
    """Error of a matrix product in any order: Σ of the operands' errors and γ of |A||B| (Higham 2002, eq. 3.13).

    ``roundings`` are those of further terms in the same sum, a bias for example.
    """
    n = left.shape[-1]
    arithmetic = left.arithmetic
    rounding = arithmetic.product(n + roundings, stored=1 + RESCALED)
    with quietly():
        error = matmul_up(up(left.bound + rounding * left.magnitudes), right.magnitudes)
        if not right.is_given:
            error = error + matmul_up(left.value.magnitudes(), right.error)
        return up(error + (n + 1) * arithmetic.underflow)
