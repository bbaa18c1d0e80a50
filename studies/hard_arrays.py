"""Arrays that are hard for arithmetic: widely different sizes, ties, cancellation, subnormals; and boxes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Draw = np.random.RandomState
Shape = tuple[int, ...]

LARGEST_EXPONENT = 300.0
"""Sizes are drawn from 1e−300 to 1e300."""


def log_uniform(draw: Draw, low: float, high: float, shape: Shape = ()) -> np.ndarray:
    """Numbers whose logarithms are uniform."""
    return np.asarray(np.exp(draw.uniform(np.log(low), np.log(high), size=shape)))


def ordinary(draw: Draw, shape: Shape) -> np.ndarray:
    """Normal numbers of one scale from 1e−3 to 30."""
    return np.asarray(draw.normal(size=shape) * log_uniform(draw, 1e-3, 30.0))


def one_scale(draw: Draw, shape: Shape) -> np.ndarray:
    """Normal numbers of one random scale."""
    return np.asarray(draw.normal(size=shape) * 10.0 ** draw.uniform(-LARGEST_EXPONENT, LARGEST_EXPONENT))


def many_scales(draw: Draw, shape: Shape) -> np.ndarray:
    """Numbers with a different scale each."""
    return draw.choice([-1.0, 1.0], size=shape) * 10.0 ** draw.uniform(-LARGEST_EXPONENT, LARGEST_EXPONENT, size=shape)


def ties(draw: Draw, shape: Shape) -> np.ndarray:
    """Two numbers, repeated."""
    return np.asarray(draw.choice(ordinary(draw, (2,)), size=shape))


def zeros(draw: Draw, shape: Shape) -> np.ndarray:
    """Zeros of both signs, and ones."""
    return np.asarray(draw.choice([0.0, -0.0, 1.0, -1.0], size=shape))


def subnormal(draw: Draw, shape: Shape) -> np.ndarray:
    """Numbers around the smallest normal one, and far below it."""
    return draw.choice([-1.0, 1.0], size=shape) * 2.0 ** draw.uniform(-1074, -1018, size=shape)


def cancelling(draw: Draw, shape: Shape) -> np.ndarray:
    """One number with both signs, and its neighbours."""
    number = float(ordinary(draw, ()))
    near = np.array([number, np.nextafter(number, np.inf), number * (1 + 2.0**-30)])
    return draw.choice([-1.0, 1.0], size=shape) * draw.choice(near, size=shape)


Profile = Callable[[Draw, Shape], np.ndarray]
PURE: tuple[Profile, ...] = (ordinary, one_scale, many_scales, ties, zeros, subnormal, cancelling)


def mixed(draw: Draw, shape: Shape) -> np.ndarray:
    """Numbers drawn from the other profiles in turn."""
    which = draw.randint(len(PURE), size=shape)
    return np.asarray(np.select([which == i for i in range(len(PURE))], [pure(draw, shape) for pure in PURE]))


PROFILES = {profile.__name__: profile for profile in (*PURE, mixed)}


def box(draw: Draw, middle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Intervals around numbers, from a rounding wide to as wide as the number; one in four is a point."""
    width = np.abs(middle) * log_uniform(draw, 1e-16, 1.0, middle.shape) * (draw.uniform(size=middle.shape) < 0.75)
    return middle - width, middle + width


def points_of(draw: Draw, low: np.ndarray, high: np.ndarray) -> list[np.ndarray]:
    """Points of a box: two opposite corners, a random one, and one inside."""
    inside = np.clip(low + draw.uniform(size=low.shape) * (high - low), low, high)
    return [low, high, np.where(draw.uniform(size=low.shape) < 0.5, low, high), inside]
