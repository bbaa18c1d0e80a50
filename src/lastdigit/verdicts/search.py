"""Searches for an explanation among the readings of one comparison."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import STORED, Arithmetic
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.operations.mistakes import Mistake
from lastdigit.operations.mistakes.mistake import ANY_INPUT, ANY_RESULT
from lastdigit.operations.mistakes.observed import left_out, overflowing
from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.coarser import ACCUMULATED, Coarser, coarser_than, likely_coarser
from lastdigit.verdicts.coarser_steps import coarser_steps, is_definite, rounded_inputs
from lastdigit.verdicts.comparison import Comparison
from lastdigit.verdicts.error_pattern import ENOUGH, common_factor, common_offset, looks_rounded, shortest_first
from lastdigit.verdicts.explain import OR, explain, explain_not_finite
from lastdigit.verdicts.nearness import Combination, Nearness
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.reals import Reals

OFFSET, FACTOR = "a constant offset of {}", "a constant factor of {}"


@dataclass(frozen=True)
class Search:
    """Candidate explanations of the compared ``elements`` of a result; ``printed``: compared with a print.

    ``excluded`` are mistakes of which less than half is in the result. In a large result candidates are sought in the
    rows in which mistakes are read, and what explains those must explain all. It leaves no more than its bound; with
    ``deviations`` no more than that many standard deviations of its rounding, and accounts for most of the error.
    """

    mistakes: Sequence[Mistake]
    reading: Reading
    elements: Sequence[int]
    comparison: Comparison
    printed: bool
    excluded: Collection[Mistake] = ()
    deviations: float | None = None

    def explain(self) -> str:
        """The explanation of the observed values, or a message that none is known."""
        mistakes = [*self.mistakes, *self._left_out()]
        simpler = chain(self._steps(definite=True), self._common())
        coarser = chain(self._steps(definite=False), self._coarser())
        size = len(self.comparison.expected)
        return explain(
            mistakes,
            self._observed,
            self._contains,
            self._plain,
            simpler,
            coarser,
            excluded=self.excluded,
            size=size,
            measured=self.deviations is not None,
        )

    @cached_property
    def _observed(self) -> np.ndarray:
        """The observed values in the sampled rows."""
        return (self.comparison if self._sample is None else self._sample.comparison).observed.high

    @cached_property
    def _sample(self) -> Search | None:
        """The search in the sampled rows, if not all rows are read."""
        rows, reading = self.reading.plainly.rows, self.reading.sampled
        if rows is None or reading is None or len(self.elements) < int(np.prod(self.reading.shape)):
            return None
        columns = self.reading.shape[-1]
        at = (rows[:, np.newaxis] * columns + np.arange(columns)).reshape(-1)
        comparison = self.comparison.at(at, (len(rows), columns))
        return Search(self.mistakes, reading, range(at.size), comparison, self.printed, deviations=self.deviations)

    def _contains(self, combination: Combination) -> bool:
        if self._sample is not None and all(map(_by_row, combination)) and not self._sample._contains(combination):
            return False
        if len(combination) == 1:
            seen = self.reading.changed(combination[0])
            if seen is None or not self._explained_by(seen):
                return False
            if seen.shape == self.reading.shape:
                return True
        read = self.reading.whole(combination)
        return read is not None and read.shape == self.reading.shape and self._explained_by(read)

    def _explained_by(self, read: RoundedBalls) -> bool:
        return self.comparison.explained_by(self._bands(read), printed=self.printed)

    def _bands(self, read: RoundedBalls) -> Bands:
        bands = Bands.of(read) if self.deviations is None else Bands.typical(read, self.deviations)
        return bands.at(self.elements)

    def _plain(self, combination: Combination) -> np.ndarray | None:
        if self._sample is not None:
            return self.reading.plainly.in_sample(combination)
        read = self.reading.plain(combination)
        if read is None or len(self.elements) == read.size:
            return None if read is None else read.ravel()
        return read.ravel()[list(self.elements)]

    def _left_out(self) -> Iterator[Mistake]:
        """Dropout, detectable in a complete result."""
        shape, true = self.reading.shape, self.reading.plain(())
        if true is not None and len(self.elements) == true.size:
            yield from left_out(self.comparison.observed.high.reshape(shape), true)

    @cached_property
    def _true(self) -> np.ndarray | None:
        """The definition's values in float64, flat; None if it has none that are finite."""
        read = self._plain(())
        return read if read is not None and np.all(np.isfinite(read)) else None

    def _steps(self, *, definite: bool) -> Iterator[tuple[str, Callable[[], bool]]]:
        """Single steps in a coarser format, nearest first."""
        called = {ANY_INPUT, ANY_RESULT, *(mistake.operation for mistake in self.mistakes)}
        steps = [
            step
            for step in coarser_steps(self.reading.arithmetic)
            if step.operation in called and is_definite(step) == definite
        ]
        near = Nearness(steps, self._observed, self._plain)
        for step in near.present() if definite else near.explaining():
            yield step.name, partial(self._contains, (step,))

    def _common(self) -> Iterator[tuple[str, Callable[[], bool]]]:
        """A common offset or factor of all elements, without which the result is right."""
        true = self._true
        if true is None or self.printed:
            return
        error = self._observed - true
        if (offset := common_offset(error)) is not None:
            for text, number in shortest_first(offset):
                yield OFFSET.format(text), partial(self._right, np.subtract, number)
        if (factor := common_factor(error, true)) is not None:
            for text, number in shortest_first(factor):
                if number:
                    yield FACTOR.format(text), partial(self._right, np.divide, number)

    def _right(self, without: np.ufunc, number: float) -> bool:
        """Whether the observed values would agree with the definition without an offset or a factor."""
        for comparison in (self.comparison if self._sample is None else self._sample.comparison, self.comparison):
            values = Reals.floats(without(comparison.observed.high, number))
            if replace(comparison, observed=values).disagreeing.size:
                return False
        return True

    def _coarser(self) -> Iterator[tuple[str, Callable[[], bool]]]:
        arithmetic = self.reading.arithmetic
        if self.printed:
            likely = list(coarser_than(arithmetic))
        else:
            likely = likely_coarser(arithmetic, self._observed, single=self._is_single(arithmetic))
        for coarser in likely:
            if self._looks(coarser) and self._coarsely_explained(coarser.arithmetic):
                yield OR.join([coarser.name, *self._as_well(coarser)]), lambda: True

    def _as_well(self, coarser: Coarser) -> Iterator[str]:
        """Steps indistinguishable from sums in the same format: the rounding of exp depends on its library."""
        if coarser.name != ACCUMULATED.format(coarser.format.name):
            return
        called = {mistake.operation for mistake in self.mistakes}
        for step in coarser_steps(self.reading.arithmetic):
            in_format = step.name.endswith(f" in {coarser.format.name}")
            if in_format and step.operation in called and not is_definite(step) and self._contains((step,)):
                yield step.name

    def _looks(self, coarser: Coarser) -> bool:
        """Whether the errors look like rounding in an arithmetic."""
        true, rounded = self._true, self._plain((rounded_inputs(coarser.format),))
        if true is None or rounded is None or not np.all(np.isfinite(rounded)):
            return True
        u = coarser.format.unit_roundoff
        return looks_rounded(self._observed - true, true, rounded - true, coarser.fine, u)

    def _is_single(self, arithmetic: Arithmetic) -> bool:
        """Whether all inputs of a float64 result are representable in float32."""
        if arithmetic.storage != FORMATS["float64"] or self._true is None:
            return False
        rounded = self._plain((rounded_inputs(FORMATS["float32"]),))
        return rounded is not None and np.array_equal(rounded, self._true)

    def _coarsely_explained(self, arithmetic: Arithmetic) -> bool:
        """An arithmetic that allows an all-zero result explains nothing. A few elements are compared with the widest
        model only: they may lie within another one's bounds by chance.
        """
        if self._sample is not None and not self._sample._coarsely_explained(arithmetic):
            return False
        zeros = self.comparison.of_zeros()
        tightest = STORED if self._observed.size >= ENOUGH else arithmetic.model
        for model in dict.fromkeys((tightest, arithmetic.model)):
            bands = self._bands(self.reading.coarsely(arithmetic.in_model(model)))
            if self.comparison.explained_by(bands, printed=self.printed):
                return not zeros.explained_by(bands, printed=self.printed)
        return False


def _by_row(mistake: Mistake) -> bool:
    """Whether a mistake commutes with selecting rows."""
    return not (
        mistake.across_rows or mistake.of_result or mistake.of_inputs or mistake.operation == "attention_weights"
    )


def why_not_finite(mistakes: Sequence[Mistake], reading: Reading, result: np.ndarray) -> str:
    """The mistakes that give nan or ∞ exactly where ``result`` has them; empty if none does."""
    formats = {reading.arithmetic.storage, reading.arithmetic.accumulation}
    return explain_not_finite([*mistakes, *overflowing(formats)], result, reading.plain)
