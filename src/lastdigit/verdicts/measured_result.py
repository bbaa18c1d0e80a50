"""A result against its definition, on exactly the inputs it was given: a measurement. Rules 3, 5 and 6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.enclosure.functionals import UNKNOWN_SUMS, Sums
from lastdigit.enclosure.typical import factor_for
from lastdigit.enclosure.upward import quietly
from lastdigit.operations.mistakes import Mistake
from lastdigit.verdicts.examination import Examination, beside_nan, hidden_gross
from lastdigit.verdicts.generic import Generic
from lastdigit.verdicts.grids import coarser_grid
from lastdigit.verdicts.patterns import ELEMENT, pattern_tests, patterns
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.reading import Reading, as_rows
from lastdigit.verdicts.row_keys import SHARED, KeyErrors
from lastdigit.verdicts.shares import HALF, TESTS_OF_A_SHARE, Closely, Measured, measured

ALIKE = 1.25
"""Of several mistakes that explain a result, those are named whose residual is at most n times the best one's."""

FEW_STEPS = 4.0
"""An error is followed back only if it exceeds n times the rounding of a stored number: following costs time."""


def tests_of(shape: tuple[int, ...], *, directions: int, others: int) -> int:
    """The number of tests of a result of this shape, by its ``directions`` and the ``others``."""
    return SHARED * (pattern_tests(as_rows(shape)) + TESTS_OF_A_SHARE * directions + others)


def deviations_for(tests: int) -> float:
    """λ for all ``tests`` of one verdict together."""
    return factor_for(tests, FALSE_ALARM)


@dataclass(frozen=True, eq=False)
class MeasuredResult:
    """Flat ``observed`` values and their ``error``, nan for non-finite values. Errors are judged in the arithmetic
    model of the ``reading``; ``tightest`` is the reading in the tightest model, ``generic`` the tests in addition to
    mistakes. ``tests`` is the number in the whole verdict, all at the same false-alarm probability.
    """

    observed: np.ndarray
    error: np.ndarray
    reading: Reading
    tightest: Reading
    tests: int
    generic: Generic

    def examined(self, directions: Sequence[Direction]) -> Examination:
        """The shares of mistakes in these directions, and other patterns of the error. Mistakes that sampled rows do
        not exclude are read in all rows.
        """
        rows = self.reading.plainly.rows
        found = list(self._shares(directions, rows))
        if rows is not None and self.keeps_limits:
            left = [mistake for direction, share in found if not share.excludes for mistake in direction.mistakes]
            whole = list(self._shares(self.reading.plainly.directions(left), None))
            found = [entry for entry in found if entry[1].excludes] + whole
        beyond = [(direction, share) for direction, share in found if share.beyond_rounding]
        beyond += [entry for entry in self._coarser() if entry[1].beyond_rounding and entry[1].is_one]
        definite, *others = self._seen
        hidden: tuple[str, ...] = ()
        if self.keeps_limits:
            least = self.tightest.errors
            hidden = hidden_gross(found, least.values.reshape(-1), least.limits(self._deviations).reshape(-1))
        return Examination(
            found,
            patterns=(*((definite,) if definite else ()), *others),
            hidden=hidden,
            causes=self._causes(beyond),
            present=tuple(direction for direction, _ in beyond),
            definite=definite,
            rows_read=0 if rows is None else len(rows),
        )

    def _coarser(self) -> list[tuple[Direction, Measured]]:
        """The shares of coarser steps in the error; for those that seem present, in all rows."""
        rows, generic = self.reading.plainly.rows, self.generic
        if generic.shows_in_elements and self.keeps_limits:
            return []
        found = list(self._shares(generic.directions, rows))
        if rows is not None:
            seem = {name for direction, share in found if share.may_be_one for name in direction.names}
            found = list(self._shares(generic.whole(seem), None)) if seem else []
        return [
            (direction, share if share.beyond_rounding and share.is_one else self._in_tightest(direction, share))
            for direction, share in found
        ]

    def _in_tightest(self, direction: Direction, share: Measured) -> Measured:
        """The share of a step in a coarser format, if without it the changed rows satisfy the tightest model.

        An error that no wider model gives by chance is no bias of one either: nothing else rounds these numbers like
        this.
        """
        if self._keys is None or not share.share > HALF:
            return share
        change = direction.change.reshape(self._rows.shape)
        changed = np.any(change != 0.0, axis=-1)
        if not self._keys.tells_tightest(self._rows - change, changed, self.tests):
            return share
        return next(measured(self._rows, [direction.change], self.tightest.errors, self._deviations))

    def _shares(self, directions: Sequence[Direction], rows: np.ndarray | None) -> Iterator[tuple[Direction, Measured]]:
        """The share of each direction in the error, in these rows."""
        error = self._rows if rows is None else self._rows[rows]
        errors = self.reading.errors if rows is None else self.reading.errors.at(rows)

        def summed(weights: np.ndarray) -> Sums:
            everywhere = np.zeros(self._rows.shape)
            everywhere[slice(None) if rows is None else rows] = weights
            return self._summed_closely(everywhere)

        closely = Closely(summed, errors.last_rounding if self._keys is None else None)
        told = [beside_nan(error.reshape(-1), direction) for direction in directions]
        changes = [each.change for each, share in zip(directions, told, strict=True) if share is None]
        read = measured(error, changes, errors, self._deviations, closely)
        for direction, share in zip(directions, told, strict=True):
            yield direction, next(read) if share is None else share

    def _summed_closely(self, weights: np.ndarray) -> Sums:
        """A weighted sum of all errors, with their known correlations; ``weights`` as rows."""
        if self._keys is not None:
            return self._keys.widest.of_all(weights)
        errors, followed = self.reading.errors, self.reading.followed_errors
        sums = errors.of_all(weights) if errors.are_known(weights) else UNKNOWN_SUMS
        found = sums if followed is None else followed.of_all(weights, errors)
        return found if found.limit(self._deviations) < sums.limit(self._deviations) else sums

    @cached_property
    def keeps_limits(self) -> bool:
        """Whether every error is within the limit of independent roundings."""
        limits = self.reading.errors.limits(self._deviations).reshape(-1)
        return not np.any(np.abs(self.error) > limits)

    @cached_property
    def _rows(self) -> np.ndarray:
        return self.error.reshape(self.reading.errors.values.shape)

    @cached_property
    def _deviations(self) -> float:
        return deviations_for(self.tests)

    @property
    def shows_a_pattern(self) -> bool:
        """Whether the error is beyond rounding, regardless of shares of mistakes."""
        return any(self._seen)

    @cached_property
    def _seen(self) -> list[str]:
        """The pattern that explains everything, or an empty text; then the other patterns."""
        errors, keys = self.reading.errors, self._keys
        # where the format may overflow a zero is as right as any other number, and what is all rounding has few digits
        values, limits = errors.values.reshape(-1), errors.limits(self._deviations).reshape(-1)
        told = np.isfinite(limits) & (np.abs(values) > limits)
        grid = coarser_grid(self.observed[told], values[told], errors.format, self.tests)
        key = None if keys is None or grid else keys.row_keys(self._rows)
        others = list(patterns(self._rows, errors, self._deviations))
        if key is None:
            return [grid or "", *(others or self._beyond_their_steps())]
        rest = self._rows.copy()
        rest[key.row] = np.nan
        return ["", *others, key.along] if self._goes_beyond(rest) else [key.words, *others]

    def _beyond_their_steps(self) -> list[str]:
        """Whether an element's error exceeds the combined roundings of all steps.

        The one with the largest error is checked, and the one with the largest error beside its row's largest number,
        if storing that number in few steps would not explain it.
        """
        size = np.abs(self._rows)
        with quietly():
            roundings = size / np.max(self.reading.errors.last_rounding, axis=-1, keepdims=True, initial=0.0)
        asked = np.isfinite(roundings) & (roundings > FEW_STEPS * self._deviations)
        if self._keys is not None or not np.any(asked):
            return []
        followed = self.reading.followed_errors
        if followed is None:
            return []
        places = {int(np.argmax(np.where(asked, each, -1.0))) for each in (size, roundings)}
        return [ELEMENT] * any(size.flat[place] > followed.limit(place, self._deviations) for place in places)

    @cached_property
    def _keys(self) -> KeyErrors | None:
        """Typical errors that say what the columns of a row share; None if that is not known."""
        ours, tightest = self.reading.attention_errors, self.tightest.attention_errors
        return None if ours is None or tightest is None else KeyErrors(ours, tightest)

    def _goes_beyond(self, error: np.ndarray) -> bool:
        """Whether an error shows any pattern, or a row's wrong key."""
        return any(patterns(error, self.reading.errors, self._deviations)) or (
            self._keys is not None and self._keys.row_keys(error) is not None
        )

    def _causes(self, beyond: Sequence[tuple[Direction, Measured]]) -> tuple[Mistake, ...]:
        """The mistakes fully present that leave only rounding, reduced to those that leave least."""
        left: dict[Direction, float] = {}
        limits = self.reading.errors.limits(self._deviations)
        for direction, share in beyond:
            if not share.is_whole:
                continue
            rest = self._rows - self._in_all_rows(direction).reshape(self._rows.shape)
            if not self._goes_beyond(rest):
                with quietly():
                    left[direction] = float(np.nanmax(np.abs(rest) / limits, initial=0.0))
        least = min(left.values(), default=0.0)
        return tuple(
            mistake for direction in left if left[direction] <= ALIKE * least for mistake in direction.mistakes
        )

    def _in_all_rows(self, direction: Direction) -> np.ndarray:
        """The change by a direction, in all rows."""
        return direction.change if direction.change.size == self.error.size else self.reading.plainly.change(direction)
