"""A printed value: a token and its meaning: an interval of reals, two of them, or a non-finite value."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True)
class PrintedValue:
    """One number as printed in a document.

    ``token`` is verbatim. Every real that prints so lies in the closed interval [``low``, ``high``]: closed, because
    exact ties round to even and so to either side. ``whole`` is False for a truncated token.
    """

    token: str
    low: Fraction
    high: Fraction
    whole: bool = True

    @property
    def centre(self) -> Fraction:
        """p, the midpoint of the interval: the number that the token spells, if it is complete.

        Below a power of ten or of two, decimals or floats lie closer together than above it. If the token spells such a
        power, the interval extends less far towards zero, and its midpoint is off by at most a quarter of its width.
        """
        return (self.low + self.high) / 2

    @property
    def half_width(self) -> Fraction:
        """h, half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class PrintedNonFinite:
    """A printed nan or infinity, on which no arithmetic is done. It agrees only with the same value.

    ``number`` is the float that it stands for; the sign of a nan is ignored.
    """

    token: str
    number: float

    def is_value(self, observed: float) -> bool:
        """Whether ``observed`` is the same: a nan, or the infinity of the same sign."""
        return observed == self.number or (math.isnan(observed) and math.isnan(self.number))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PrintedNonFinite):
            return NotImplemented
        return self.token == other.token and self.is_value(other.number)

    def __hash__(self) -> int:
        return hash(self.token)


@dataclass(frozen=True)
class PrintedComplex:
    """A printed complex number: the values of its real and its imaginary part."""

    token: str
    real: PrintedValue | PrintedNonFinite
    imag: PrintedValue | PrintedNonFinite


AnyPrintedValue: TypeAlias = PrintedValue | PrintedNonFinite | PrintedComplex
"""The value of a token of any array."""
