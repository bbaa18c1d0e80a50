"""Real numbers in float64 arrays, rounded outward, with exact fractions per element on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lastdigit.enclosure.upward import TINY, quietly

ROUGHLY = 2.0**-50
"""More than the relative error of a few float64 operations (Higham 2002, lemma 3.1)."""


@dataclass(frozen=True, eq=False)
class Reals:
    """Flat arrays: each number lies within ``off`` of ``high`` + ``low``; ``exactly`` returns it by its index.

    ``high`` is the float64 number nearest to the sum. An unknown bound is infinite: it allows everything and proves
    nothing; ``exactly`` is None there.
    """

    high: np.ndarray
    low: np.ndarray
    off: np.ndarray
    exactly: Callable[[int], Fraction | None]

    @classmethod
    def of(cls, numbers: Sequence[Fraction | None]) -> Reals:
        """These numbers; None is an unknown bound."""
        parts = [_parts(number) for number in numbers]
        high, low, off = np.array(parts, dtype=np.float64).reshape(-1, 3).T
        return cls(high, low, off, numbers.__getitem__)

    @classmethod
    def floats(cls, high: np.ndarray, low: np.ndarray | None = None) -> Reals:
        """The numbers of an array, or the sums of two; non-finite ones are unknown."""
        high = np.asarray(high, dtype=np.float64).reshape(-1)
        low = None if low is None else low.reshape(-1)
        nothing = np.zeros(high.shape)

        def exactly(place: int) -> Fraction | None:
            if not np.isfinite(high[place]):
                return None
            return Fraction(float(high[place])) + (0 if low is None else Fraction(float(low[place])))

        return cls(np.where(np.isfinite(high), high, np.inf), nothing if low is None else low, nothing, exactly)

    def __len__(self) -> int:
        return len(self.high)

    def __getitem__(self, places: Sequence[int] | np.ndarray | slice) -> Reals:
        if isinstance(places, slice):
            places = np.arange(len(self))[places]
        at = np.asarray(places, dtype=np.intp)
        return Reals(self.high[at], self.low[at], self.off[at], lambda place: self.exactly(int(at[place])))

    @property
    def known(self) -> np.ndarray:
        """Which bounds are known."""
        return np.asarray(np.isfinite(self.high))

    def floats64(self) -> np.ndarray:
        """The nearest float64 numbers, or their neighbours."""
        rough = self.off > np.abs(self.high) * 2.0**-44
        if not rough.any():
            return self.high
        nearest = self.high.copy()
        for place in np.flatnonzero(rough & self.known):
            nearest[place] = _nearest(self.exactly(int(place)))
        return nearest


def _nearest(number: Fraction | None) -> float:
    """The nearest float64 number; ∞ for an unknown one, and beyond the range."""
    try:
        return np.inf if number is None else float(number)
    except OverflowError:
        return np.inf


def _parts(number: Fraction | None) -> tuple[float, float, float]:
    """Two float64 numbers, and a bound of the distance of their sum from a fraction."""
    if number is None:
        return np.inf, 0.0, 0.0
    try:
        high = float(number)
    except OverflowError:
        return 0.0, 0.0, np.inf
    rest = number - Fraction(high)
    low = float(rest)
    return high, low, 0.0 if Fraction(low) == rest else abs(low) * 2.0**-52 + TINY


def apart(one: Reals, other: Reals) -> Reals:
    """|one − other|: every difference is exact with its remainder, and the two smallest remainders are dropped.

    (Knuth, "The Art of Computer Programming", vol. 2, section 4.2.2, theorem B.)
    """

    def exactly(place: int) -> Fraction | None:
        a, b = one.exactly(place), other.exactly(place)
        return None if a is None or b is None else abs(a - b)

    with quietly():
        high, low = _two_sum(one.high, -other.high)
        off = one.off + other.off
        if one.low.any() or other.low.any():
            rest, dropped = _two_sum(one.low, -other.low)
            rest, cut = _two_sum(low, rest)
            high, low = _two_sum(high, rest)
            off = off + (np.abs(dropped) + np.abs(cut))
        off *= 1.0 + ROUGHLY
        high, low = np.abs(high), np.where(high < 0, -low, low)
    unknown = ~(one.known & other.known)
    lost_range = ~np.isfinite(high)
    high = np.where(unknown, np.inf, np.where(lost_range, 0.0, high))
    off = np.where(unknown, 0.0, np.where(lost_range, np.inf, off))
    return Reals(high, np.where(lost_range, 0.0, low), off, exactly)


def total(terms: Sequence[Reals], count: int) -> Reals:
    """The sum of ``count`` bounds each; unknown if one of them is."""
    if len(terms) == 1:
        return terms[0]

    def exactly(place: int) -> Fraction | None:
        found = Fraction(0)
        for term in terms:
            number = term.exactly(place)
            if number is None:
                return None
            found += number
        return found

    high, off = np.zeros(count), np.zeros(count)
    with quietly():
        for term in terms:
            high = high + term.high
            off = off + (term.off + np.abs(term.low))
        off = off + high * ROUGHLY * len(terms)
    overflowed = np.isinf(high)
    for term in terms:
        overflowed &= term.known
    if overflowed.any():
        high, off = np.where(overflowed, 0.0, high), np.where(overflowed, np.inf, off)
    return Reals(high, np.zeros(count), np.where(np.isinf(high), 0.0, off), exactly)


def exceeds(numbers: Reals, bounds: Reals) -> np.ndarray:
    """Which numbers exceed their bounds: by fractions if the arrays cannot tell, and never for unknown bounds."""
    with quietly():
        gap = (numbers.high - bounds.high) + (numbers.low - bounds.low)
        slack = _slack(numbers, bounds, gap)
        larger = gap > slack
        open_ = ~larger & ~(gap <= -slack)
    if not open_.any():
        return np.asarray(larger & bounds.known)
    larger &= bounds.known
    for place in np.flatnonzero(open_ & bounds.known & numbers.known):
        number, bound = numbers.exactly(int(place)), bounds.exactly(int(place))
        larger[place] = number is not None and bound is not None and number > bound
    return np.asarray(larger & numbers.known)


def _slack(numbers: Reals, bounds: Reals, gap: np.ndarray) -> np.ndarray:
    """A bound on the error of ``gap``, the computed difference of numbers and bounds."""
    uncertain = (numbers.off + bounds.off) * (1.0 + ROUGHLY)
    return np.asarray(uncertain + (np.abs(gap) + np.abs(numbers.low) + np.abs(bounds.low)) * ROUGHLY)


def _two_sum(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rounded sum, and its rounding error."""
    rounded = a + b
    virtual = rounded - a
    return rounded, (a - (rounded - virtual)) + (b - virtual)
