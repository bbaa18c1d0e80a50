"""Coarser arithmetic: a right computation that rounds more than it is said to.

What it can give contains the right result, so that it is never ruled out and counts in no figure of power; it serves
as an explanation where nothing sharper does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.number_format import FORMATS, FloatFormat

TF32 = FORMATS["tf32"]
"""The format of the operands of matrix units: no array is stored in it."""

COMPUTED, ACCUMULATED, MULTIPLIED = "computed in {}", "accumulated in {}", "multiplied in {}"
LOOK = {
    MULTIPLIED: "whether matrix products may round their operands to {}",
    COMPUTED: "a cast to {0}, or an input or a constant that is {0}",
    ACCUMULATED: "the dtype of sums and matrix products: {} is too narrow for them",
}


@dataclass(frozen=True)
class CoarselyAccumulated(Arithmetic):
    """Sums in a format with fewer digits, or a narrower range, than what they are stored in."""

    @property
    def underflow(self) -> float:
        """Absolute error of a result, or of a term of a sum, below the normal range."""
        return max(self.storage.underflow, self.accumulation.underflow)


@dataclass(frozen=True)
class Coarser:
    """A coarser arithmetic by its name; ``grid`` is the format of which every result is a number, where it is known."""

    name: str
    arithmetic: Arithmetic
    grid: FloatFormat | None = None

    def could_give(self, observed: np.ndarray) -> bool:
        """Whether float64 values are numbers of the format that this arithmetic stores its results in."""
        return self.grid is None or bool(np.array_equal(self.grid.round(observed), observed))


def coarser_than(arithmetic: Arithmetic) -> Iterator[Coarser]:
    """Every coarser arithmetic, the finest first: all of it in a coarser format, its sums or its operands alone."""
    if arithmetic.storage == FORMATS["float32"] and arithmetic.operands is None:
        yield Coarser(MULTIPLIED.format(TF32.name), replace(arithmetic, operands=TF32))
    stored = (format for format in FORMATS.values() if format != TF32)
    for format in sorted(stored, key=lambda format: -format.digits):
        if format.digits < arithmetic.storage.digits:
            whole = replace(arithmetic, storage=format, accumulation=format)
            yield Coarser(COMPUTED.format(format.name), whole, format)
        if format.digits < arithmetic.accumulation.digits:
            sums = CoarselyAccumulated(arithmetic.storage, format, arithmetic.key_tile, arithmetic.exp_error)
            yield Coarser(ACCUMULATED.format(format.name), sums)


def coarser_looks() -> dict[str, str]:
    """What to look at, by the name of a coarser arithmetic."""
    return {name.format(format): look.format(format) for name, look in LOOK.items() for format in FORMATS}
