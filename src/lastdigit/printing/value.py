"""A printed value: one token and what it says, an interval of reals, two of them, or something that is no number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True)
class PrintedValue:
    """One number as it stands in a document.

    ``token`` is verbatim. Every real that prints so lies in the closed interval [``low``, ``high``]: closed, because
    exact ties round to even and so to either side. ``whole`` is False for a token that was cut off in the middle.
    """

    token: str
    low: Fraction
    high: Fraction
    whole: bool = True

    @property
    def centre(self) -> Fraction:
        """p, the middle of the interval: the number that the token spells, where it is whole.

        Below a power of ten or of two, digits or numbers lie closer together than above it. Where the token spells
        such a power the interval reaches less far towards zero, and its middle is off by a quarter of its width at
        most.
        """
        return (self.low + self.high) / 2

    @property
    def half_width(self) -> Fraction:
        """h, half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class PrintedNonFinite:
    """A printed nan or infinity: no number, so that no arithmetic is done with it. It equals itself alone.

    ``number`` is the float that it stands for; a nan's sign says nothing.
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
    """A printed complex number: what its real and its imaginary part say, each on its own."""

    token: str
    real: PrintedValue | PrintedNonFinite
    imag: PrintedValue | PrintedNonFinite


AnyPrintedValue: TypeAlias = PrintedValue | PrintedNonFinite | PrintedComplex
"""What a token of any array says."""
