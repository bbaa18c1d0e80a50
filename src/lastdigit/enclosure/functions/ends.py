"""The ends of balls as float64 numbers, rounded outward."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Ends = tuple[np.ndarray, np.ndarray]


def _below(ball: Any) -> float:
    return _toward(ball.lower(), -math.inf) if ball.is_finite() else -math.inf


def _above(ball: Any) -> float:
    return _toward(ball.upper(), math.inf) if ball.is_finite() else math.inf


def _toward(end: Any, outward: float) -> float:
    """A float64 number at or beyond an exact end."""
    near = float(end)
    return near if end == near else math.nextafter(near, outward)


_lower = np.frompyfunc(_below, 1, 1)
_upper = np.frompyfunc(_above, 1, 1)


def ends(value: Any) -> Ends:
    """Lower and upper bounds of every element; −∞ and ∞ if unknown."""
    if hasattr(value, "balls"):
        return np.asarray(_lower(value.balls), dtype=np.float64), np.asarray(_upper(value.balls), dtype=np.float64)
    return around(value.mid, value.radii)


def around(middle: np.ndarray, radius: np.ndarray) -> Ends:
    """The ends of intervals; a number of radius 0 is its own end."""
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = middle - radius, middle + radius
        known, point = np.isfinite(low) & np.isfinite(high), radius == 0.0
        low = np.where(known, np.where(point, middle, np.nextafter(low, -np.inf)), -np.inf)
        high = np.where(known, np.where(point, middle, np.nextafter(high, np.inf)), np.inf)
    return low, high


def widened(interval: Ends, reach: np.ndarray) -> Ends:
    """Intervals extended by ``reach`` on both sides; infinite if that is unknown."""
    low, high = interval
    with np.errstate(over="ignore", invalid="ignore"):
        least = np.where(reach == 0.0, low, np.nextafter(low - reach, -np.inf))
        most = np.where(reach == 0.0, high, np.nextafter(high + reach, np.inf))
    return np.where(np.isnan(least), -np.inf, least), np.where(np.isnan(most), np.inf, most)


def possible_places(interval: Ends, axis: int) -> Ends:
    """The first and the last index along an axis at which the largest element may be."""
    low, high = interval
    possible = high >= np.max(low, axis=axis, keepdims=True)
    count = possible.shape[axis]
    first = np.argmax(possible, axis=axis)
    last = count - 1 - np.argmax(np.flip(possible, axis=axis), axis=axis)
    return first.astype(np.float64), last.astype(np.float64)
