"""The tolerance: the exact values of a case, and how far a computed value can be from them in one arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.rounded import exactly
from lastdigit.operations import find_operation
from studies.engine import ENGINE, midpoints_and_radii
from studies.random_cases import Arrays, Parameters


@dataclass(frozen=True)
class Allowance:
    """float64 midpoints, and how far a value may be from them: ∞ if unknown."""

    middle: np.ndarray
    allowed: np.ndarray

    @property
    def finite(self) -> np.ndarray:
        """Where the tolerance is known."""
        return np.isfinite(self.allowed)

    def refuted(self, observed: np.ndarray) -> np.ndarray:
        """Which observed values certainly exceed the tolerance, or are not numbers where they must be."""
        return self.finite & ~(self.errors(observed) <= self.allowed)

    def errors(self, observed: np.ndarray) -> np.ndarray:
        """|observed − middle|, rounded down; nan for an observed nan."""
        with np.errstate(invalid="ignore", over="ignore"):
            return np.nextafter(np.abs(observed - self.middle), 0.0)


def allowance(operation: str, arrays: Arrays, parameters: Parameters, arithmetic: Arithmetic) -> Allowance:
    """The allowance for exactly these arguments, with radius and rounding bound rounded up."""
    with precision():
        balls = [None if array is None else exactly(array, arithmetic, ENGINE) for array in arrays]
        read = find_operation(operation).definition(*balls, **parameters)
        middle, radius = midpoints_and_radii(read.value)
    with np.errstate(over="ignore", invalid="ignore"):
        allowed = np.nextafter(radius + read.error, np.inf)
    return Allowance(middle, np.where(np.isnan(allowed), np.inf, allowed))


def plain(dtype: str) -> Arithmetic:
    """The arithmetic of most code in ``dtype``: half formats are accumulated in float32."""
    storage = FORMATS[dtype]
    return Arithmetic(storage, FORMATS["float32"] if storage.digits < FORMATS["float32"].digits else storage)


def handed_over(arrays: Sequence[np.ndarray | None], dtype: str) -> Arrays:
    """The numbers of ``dtype`` nearest to these, as float64."""
    return [None if array is None else FORMATS[dtype].round(array) for array in arrays]
