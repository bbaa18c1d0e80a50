"""Powers of two: tests, and the largest one that divides a number."""

from __future__ import annotations

import numpy as np

from lastdigit.enclosure.upward import quietly


def unit(value: np.ndarray) -> np.ndarray:
    """The largest power of two of which a number is an integer multiple; ∞ for 0 and for non-finite numbers."""
    with quietly():
        mantissa, exponent = np.frexp(np.where(np.isfinite(value), value, 0.0))
        whole = np.ldexp(mantissa, 53).astype(np.int64)
        lowest = (whole & -whole).astype(np.float64)
        return np.asarray(np.where(whole == 0, np.inf, np.ldexp(lowest, exponent - 53)))


def is_power(value: np.ndarray) -> np.ndarray:
    """Whether a magnitude is a power of two."""
    return np.asarray(np.abs(np.frexp(value)[0]) == 0.5)


def has_root(value: np.ndarray) -> np.ndarray:
    """Whether a power of two is a power of four."""
    return np.asarray(np.frexp(value)[1] % 2 == 1)
