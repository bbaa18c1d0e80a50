"""How a column of a table was formatted, and which reals a token of it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lastdigit.number_format import float_format
from lastdigit.printing.value import PrintedValue

PANDAS_PRECISION = 6
"""``display.precision`` of pandas as it comes, and the significant digits of tabulate's ``g``."""

_NO_REALS = frozenset({"nan", "<na>", "none", "nat", "null", "inf", "-inf", "+inf"})


@dataclass(frozen=True)
class ColumnFormat:
    """One number format for all of a column.

    ``kind`` says what ``digits`` counts:

    - ``fixed``: digits after the point. pandas' default where no number is too large or too small for it, and
      ``float_format="{:.2f}".format``.
    - ``scientific``: digits of the significand after its point. pandas takes it for the whole column where a number
      other than zero lies below 10^-precision, or where one above 10^6 makes the column wider than precision + 6.
    - ``significant``: significant digits, as ``%g`` shows them.
    - ``shortest``: none; the shortest text that reads back as the same float, as Python's ``repr`` and CSV files have.
    - ``exact``: none; integers and booleans.

    ``chop`` is pandas' ``display.chop_threshold``: what is not larger than it prints as zero. ``dtype`` is whose
    shortest text ``shortest`` means. Commas between thousands are no part of a token's value.
    """

    kind: str
    digits: int
    chop: Fraction = Fraction(0)
    dtype: str = "float64"

    def read(self, token: str) -> PrintedValue | None:
        """The closed interval of the reals that print as ``token``; None for what is no real number, such as NaN.

        Below a power of ten a significand's last digit counts a tenth, so that the interval about ``1.000000e+00``
        reaches less far down than up. Zero in significands stands for zero alone.
        """
        if token.lower() in _NO_REALS:
            return None
        if token in ("True", "False"):
            truth = Fraction(token == "True")
            return PrintedValue(token, truth, truth)
        centre = Fraction(token.replace(",", ""))
        down, up = self._half_widths(centre)
        if centre == 0:
            down = up = max(up, self.chop)
        low, high = centre - down, centre + up
        if self.chop and centre > 0:
            low = max(low, self.chop)
        if self.chop and centre < 0:
            high = min(high, -self.chop)
        return PrintedValue(token, low, high)

    def prints(self, token: str, observed: Fraction | float) -> bool:
        """Whether ``observed`` prints as ``token`` in this format: rounded to its last digit, ties to even."""
        value = Fraction(observed)
        if token in ("True", "False"):
            return value == Fraction(token == "True")
        printed = Fraction(token.replace(",", ""))
        if self.kind == "shortest":
            pair = float_format(self.dtype).round(np.array([float(value), float(printed)]))
            return bool(pair[0] == pair[1])
        if self.kind != "exact":
            value = self._rounded(Fraction(0) if self.chop and abs(value) <= self.chop else value)
        return value == printed

    def _rounded(self, value: Fraction) -> Fraction:
        if self.kind == "fixed":
            quantum = Fraction(10) ** -self.digits
        elif value == 0:
            return value
        else:
            quantum = Fraction(10) ** (_exponent(value) - self._places)
        return round(value / quantum) * quantum

    @property
    def _places(self) -> int:
        return self.digits - 1 if self.kind == "significant" else self.digits

    def _half_widths(self, centre: Fraction) -> tuple[Fraction, Fraction]:
        if self.kind == "exact":
            return Fraction(0), Fraction(0)
        if self.kind == "fixed":
            return (half := Fraction(10) ** -self.digits / 2), half
        if self.kind == "shortest":
            return (half := float_format(self.dtype).ulp(centre) / 2), half
        if centre == 0:
            return Fraction(0), Fraction(0)
        exponent = _exponent(centre)
        outward = Fraction(10) ** (exponent - self._places) / 2
        inward = outward / 10 if abs(centre) == Fraction(10) ** exponent else outward
        return (inward, outward) if centre > 0 else (outward, inward)


def _exponent(value: Fraction) -> int:
    """The largest e with 10^e ≤ |value|."""
    magnitude = abs(value)
    exponent = len(str(magnitude.numerator)) - len(str(magnitude.denominator))
    return exponent if Fraction(10) ** exponent <= magnitude else exponent - 1


def fraction_digits(token: str) -> int:
    """How many digits stand after the point of ``token``, its exponent aside."""
    return len(token.lower().partition("e")[0].partition(".")[2])


def has_exponent(token: str) -> bool:
    """Whether ``token`` is a number with an exponent; ``True`` and ``None`` are none."""
    return token[-1:].isdigit() and "e" in token.lower()
