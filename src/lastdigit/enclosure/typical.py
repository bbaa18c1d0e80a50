"""The typical rounding error: standard deviations of independent parts, and a worst case for all others.

The bounds of :mod:`lastdigit.enclosure.rounded` hold for any roundings. This is their statistical counterpart: a
rounding to nearest has a variance of at most u²/3 and is taken as independent of all others (Connolly, Higham and Mary,
"Stochastic rounding and its probabilistic backward error analysis", SIAM J. Sci. Comput. 43(1), 2021; Higham and Mary,
"A new approach to probabilistic rounding error analysis", SIAM J. Sci. Comput. 41(5), 2019). Errors of elements may
share causes. The strength of that correlation is unknown, so they count as fully correlated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

NOTHING = np.zeros(())
ROUNDING = 1.0 / math.sqrt(3.0)
"""Standard deviation of a rounding error that is uniform in ±1."""

SQUARABLE = 2.0**-900
"""Smaller variances may have lost digits to underflow, or be zero."""


@dataclass(frozen=True, eq=False)
class Typical:
    """Typical errors of an array's elements; each part broadcasts to its shape.

    ``bias`` bounds the part that is not independent. The others are standard deviations: ``element`` of each element's
    own part, ``row`` of the part that elements along the last axis share, ``whole`` of the part that any elements may
    share. ``factor`` (…, 1) bounds a factor on a whole row of a result, a bias proportional to the row.
    """

    bias: np.ndarray = field(default_factory=lambda: NOTHING)
    element: np.ndarray = field(default_factory=lambda: NOTHING)
    row: np.ndarray = field(default_factory=lambda: NOTHING)
    whole: np.ndarray = field(default_factory=lambda: NOTHING)
    factor: np.ndarray = field(default_factory=lambda: NOTHING)

    @property
    def sigma(self) -> np.ndarray:
        """The standard deviation of each element."""
        variance = np.asarray(self.element**2 + self.row**2 + self.whole**2)
        if np.any(variance < SQUARABLE):  # squares of deviations of weights such as e^-365 would vanish
            return np.asarray(np.hypot(np.hypot(self.element, self.row), self.whole))
        return np.asarray(np.sqrt(variance))

    def limit(self, values: np.ndarray, deviations: float) -> np.ndarray:
        """What errors of ``values`` exceed as rarely as a normal number exceeds ``deviations`` standard deviations."""
        return np.asarray(self.bias + self.factor * np.abs(values) + deviations * self.sigma)

    def without_factor(self, sizes: np.ndarray) -> Typical:
        """The same with the factor of values of these magnitudes as an ordinary bias."""
        return Typical(self.bias + self.factor * sizes, self.element, self.row, self.whole)

    def __add__(self, other: Typical) -> Typical:
        """The typical error of a sum, whatever the two share: standard deviations obey the triangle inequality."""
        return Typical(*(one + more for one, more in zip(self.parts(), other.parts(), strict=True)))

    def scaled(self, sizes: np.ndarray | float) -> Typical:
        """The typical error of every element multiplied by a number of this magnitude."""
        return Typical(*(part * sizes for part in self.parts()))

    def rounded(self, roundings: np.ndarray) -> Typical:
        """With additional independent roundings of each element, of this standard deviation."""
        return replace(self, element=np.hypot(self.element, roundings))

    def biased(self, bound: np.ndarray | float) -> Typical:
        """With an additional error that is not independent."""
        return replace(self, bias=self.bias + bound)

    def moved(self, move: Callable[[np.ndarray], np.ndarray], shape: tuple[int, ...], *, rows: bool) -> Typical:
        """The elements of an array of ``shape`` rearranged; ``rows``: those along the last axis stay together."""
        bias, element, row, whole = (
            part if not part.ndim else move(np.broadcast_to(part, shape)) for part in self.parts()
        )
        return Typical(bias, element, row, whole) if rows else Typical(bias, element, NOTHING, row + whole)

    def repeated(self, shape: tuple[int, ...], into: tuple[int, ...]) -> Typical:
        """The typical error of an array of ``shape`` broadcast to ``into``.

        Errors of elements that are repeated within a row are shared by the row, others by the whole.
        """
        if math.prod(shape) == math.prod(into):
            return self
        if math.prod(shape[:-1]) == math.prod(into[:-1]):
            return Typical(self.bias, NOTHING, np.hypot(self.element, self.row), self.whole)
        return Typical(self.bias, NOTHING, NOTHING, np.hypot(self.element, self.row) + self.whole)

    def in_shape(self, shape: tuple[int, ...]) -> Typical:
        """Every part except the factor in the array's shape."""
        bias, element, row, whole = (np.broadcast_to(part, shape) for part in self.parts())
        return Typical(bias, element, row, whole, self.factor)

    def parts(self) -> tuple[np.ndarray, ...]:
        """Bias, element, row, whole."""
        return self.bias, self.element, self.row, self.whole


def joined(arrays: Sequence[tuple[Typical, tuple[int, ...]]], axis: int) -> Typical:
    """The typical error of arrays of these shapes concatenated along an axis, along the rows if they have factors."""
    parts = zip(*(typical.in_shape(shape).parts() for typical, shape in arrays), strict=True)
    together = [np.concatenate(part, axis=axis) for part in parts]
    if not any(typical.factor.ndim for typical, _ in arrays):
        return Typical(*together)
    factors = [np.broadcast_to(typical.factor, (*shape[:-1], 1)) for typical, shape in arrays]
    bias, element, row, whole = together
    return Typical(bias, element, row, whole, np.concatenate(factors, axis=axis))


def worst(bound: np.ndarray) -> Typical:
    """The typical error where only its bound is known."""
    return Typical(bias=bound)


def factor_for(tests: float, false_alarm: float) -> float:
    """λ: none of ``tests`` tests exceeds this many standard deviations, except with probability ``false_alarm``.

    λ = √(2 ln(2N ÷ p)), by the union bound, for errors whose tails are no heavier than a normal number's with the same
    standard deviation, as those of sums of independent uniform numbers are (Vershynin, "High-Dimensional Probability",
    2018, section 2.5).
    """
    return math.sqrt(2.0 * math.log(2.0 * max(tests, 1.0) / false_alarm))
