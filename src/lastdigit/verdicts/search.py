"""The search for an explanation among the readings of one comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.mistakes import Mistake
from lastdigit.mistakes.observed import left_out, overflowing
from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.coarser import coarser_than
from lastdigit.verdicts.comparison import Comparison
from lastdigit.verdicts.explain import Combination, explain, explain_not_finite
from lastdigit.verdicts.reading import Reading


@dataclass(frozen=True)
class Search:
    """What can explain the ``elements`` of a result that were compared; ``printed`` where they were read off a page."""

    mistakes: Sequence[Mistake]
    reading: Reading
    elements: Sequence[int]
    comparison: Comparison
    printed: bool

    def explain(self) -> str:
        """The names of what gives the observed values, or that nothing known does."""
        mistakes = [*self.mistakes, *self._left_out()]
        return explain(mistakes, self._observed, self._contains, self._plain, self._coarser())

    @cached_property
    def _observed(self) -> np.ndarray:
        return self.comparison.observed.high

    def _contains(self, combination: Combination) -> bool:
        if len(combination) == 1:
            seen = self.reading.changed(combination[0])
            if seen is None or not self._explained_by(seen):
                return False
            if seen.shape == self.reading.true.shape:
                return True
        read = self.reading.whole(combination)
        return read is not None and read.shape == self.reading.true.shape and self._explained_by(read)

    def _explained_by(self, read: RoundedBalls) -> bool:
        return self.comparison.explained_by(Bands.of(read).at(self.elements), printed=self.printed)

    def _plain(self, combination: Combination) -> np.ndarray | None:
        read = self.reading.plain(combination)
        return None if read is None else read.ravel()[list(self.elements)]

    def _left_out(self) -> Iterator[Mistake]:
        """Dropout, which can be told where the whole result is there."""
        shape, true = self.reading.true.shape, self.reading.plain(())
        if true is not None and len(self.elements) == true.size:
            yield from left_out(self._observed.reshape(shape), true)

    def _coarser(self) -> Iterator[tuple[str, Callable[[], bool]]]:
        for coarser in coarser_than(self.reading.arithmetic):
            if self.printed or coarser.could_give(self._observed):
                yield coarser.name, partial(self._coarsely_explained, coarser.arithmetic)

    def _coarsely_explained(self, arithmetic: Arithmetic) -> bool:
        """An arithmetic that could as well have given nothing but zeros explains nothing."""
        read = self.reading.coarsely(arithmetic)
        zeros = self.comparison.of_zeros()
        return self._explained_by(read) and not zeros.explained_by(
            Bands.of(read).at(self.elements), printed=self.printed
        )


def why_not_finite(mistakes: Sequence[Mistake], reading: Reading, result: np.ndarray) -> str:
    """The mistakes that give nan or ∞ just where ``result`` has them; empty for none of them."""
    formats = {reading.arithmetic.storage, reading.arithmetic.accumulation}
    return explain_not_finite([*mistakes, *overflowing(formats)], result, reading.plain)
