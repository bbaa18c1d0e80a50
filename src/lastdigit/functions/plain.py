"""Elementwise functions that NumPy lacks, on float64 arrays, and composite ones on Arb balls."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_erf = np.frompyfunc(math.erf, 1, 1)
_erfc = np.frompyfunc(math.erfc, 1, 1)


def erf(x: Any) -> np.ndarray:
    """erf, by the C library."""
    return np.asarray(_erf(np.asarray(x, dtype=np.float64)), dtype=np.float64)


def erfc(x: Any) -> np.ndarray:
    """erfc, by the C library."""
    return np.asarray(_erfc(np.asarray(x, dtype=np.float64)), dtype=np.float64)


def sigmoid(x: Any) -> np.ndarray:
    """1 ÷ (1 + e^−x), computed as e^x ÷ (1 + e^x) for negative x."""
    falling = np.exp(-np.abs(x))
    return np.asarray(np.where(np.asarray(x) >= 0.0, 1.0, falling) / (1.0 + falling))


def softplus(x: Any) -> np.ndarray:
    """log(1 + e^x) = max(x, 0) + log1p(e^−|x|): a sum without cancellation."""
    return np.asarray(np.maximum(x, 0.0) + np.log1p(np.exp(-np.abs(x))))


def xlogx(x: Any) -> np.ndarray:
    """x log x, and 0 at 0."""
    given = np.asarray(x, dtype=np.float64)
    return np.asarray(given * np.log(np.where(given == 0.0, 1.0, given)))


def exact_softplus(ball: Any) -> Any:
    """log(1 + e^x) of an Arb ball; x + log(1 + e^−x) for a positive one, which does not overflow."""
    return ball + (-ball).exp().log1p() if ball > 0 else ball.exp().log1p()


def exact_hardsigmoid(ball: Any) -> Any:
    """(x + 3) ÷ 6, clipped to [0, 1], of an Arb ball."""
    return ((ball + 3) / 6).max(0).min(1)


def exact_xlogx(ball: Any) -> Any:
    """x log x of an Arb ball, and 0 at 0."""
    return ball if ball == 0 else ball * ball.log()
