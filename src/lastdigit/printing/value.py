"""A printed value: one token and the interval of reals that print so."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


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
        """p, the middle of the interval: the number that the token spells, where it is whole."""
        return (self.low + self.high) / 2

    @property
    def half_width(self) -> Fraction:
        """h, half the width of the interval."""
        return (self.high - self.low) / 2
