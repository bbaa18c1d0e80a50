"""The same arithmetic with every rounding error divided by 1,024, to reveal nonlinear effects of rounding."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.arithmetic import Arithmetic

MORE_DIGITS = 10
FINER = 2.0**MORE_DIGITS
"""The factor on every rounding error."""


@dataclass(frozen=True)
class FinerFormat(FloatFormat):
    """A format with ten more digits, in which constants have 1/1,024 of the rounding error in the coarser one."""

    def round(self, values: np.ndarray) -> np.ndarray:
        """float64 values, each changed by 1/1,024 of the coarser format's rounding."""
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
