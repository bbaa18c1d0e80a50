"""A result against its definition, on exactly the numbers it was given: a measurement. Rules 3, 5 and 6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.typical import Typical, factor_for
from lastdigit.enclosure.upward import quietly
from lastdigit.evidence import FALSE_ALARM
from lastdigit.mistakes import Mistake
from lastdigit.verdicts.examination import Examination, beside_nan, hidden_gross
from lastdigit.verdicts.generic import Generic
from lastdigit.verdicts.grids import coarser_grid
from lastdigit.verdicts.patterns import pattern_tests, patterns
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.row_keys import SHARED, KeyErrors
from lastdigit.verdicts.shares import TESTS_OF_A_SHARE, UNKNOWN, Measured, measured

ALIKE = 1.25
"""Of several mistakes that explain a result, those are named that leave at most so many times what the best leaves."""


def tests_of(shape: tuple[int, ...], *, directions: int, others: int) -> int:
    """How many tests a result of this shape undergoes with so many directions, and as many for the keys of rows."""
    return SHARED * (pattern_tests(_rows(shape)) + TESTS_OF_A_SHARE * directions + others)


def deviations_for(tests: int) -> float:
    """λ for so many tests of one verdict together."""
    return factor_for(tests, FALSE_ALARM)


def errors_of(reading: Reading) -> Errors:
    """The typical errors of a reading's definition, as rows, with what is not known of its exact values."""
    centre, radius = reading.enclosure
    shape = reading.true.shape
    typical = reading.true.typical
    rows = _rows(shape)
    bias, element, row, whole = (part.reshape(rows) for part in typical.in_shape(shape).parts())
    factor = typical.factor
    if factor.ndim:
        factor = np.broadcast_to(factor, (*shape[:-1], 1)).reshape(rows[0], 1)
    found = Typical(bias, element, row, whole, factor).biased(radius.high.reshape(rows))
    return Errors(centre.high.reshape(rows), found, reading.arithmetic.storage)


@dataclass(frozen=True, eq=False)
class MeasuredResult:
    """Flat ``observed`` values and their ``error``, nan where nothing finite was observed.

    What is beyond rounding is so in the ``widest`` arithmetic model, whose typical errors these are; what is excluded
    is so in the model that the result ``fits``; ``tightest`` are the errors of the tightest there is. ``tests`` counts
    those of the whole verdict, each of which is passed with the same probability.
    """

    observed: np.ndarray
    error: np.ndarray
    widest: Errors
    fits: Errors
    tightest: Errors
    tests: int

    def examined(self, directions: Sequence[Direction], generic: Generic) -> Examination:
        """The shares of mistakes in these directions, and what else the error shows."""
        keys = generic.key_errors(self.widest, self.tightest)
        closely = None if keys is None else keys.widest
        found, beyond = [], []
        for direction in directions:
            share = beside_nan(self.error, direction)
            if share is None:
                change = direction.change.reshape(self._rows.shape)
                share = measured(self._rows, change, self.fits, self._deviations)
                of_widest = share
                if self.fits is not self.widest:
                    of_widest = measured(self._rows, change, self.widest, self._deviations, closely)
                if of_widest.beyond_rounding:
                    beyond.append((direction, of_widest))
            found.append((direction, share))
        for direction in generic.directions:
            change = direction.change.reshape(self._rows.shape)
            share = measured(self._rows, change, self.widest, self._deviations, closely)
            if not (share.beyond_rounding and share.is_one):
                share = self._in_tightest(change, keys)
            if share.beyond_rounding and share.is_one:
                beyond.append((direction, share))
        definite, *others = self._seen(keys)
        hidden = hidden_gross(
            found, self.tightest.values.reshape(-1), self.tightest.limits(self._deviations).reshape(-1)
        )
        return Examination(
            found,
            patterns=(*((definite,) if definite else ()), *others),
            hidden=hidden,
            causes=self._causes(beyond, keys),
            present=tuple(direction for direction, _ in beyond),
            definite=definite,
        )

    def _in_tightest(self, change: np.ndarray, keys: KeyErrors | None) -> Measured:
        """The share of a step in a coarser format, where without it the rows that it changes keep the tightest model.

        What no wider model gives by chance is no bias of one either: nothing else rounds the same numbers so.
        """
        changed = np.any(change != 0.0, axis=-1)
        if keys is None or not keys.tells_tightest(self._rows - change, changed, self.tests):
            return UNKNOWN
        return measured(self._rows, change, self.tightest, self._deviations)

    @cached_property
    def _rows(self) -> np.ndarray:
        return self.error.reshape(self.widest.values.shape)

    @cached_property
    def _deviations(self) -> float:
        return deviations_for(self.tests)

    def _seen(self, keys: KeyErrors | None) -> Iterator[str]:
        """The pattern that is all that there is, or an empty text; then the others."""
        grid = coarser_grid(self.observed, self.widest.values.reshape(-1), self.widest.format, self.tests)
        key = None if keys is None or grid else keys.row_keys(self._rows)
        along = ""
        if keys is None or key is None:
            yield grid or ""
        else:
            others = self._rows.copy()
            others[key.row] = np.nan
            alone = not self._goes_beyond(others, keys)
            along = "" if alone else key.along
            yield key.words if alone else ""
        yield from patterns(self._rows, self.widest, self._deviations)
        if along:
            yield along

    def _goes_beyond(self, error: np.ndarray, keys: KeyErrors | None) -> bool:
        """Whether an error shows any pattern, or a wrong key of a row."""
        return (keys is not None and keys.row_keys(error) is not None) or any(
            patterns(error, self.widest, self._deviations)
        )

    def _causes(self, beyond: Sequence[tuple[Direction, Measured]], keys: KeyErrors | None) -> tuple[Mistake, ...]:
        """The mistakes that are wholly there and leave nothing but rounding, of them those that leave least."""
        left: dict[Direction, float] = {}
        limits = self.widest.limits(self._deviations)
        for direction, share in beyond:
            rest = self._rows - direction.change.reshape(self._rows.shape)
            if share.is_whole and not self._goes_beyond(rest, keys):
                with quietly():
                    left[direction] = float(np.nanmax(np.abs(rest) / limits, initial=0.0))
        least = min(left.values(), default=0.0)
        return tuple(
            mistake for direction in left if left[direction] <= ALIKE * least for mistake in direction.mistakes
        )


def _rows(shape: tuple[int, ...]) -> tuple[int, int]:
    """As rows: what lies along the last axis is one; a number, or an array of one axis, is one row."""
    if not shape:
        return 1, 1
    return int(np.prod(shape[:-1])), shape[-1]
