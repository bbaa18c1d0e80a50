"""Bands: the range of each value of a reading, in arrays, independent of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.upward import quietly, raised
from lastdigit.verdicts.reals import Reals


@dataclass(frozen=True, eq=False)
class Bands:
    """Flat: each value lies within ``radius`` of ``centre``; anywhere if the radius is unknown.

    ``places`` are the indices of the compared elements they belong to, if not to all.
    """

    centre: Reals
    radius: Reals
    places: np.ndarray | None = None

    @classmethod
    def of(cls, read: RoundedBalls) -> Bands:
        """The range of the computed values of a reading."""
        centre, radius = enclosure(read.value)
        with quietly():
            reach = raised(radius.high + read.error.reshape(-1))
        return cls(centre, Reals.floats(reach))

    @classmethod
    def typical(cls, read: RoundedBalls, deviations: float) -> Bands:
        """Where they lie, except as rarely as a normal number exceeds ``deviations`` standard deviations."""
        centre, radius = enclosure(read.value)
        with quietly():
            limits = np.broadcast_to(read.typical.limit(read.value.magnitudes(), deviations), read.shape)
        return cls(centre, Reals.floats(radius.high + np.minimum(limits.reshape(-1), read.error.reshape(-1))))

    def at(self, elements: Sequence[int] | np.ndarray) -> Bands:
        """The bands of the compared elements, without those that a partial reading lacks."""
        if isinstance(elements, range):
            if elements == range(len(self.centre)):
                return self
            elements = np.arange(elements.start, elements.stop, elements.step)
        at = np.asarray(elements, dtype=np.intp)
        inside = at < len(self.centre)
        places = None if inside.all() else np.flatnonzero(inside)
        at = at if places is None else at[places]
        return Bands(self.centre[at], self.radius[at], places)


def enclosure(value: Balls) -> tuple[Reals, Reals]:
    """Centres, and radii that are rounded up, flat. An unknown ball has the centre 0."""
    if isinstance(value, ExactBalls):
        return _of_exact(value)
    assert isinstance(value, FastBalls)
    known = value.known().reshape(-1)
    centre = np.where(known, value.mid.reshape(-1), 0.0)
    return Reals.floats(centre), Reals.floats(np.where(known, value.radii.reshape(-1), np.inf))


def rounding(read: RoundedBalls) -> Reals:
    """The bounds of the rounding errors, flat."""
    return Reals.floats(read.error)


def _of_exact(value: ExactBalls) -> tuple[Reals, Reals]:
    with precision():
        parts = [_parts(ball) for ball in value.balls.flat]
    high, low, radius = np.array(parts, dtype=np.float64).reshape(-1, 3).T
    return Reals.floats(high, low), Reals.floats(radius)


def _parts(ball) -> tuple[float, float, float]:  # type: ignore[no-untyped-def]
    """A centre as the sum of two float64 numbers, and the radius about it.

    A midpoint has 106 bits, so that this is exact; any remainder is added to the radius.
    """
    if not ball.is_finite():
        return 0.0, 0.0, np.inf
    high = float(ball)
    if abs(high) == np.inf:
        return 0.0, 0.0, np.inf
    rest = ball - high
    low = float(rest)
    if ball.is_exact() and (rest == low):
        return high, low, 0.0
    radius = float((rest - low).abs_upper())
    return high, low, float(np.nextafter(radius, np.inf))
