"""A print of which only the text is known, and the smallest visible change of a number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from studies.roundtrip.exact_numbers import Grid, fraction
from studies.roundtrip.real_print import RealPrint

STEPS = 80
"""The largest number of doublings of a last place before a change exceeds the number."""


@dataclass(frozen=True)
class BarePrint:
    """A text, the array that it prints, and the function that prints it with the same options after a change.

    ``bfloat16``: the array's numbers are bfloat16, stored in float32. ``sign_counts``: zeros show their signs.
    """

    printer: str
    text: str
    array: np.ndarray
    printed: Callable[[np.ndarray], str]
    bfloat16: bool = False

    @classmethod
    def of(cls, printer: str, real: RealPrint) -> BarePrint:
        """The same print without additional information."""
        return cls(printer, real.text, real.array, real.printed, real.dtype == "bfloat16")

    @classmethod
    def by(cls, printer: str, array: np.ndarray, printed: Callable[[np.ndarray], str], **more: Any) -> BarePrint:
        """The output of ``printed`` for the array."""
        return cls(printer, printed(array), array, printed, **more)

    def changed(self, random: Random) -> np.ndarray | None:
        """The array with one real number changed by the smallest power of two that changes the text.

        None if no change of the chosen number does, if it is not finite, or if the array is empty.
        """
        if not self.array.size or self.array.dtype.kind not in "fiu":
            return None
        place, sign = random.randrange(self.array.size), random.choice((-1, 1))
        least, most = 0, STEPS
        if self._with(place, sign, most) is None:
            return None
        while least < most:
            middle = (least + most) // 2
            if self._with(place, sign, middle) is None:
                least = middle + 1
            else:
                most = middle
        return self._with(place, sign, most)

    def _with(self, place: int, sign: int, doublings: int) -> np.ndarray | None:
        """The array with a number changed by that many doublings, if its text differs."""
        changed = self.array.copy()
        flat = changed.reshape(-1)
        moved = self._moved(flat[place], sign, doublings)
        if moved is None:
            return None
        flat[place] = moved
        return changed if self.printed(changed) != self.text else None

    def _moved(self, number: Any, sign: int, doublings: int) -> Any:
        if number.dtype.kind in "iu":
            moved = int(number) + sign * 2**doublings
            limits = np.iinfo(number.dtype)
            return moved if limits.min <= moved <= limits.max else None
        if not np.isfinite(number):
            return None
        grid = Grid(type(number), self.bfloat16)
        above = grid.above(abs(number))
        if not np.isfinite(above):
            return None
        step = (fraction(above) - fraction(abs(number))) * 2**doublings
        moved = grid.at_most(fraction(number) + sign * Fraction(step))
        return moved if np.isfinite(moved) and moved != number else None
