"""Generic errors in any result, in addition to the catalogue's mistakes: coarser steps, wrong keys, a coarser grid."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from lastdigit.base.number_format import FloatFormat
from lastdigit.verdicts.coarse_directions import HALF_DIGITS, coarse_directions, count_ways
from lastdigit.verdicts.coarse_operands import count_operands, operand_directions
from lastdigit.verdicts.grids import GRID_TESTS
from lastdigit.verdicts.plain import Direction, PlainReading
from lastdigit.verdicts.shares import TESTS_OF_A_SHARE

IN_MODELS = 2
"""Coarser steps are tested in the model at hand and in the tightest."""


@dataclass(frozen=True, eq=False)
class Generic:
    """Generic tests for results in a format, with the ``plainly`` computed definition."""

    plainly: PlainReading
    storage: FloatFormat

    @property
    def tests(self) -> int:
        """The number of tests, without those of row keys."""
        plainly, storage = self.plainly, self.storage
        ways = count_operands(plainly, storage) if plainly.steps is None else count_ways(storage)
        return GRID_TESTS + IN_MODELS * TESTS_OF_A_SHARE * ways

    @property
    def shows_in_elements(self) -> bool:
        """Whether the result's format is fine enough for any element to show a coarser step."""
        return self.storage.digits > HALF_DIGITS

    @cached_property
    def directions(self) -> list[Direction]:
        """The directions of coarser steps and operands, in the rows in which mistakes are read."""
        plainly = self.plainly
        if plainly.steps is None:
            return list(operand_directions(plainly, self.storage))
        return list(coarse_directions(plainly.steps, self.storage, plainly.sample))

    def whole(self, names: Collection[str]) -> list[Direction]:
        """The directions with these names, in all rows."""
        steps = self.plainly.steps
        return [] if steps is None else list(coarse_directions(steps, self.storage, names=names))
