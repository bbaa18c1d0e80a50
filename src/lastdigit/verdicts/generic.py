"""What is looked for in any result beside the mistakes of the catalogue: coarser steps, wrong keys, a coarser grid."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from lastdigit.verdicts.attention_errors import AttentionErrors
from lastdigit.verdicts.coarse_directions import HALF_DIGITS, coarse_directions, count_ways
from lastdigit.verdicts.grids import GRID_TESTS
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.row_keys import KeyErrors
from lastdigit.verdicts.shares import TESTS_OF_A_SHARE


@dataclass(frozen=True, eq=False)
class Generic:
    """Of results of a reading of the widest arithmetic model."""

    reading: Reading

    @property
    def tests(self) -> int:
        """How many tests these are, without those of the keys of rows."""
        return GRID_TESTS + TESTS_OF_A_SHARE * self._ways

    @cached_property
    def _ways(self) -> int:
        """How many coarser steps there are."""
        return 0 if self.reading.plainly.steps is None else count_ways(self.reading.arithmetic.storage)

    @property
    def shows_in_elements(self) -> bool:
        """Whether the result is in so fine a format that any of its elements shows a coarser step."""
        return self.reading.arithmetic.storage.digits > HALF_DIGITS

    @cached_property
    def directions(self) -> list[Direction]:
        """Where steps in a coarser format lead, in the rows in which mistakes are read."""
        plainly = self.reading.plainly
        if plainly.steps is None:
            return []
        return list(coarse_directions(plainly.steps, self.reading.arithmetic.storage, plainly.sample))

    def whole(self, names: Collection[str]) -> list[Direction]:
        """Those of these names in all rows."""
        steps = self.reading.plainly.steps
        return [] if steps is None else list(coarse_directions(steps, self.reading.arithmetic.storage, names=names))

    def key_errors(self, reading: Reading, tightest: Reading) -> KeyErrors | None:
        """Typical errors that say what the columns of a row share; None where that is not known."""
        if reading.plainly.steps is None or reading.arithmetic.truncates:
            return None
        return KeyErrors(self._attention_errors(reading), self._attention_errors(tightest))

    def _attention_errors(self, reading: Reading) -> AttentionErrors:
        if reading.arithmetic.model not in self._known:
            errors, steps = reading.errors, reading.plainly.steps
            assert steps is not None
            found = AttentionErrors(errors.values, errors.typical, errors.format, steps, reading.arithmetic)
            self._known[reading.arithmetic.model] = found
        return self._known[reading.arithmetic.model]

    @cached_property
    def _known(self) -> dict[str, AttentionErrors]:
        return {}
