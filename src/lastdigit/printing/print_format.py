"""How an array was printed, and what one of its tokens says about the number behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lastdigit.number_format import float_format, is_integer
from lastdigit.printing.value import PrintedValue

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


@dataclass(frozen=True)
class PrintFormat:
    """Who printed an array, with how many digits after the point, and in which dtype.

    ``precision`` is None for numbers that are printed exactly: integers, literals of a source, and whole-number
    tensors, which torch prints as ``1.``. With ``scientific`` the digits are those of the significand.
    """

    printer: str
    precision: int | None
    scientific: bool
    dtype: str

    def quantum(self, token: str) -> Fraction:
        """One unit in the last place that this printing could show for ``token``; 0 where it is exact."""
        if self.precision is None:
            return Fraction(0)
        exponent = int(token.lower().partition("e")[2] or 0) if self.scientific else 0
        return Fraction(10) ** (exponent - self.precision)

    def read(self, token: str) -> PrintedValue:
        """The interval of reals that print as ``token``.

        Its half-width is half a quantum, and at least half an ulp of the dtype: NumPy prints the shortest digits that
        are unique in the dtype, so that a float32 can lie further from its token than half a decimal unit.
        """
        centre = Fraction(token)
        half = max(self.quantum(token), self._ulp(centre)) / 2
        return PrintedValue(token, centre - half, centre + half)

    def read_cut(self, token: str) -> PrintedValue | None:
        """The interval of all numbers whose print starts with ``token``; None where that could be any size.

        A token that was cut before its point may stand for a number of any length, and one of a scientific print
        lacks its exponent: neither bounds anything.
        """
        if self.precision is None or self.scientific or "." not in token:
            return None
        missing = self.precision - len(token.partition(".")[2])
        if missing <= 0:
            return self.read(token)
        near = abs(Fraction(token))
        quantum = Fraction(10) ** -self.precision
        far = near + Fraction(10) ** (missing - self.precision) - quantum
        half = max(quantum, self._ulp(far)) / 2
        low, high = near - half, far + half
        if token.startswith("-"):
            low, high = -high, -low
        return PrintedValue(token, low, high, whole=False)

    def prints(self, token: str, observed: Fraction | float) -> bool:
        """Whether ``observed`` prints as ``token``: rounded to this format's last digit, ties to even.

        NumPy stops earlier where fewer digits are unique in the dtype: 0.71875 in float16 prints 0.7188.
        """
        if self.precision is None:
            return Fraction(token) == Fraction(observed)
        quantum = self.quantum(token)
        if round(Fraction(observed) / quantum) * quantum == Fraction(token):
            return True
        if self.printer != "numpy" or decimals(token) >= self.precision:
            return False
        pair = float_format(self.dtype).round(np.array([float(observed), float(token)]))
        return bool(pair[0] == pair[1])

    def _ulp(self, value: Fraction) -> Fraction:
        """An ulp of the dtype, for what was printed; literals are exact decimals before any dtype rounds them."""
        if self.printer == "python" or is_integer(self.dtype):
            return Fraction(0)
        return float_format(self.dtype).ulp(value)


def decimals(token: str) -> int:
    """How many digits stand after the point of ``token``, its exponent aside."""
    return len(token.lower().partition("e")[0].partition(".")[2])


def is_scientific(token: str) -> bool:
    """Whether ``token`` has an exponent."""
    return "e" in token.lower()
