"""The rule for a reprinted number: whether both prints can mean the same number, or differ by rounding.

No definition is known. Two prints agree if their intervals overlap. Otherwise their distance is rounding if it is at
most one unit in the last decimal digit that the format preserves for every number (15 digits in float64, 6 in float32),
relative to the largest number of its array; or if it is plausible in view of reruns with other kernels, thread counts
and vector units: a change of that size has a probability of more than one in 10⁹. A number that two runs with the same
settings change by more than half of its format's digits is drawn without a seed: it only has to be a number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.base.number_format import FORMATS
from lastdigit.printing.value import PrintedValue

SAME, ROUNDING, UNSEEDED, STALE = "same", "rounding", "unseeded", "stale output"

MOST_SPREADS = 2.0**60


@dataclass(frozen=True)
class Meaning:
    """The possible values of a printed number: an interval, its number format, and the largest number of its array.

    ``interval`` is None for nan and infinities, which equal only themselves.
    """

    token: str
    interval: PrintedValue | None
    dtype: str
    largest: float

    @property
    def floor(self) -> Fraction:
        """One unit in the last decimal digit that its format preserves for every number; 0 for exact numbers."""
        if self.dtype not in FORMATS or not self.largest:
            return Fraction(0)
        digits = int(np.finfo(self.dtype).precision) if self.dtype in _OF_NUMPY else 2
        return Fraction(10) ** (math.floor(math.log10(self.largest)) + 1 - digits)

    @property
    def half_of_its_digits(self) -> Fraction:
        """√u of the largest number: the error of a computation that has lost half of its digits."""
        if self.dtype not in FORMATS:
            return Fraction(0)
        return Fraction(math.sqrt(FORMATS[self.dtype].unit_roundoff) * self.largest)


_OF_NUMPY = ("float64", "float32", "float16")


def apart(one: Meaning, other: Meaning) -> Fraction | None:
    """A lower bound on the distance of two prints: 0 if they can mean one number, None if one is not a number."""
    first, second = one.interval, other.interval
    if first is None or second is None:
        same = first is second and one.token.lower().lstrip("+") == other.token.lower().lstrip("+")
        return Fraction(0) if same else None
    return max(first.low - second.high, second.low - first.high, Fraction(0))


def judged(stored: Meaning, new: Meaning, repeated: Meaning | None = None, varied: Sequence[Meaning] = ()) -> str:
    """The verdict on one number, given its print ``repeated`` with the same settings and ``varied`` with others."""
    gap = apart(stored, new)
    if gap == 0:
        return SAME
    if repeated is not None and is_unseeded(new, repeated):
        return UNSEEDED
    if gap is None:
        return STALE
    if gap <= max(stored.floor, new.floor):
        return ROUNDING
    runs = [new, *([] if repeated is None else [repeated]), *varied]
    return ROUNDING if len(runs) > 2 and gap <= reach(runs) else STALE


def is_unseeded(new: Meaning, repeated: Meaning) -> bool:
    """Whether two runs with the same settings differ."""
    gap = apart(new, repeated)
    return gap is None or gap > new.half_of_its_digits


def reach(runs: Sequence[Meaning]) -> Fraction:
    """The distance from these runs that another one exceeds once in 10⁹ times, if all differ by independent
    roundings."""
    centres = [run.interval.centre for run in runs if run.interval is not None]
    if len(centres) < 3:
        return Fraction(0)
    mean = sum(centres, Fraction(0)) / len(centres)
    variance = sum(((centre - mean) ** 2 for centre in centres), Fraction(0)) / (len(centres) - 1)
    factor = quantile(len(centres) - 1) * math.sqrt(1 + 1 / len(centres))
    return Fraction(math.sqrt(variance) * factor)


def quantile(degrees: int, probability: float = FALSE_ALARM) -> float:
    """The two-sided quantile of Student's t with these degrees of freedom; by bisection."""
    low, high = 0.0, MOST_SPREADS
    while high - low > high * 2.0**-40:
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle, degrees) > probability else (low, middle)
    return high


def beyond(limit: float, degrees: int) -> float:
    """The probability of |t| > limit: the integral of sin^(n−1) to arctan(√n / limit), in units of that to π/2."""
    return _area(math.atan2(math.sqrt(degrees), limit), degrees) / _area(math.pi / 2, degrees)


def _area(upto: float, degrees: int, steps: int = 512) -> float:
    """∫ sin^(n−1) from 0, by Simpson's rule."""
    width = upto / steps
    heights = [math.sin(number * width) ** (degrees - 1) for number in range(steps + 1)]
    return width / 3 * (heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2]))
