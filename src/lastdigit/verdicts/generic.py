"""What is looked for in any result beside the mistakes of the catalogue: coarser steps, wrong keys, a coarser grid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lastdigit.enclosure.functionals import Errors
from lastdigit.verdicts.attention_errors import AttentionErrors
from lastdigit.verdicts.coarse_directions import coarse_directions
from lastdigit.verdicts.coarse_operands import operand_directions
from lastdigit.verdicts.grids import GRID_TESTS
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.row_keys import KeyErrors
from lastdigit.verdicts.shares import TESTS_OF_A_SHARE

IN_MODELS = 2
"""Coarser steps are looked for in the widest arithmetic model and in the tightest."""


@dataclass(frozen=True, eq=False)
class Generic:
    """Of results of a reading of the widest arithmetic model."""

    reading: Reading

    @property
    def tests(self) -> int:
        """How many tests these are, without those of the keys of rows."""
        return GRID_TESTS + IN_MODELS * TESTS_OF_A_SHARE * len(self.directions)

    @cached_property
    def directions(self) -> list[Direction]:
        """Where steps in a coarser format lead, or operands in one."""
        plainly, storage = self.reading.plainly, self.reading.arithmetic.storage
        if plainly.steps is None:
            return list(operand_directions(plainly, storage))
        return coarse_directions(plainly.steps, storage)

    def key_errors(self, widest: Errors, tightest: Errors) -> KeyErrors | None:
        """Typical errors that say what the columns of a row share; None where that is not known."""
        steps, arithmetic = self.reading.plainly.steps, self.reading.arithmetic
        if steps is None or arithmetic.truncates:
            return None
        closely = AttentionErrors(widest.values, widest.typical, widest.format, steps, arithmetic)
        if tightest is widest:
            return KeyErrors(closely, closely)
        tight = arithmetic.in_model(self.reading.models[0])
        return KeyErrors(closely, AttentionErrors(tightest.values, tightest.typical, tightest.format, steps, tight))
