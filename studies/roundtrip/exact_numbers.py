"""Numbers of a dtype as exact rationals, and back: those at the ends of an interval, and their neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

_BITS = 70
"""More bits than the significand of any type here."""


def fraction(number: Any) -> Fraction:
    """The exact value of a finite number of any real NumPy type."""
    if number.dtype.kind in "iub":
        return Fraction(int(number))
    return Fraction(*(int(part) for part in number.as_integer_ratio()))


@dataclass(frozen=True)
class Grid:
    """The numbers of a NumPy type, or those of bfloat16 among float32's."""

    kind: type[Any]
    bfloat16: bool = False

    def above(self, number: Any) -> Any:
        """The next larger number."""
        if not self.bfloat16:
            with np.errstate(over="ignore"):
                return np.nextafter(number, self.kind(math.inf))
        if number == 0:
            return np.uint32(1 << 16).view(np.float32)
        bits = number.view(np.uint32)
        return np.uint32(int(bits) + (1 << 16 if number > 0 else -(1 << 16))).view(np.float32)

    def below(self, number: Any) -> Any:
        """The next smaller number."""
        return -self.above(-number)

    def at_most(self, value: Fraction) -> Any:
        """The largest number not above ``value``."""
        number = self._near(value)
        while np.isinf(number) and number > 0:
            number = self.below(number)
        while np.isfinite(number) and fraction(number) > value:
            number = self.below(number)
        while np.isfinite(above := self.above(number)) and fraction(above) <= value:
            number = above
        return number

    def at_least(self, value: Fraction) -> Any:
        """The smallest number not below ``value``."""
        return -self.at_most(-value)

    def _near(self, value: Fraction) -> Any:
        """A number close to ``value``, up to rounding."""
        if value == 0:
            return self.kind(0)
        with np.errstate(all="ignore"):
            number = self.kind(_extended(value) if self.kind is np.longdouble else _double(value))
        if self.bfloat16:
            return np.uint32(int(number.view(np.uint32)) & 0xFFFF0000).view(np.float32)
        return number


def _double(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _extended(value: Fraction) -> Any:
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return np.ldexp(np.longdouble(str(round(value * Fraction(2) ** (_BITS - exponent)))), exponent - _BITS)
