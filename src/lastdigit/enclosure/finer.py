"""The same arithmetic, finer: every rounding error is a 1,024th of what it was, so that what is not linear shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.arithmetic import Arithmetic

MORE_DIGITS = 10
FINER = 2.0**MORE_DIGITS
"""How much smaller every rounding error is."""


@dataclass(frozen=True)
class FinerFormat(FloatFormat):
    """A format of ten more digits, in which a constant is off by a 1,024th of what it is off by in the coarser one."""

    def round(self, values: np.ndarray) -> np.ndarray:
        """float64 values, each moved by a 1,024th of what the coarser format moves it by."""
        coarser = FloatFormat(self.name, self.digits - MORE_DIGITS, self.emin, self.emax)
        values = np.asarray(values, dtype=np.float64)
        return np.asarray(values + (coarser.round(values) - values) / FINER)


def finer(arithmetic: Arithmetic) -> Arithmetic:
    """An arithmetic with ten more digits in every format."""
    storage, accumulation = (
        FinerFormat(each.name, each.digits + MORE_DIGITS, each.emin, each.emax)
        for each in (arithmetic.storage, arithmetic.accumulation)
    )
    return replace(arithmetic, storage=storage, accumulation=accumulation)
