"""Coarser arithmetic: a right computation that rounds more than declared.

Its possible results contain the right one, so it is never ruled out and does not count for power; it is an explanation
if no sharper one applies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.verdicts.error_pattern import ENOUGH

TF32 = FORMATS["tf32"]
"""The operand format of matrix units; never a storage format."""

COMPUTED, ACCUMULATED, MULTIPLIED = "computed in {}", "accumulated in {}", "multiplied in {}"
RETURNED = "computed in float32 and returned as float64"
RETURNED_LOOK = (
    "a division by np.sqrt of an integer, or by another float64 scalar: NumPy 2 promotes float32 arrays to float64"
)
LOOK = {
    MULTIPLIED: "whether matrix products may round their operands to {}",
    COMPUTED: "a cast to {0}, or the framework's default dtype",
    ACCUMULATED: "the dtype of sums and matrix products: {} is too narrow for them",
}


@dataclass(frozen=True)
class CoarselyAccumulated(Arithmetic):
    """Sums in a format with fewer digits, or a narrower range, than the storage format."""

    @property
    def underflow(self) -> float:
        """Absolute error of a result, or of a term of a sum, below the normal range."""
        return max(self.storage.underflow, self.accumulation.underflow)


@dataclass(frozen=True)
class Coarser:
    """A coarser arithmetic by its name and ``format``; ``fine`` is the unit roundoff of the right arithmetic. ``grid``
    is the format that contains every result, if known.
    """

    name: str
    arithmetic: Arithmetic
    format: FloatFormat
    fine: float
    grid: FloatFormat | None = None

    def could_give(self, observed: np.ndarray) -> bool:
        """Whether float64 values are representable in the storage format of this arithmetic."""
        return self.grid is None or bool(np.array_equal(self.grid.round(observed), observed))


def coarser_than(arithmetic: Arithmetic) -> Iterator[Coarser]:
    """Every coarser arithmetic, finest first: entirely in a coarser format, or only its sums or operands."""
    stored, summed = arithmetic.storage.unit_roundoff, arithmetic.accumulation.unit_roundoff
    if arithmetic.storage == FORMATS["float32"] and arithmetic.operands is None:
        operands = replace(arithmetic, operands=TF32)
        yield Coarser(MULTIPLIED.format(TF32.name), operands, TF32, stored)
    for format in _formats():
        if format.digits < arithmetic.storage.digits:
            name = COMPUTED.format(format.name)
            yield from (Coarser(name, whole, format, stored, format) for whole in _in(format, arithmetic))
        if format.digits < arithmetic.accumulation.digits:
            sums = CoarselyAccumulated(arithmetic.storage, format, arithmetic.key_tile, arithmetic.exp_error)
            yield Coarser(ACCUMULATED.format(format.name), sums, format, summed)


def likely_coarser(arithmetic: Arithmetic, observed: np.ndarray, *, single: bool) -> list[Coarser]:
    """Arithmetics that could have produced ``observed``, likeliest first.

    A result representable in a coarser format was stored in the coarsest such format; any other was not computed in
    one, unless (``single``) it was computed from float32 inputs in float32 and promoted at the end.
    """
    every = list(coarser_than(arithmetic))
    on_grid = [entry for entry in every if entry.grid is not None and entry.could_give(observed)]
    if on_grid and np.count_nonzero(observed) >= ENOUGH:
        coarsest = min(entry.grid.digits for entry in on_grid if entry.grid is not None)
        return [entry for entry in on_grid if entry.grid is not None and entry.grid.digits == coarsest]
    promoted = [replace(entry, name=RETURNED, grid=None) for entry in every if entry.grid == FORMATS["float32"]]
    return [*(promoted if single else []), *(entry for entry in every if entry.could_give(observed))]


def _formats() -> list[FloatFormat]:
    """The storage formats, finest first."""
    return sorted((format for format in FORMATS.values() if format != TF32), key=lambda format: -format.digits)


def _in(format: FloatFormat, arithmetic: Arithmetic) -> Iterator[Arithmetic]:
    """Arithmetics in a format: with sums as in frameworks, then with sums in the format itself."""
    usual = Arithmetic.usual(format).accumulation
    for sums in dict.fromkeys((usual, format)):
        yield replace(arithmetic, storage=format, accumulation=sums)


def coarser_looks() -> dict[str, str]:
    """What to check in the code, by the name of a coarser arithmetic."""
    whole = {name.format(format): look.format(format) for name, look in LOOK.items() for format in FORMATS}
    return {**whole, RETURNED: RETURNED_LOOK}
