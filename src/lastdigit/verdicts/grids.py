"""Grids: whether all numbers of a result are representable in a coarser format, though right results would not be."""

from __future__ import annotations

import math

import numpy as np

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.base.number_format import FORMATS, FloatFormat

COARSE = "every number is representable in {}: the result was rounded to a coarser format"

GRID_TESTS = len(FORMATS)
"""Each format is one test at most."""


def coarser_grid(observed: np.ndarray, values: np.ndarray, storage: FloatFormat, tests: float) -> str | None:
    """A message with the coarsest format that contains all ``observed`` numbers; None if right results might do so too.

    Those elements count whose exact ``values`` lie between two numbers of the coarser format, and no nearer
    to one than a quarter of their distance: so far off, and on the grid again, rounding puts a result with a
    probability of at most ½. Equal values are rounded alike, and count once. ``tests`` are those of the whole verdict.
    """
    finite = np.isfinite(observed) & np.isfinite(values)
    observed, values = observed[finite], values[finite]
    needed = math.log2(tests / FALSE_ALARM)
    for coarse in sorted(FORMATS.values(), key=lambda format: format.digits):
        if coarse.digits >= storage.digits or coarse.name == "tf32":
            continue
        if (
            np.array_equal(coarse.round(observed), observed)
            and len(np.unique(_between(values, coarse, storage))) > needed
        ):
            return COARSE.format(coarse.name)
    return None


def _between(values: np.ndarray, coarse: FloatFormat, storage: FloatFormat) -> np.ndarray:
    """Values further from all numbers of a format than a quarter of their distance, rounded to twice its digits.

    Below the normal range of the ``storage`` format its own numbers may be as far apart as those of the coarser one.
    """
    _, exponent = np.frexp(values)
    quantum, own = (
        np.ldexp(1.0, np.maximum(exponent - 1, format.emin) - format.digits + 1) for format in (coarse, storage)
    )
    steps = values / quantum
    apart = (np.abs(steps - np.rint(steps)) > 0.25) & (quantum > own)
    return np.asarray(np.rint(steps[apart] * 2.0**coarse.digits) * quantum[apart])
