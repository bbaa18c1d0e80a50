"""Counts values that print the document's digits: by intervals, and near their ends by printing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from lastdigit.base.number_format import is_integer, printed_format
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.tokens import exact
from lastdigit.printing.value import PrintedValue
from lastdigit.verdicts.reals import Reals

BORDER = 4
"""Units in the last place of the printed dtype about the ends of an interval, where digits that end by being unique
may end elsewhere than halfway. One would do: a number prints as its neighbour at most."""


@dataclass(frozen=True, eq=False)
class SameDigits:
    """Printed values, and the format that they were printed in."""

    format: PrintFormat
    values: Sequence[PrintedValue]

    def of(self, numbers: Reals) -> np.ndarray:
        """Which numbers print as the tokens, or as their beginnings if these were truncated."""
        inner_low, inner_high, outer_low, outer_high = self._ends
        same: np.ndarray = (inner_low < numbers.high) & (numbers.high < inner_high)
        open_ = ~same & (outer_low <= numbers.high) & (numbers.high <= outer_high)
        for place in np.flatnonzero(open_).tolist():
            number = numbers.exactly(place)
            same[place] = number is not None and self._prints(self.values[place], number)
        return same

    def _prints(self, value: PrintedValue, number: Fraction) -> bool:
        if not value.whole:
            return value.low <= number <= value.high
        return self.format.prints(value.token, number)

    @cached_property
    def _ends(self) -> np.ndarray:
        """The float64 bounds between which every number prints like this, and beyond which none does: four rows.

        Tokens with a number that this format prints differently are decided by printing alone.
        """
        return np.array([self._of_value(value) for value in self.values], dtype=np.float64).reshape(-1, 4).T

    def _of_value(self, value: PrintedValue) -> tuple[float, float, float, float]:
        border = self._border(value)
        inwards = border
        if value.whole:
            if not self.format.prints(value.token, exact(value.token)):
                inwards = value.high - value.low
            inwards += max(value.half_width - self.format.quantum(value.token) / 2, Fraction(0))
        low, high = value.low + inwards, value.high - inwards
        return _float(low, 1), _float(high, -1), _float(value.low - border, -1), _float(value.high + border, 1)

    def _border(self, value: PrintedValue) -> Fraction:
        largest = max(abs(value.low), abs(value.high))
        in_float64 = Fraction(float(np.spacing(float(largest))))
        if is_integer(self.format.dtype) or self.format.dtype == "bool":
            return BORDER * in_float64
        return BORDER * max(printed_format(self.format.dtype).ulp(largest), in_float64)


def _float(end: Fraction, direction: int) -> float:
    """A float64 number on the given side of an end."""
    return float(np.nextafter(float(end), direction * np.inf))
