"""The examination of a result: what it shows beyond its elements, and which mistakes it does not exclude."""

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
from lastdigit.verdicts.generic import Generic
from lastdigit.verdicts.grids import coarser_grid
from lastdigit.verdicts.patterns import pattern_tests, patterns
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.row_keys import SHARED, KeyErrors
from lastdigit.verdicts.shares import TESTS_OF_A_SHARE, Measured, interval_share, measured
from lastdigit.verdicts.verdict import Share

ALIKE = 1.25
"""Of several mistakes that explain a result, those are named that leave at most so many times what the best one leaves."""


@dataclass(frozen=True, eq=False)
class Examination:
    """What the shares of mistakes say of a result.

    ``measured`` gives each direction's share. ``patterns`` are those of an error that no mistake makes, in words.
    ``hidden`` are the gross mistakes that only the width of the arithmetic hides, ``present`` the directions along which
    the error goes further than rounding carries it, and ``causes`` the mistakes that leave nothing but rounding.
    ``definite`` is the pattern that says what is wrong, where one is all that there is.
    """

    measured: Sequence[tuple[Direction, Measured]]
    patterns: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    causes: tuple[Mistake, ...] = ()
    present: tuple[Direction, ...] = ()
    definite: str = ""

    @cached_property
    def shares(self) -> tuple[Share, ...]:
        """The share of every mistake, to four digits, its uncertainty rounded up."""
        return tuple(
            Share(direction.names, _digits(found.share), _digits(found.uncertainty, up=True))
            for direction, found in self.measured
        )

    @property
    def names(self) -> set[str]:
        """All mistakes that were looked for."""
        return {name for direction, _ in self.measured for name in direction.names}

    @property
    def blind_to(self) -> tuple[str, ...]:
        """The mistakes that the result does not exclude."""
        return tuple(
            dict.fromkeys(name for direction, found in self.measured if not found.excludes for name in direction.names)
        )


def tests_of(shape: tuple[int, ...], directions: int, generic: int = 0) -> int:
    """How many tests a result of this shape undergoes, and as many again for the keys of rows."""
    return SHARED * (pattern_tests(_rows(shape)) + TESTS_OF_A_SHARE * directions + generic)


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


def examined(
    error: np.ndarray,
    observed: np.ndarray,
    directions: Sequence[Direction],
    errors: Errors,
    fits: Errors,
    tightest: Errors,
    tests: int,
    generic: Generic,
) -> Examination:
    """A result's error (flat, nan where nothing finite was ``observed``) against its definition: rules 3, 5 and 6.

    What is beyond rounding is so in the widest model, whose typical ``errors`` these are; what is excluded is so in the
    model that the result ``fits``; ``tightest`` are the errors of the tightest there is. ``tests`` are those of the whole
    verdict, of which each is passed with the same probability.
    """
    rows, deviations = error.reshape(errors.values.shape), deviations_for(tests)
    keys = generic.key_errors(errors, tightest)
    closely = None if keys is None else keys.widest
    found, beyond = [], []
    for direction in directions:
        share = _beside_nan(error, direction)
        if share is None:
            change = direction.change.reshape(rows.shape)
            share = measured(rows, change, fits, deviations)
            widest = share if fits is errors else measured(rows, change, errors, deviations, closely)
            if widest.beyond_rounding:
                beyond.append((direction, widest))
        found.append((direction, share))
    for direction in generic.directions:
        share = measured(rows, direction.change.reshape(rows.shape), errors, deviations, closely)
        if share.beyond_rounding and share.is_one:
            beyond.append((direction, share))
    key = None if keys is None else keys.row_keys(rows)
    grid = coarser_grid(observed, errors.values.reshape(-1), errors.format, tests)
    seen = tuple(patterns(rows, errors, deviations))
    definite = grid or ""
    if key is not None and keys is not None and not definite:
        others = rows.copy()
        others[key.row] = np.nan
        alone = keys.row_keys(others) is None and not any(patterns(others, errors, deviations))
        definite, seen = (key.words, seen) if alone else ("", (*seen, key.along))
    seen = (definite, *seen) if definite else seen
    with quietly():
        least = (tightest.bias + deviations * tightest.sigma).reshape(-1)
    hidden = _hidden(found, tightest.values.reshape(-1), least)
    causes = _causes(rows, errors, beyond, tests, keys)
    return Examination(found, seen, hidden, causes, tuple(direction for direction, _ in beyond), definite)


def examined_print(
    error: np.ndarray,
    directions: Sequence[Direction],
    at: np.ndarray | slice,
    values: np.ndarray,
    allowed: np.ndarray,
    least: np.ndarray,
    printing: np.ndarray,
) -> Examination:
    """An error against printed ``values``, of which nothing but what is ``allowed`` is known: rules 1, 2 and 6.

    All flat; ``at`` says which elements of the result are compared. ``least`` is what the tightest model allows,
    ``printing`` what is allowed apart from arithmetic: what printing alone hides is no fault of the arithmetic.
    """
    found = []
    nothing = np.zeros_like(error)
    with quietly():
        within = np.where(np.isfinite(least), np.maximum(least, printing), np.inf)
    for direction in directions:
        change = direction.change[at]
        found.append((direction, _beside_nan(error, direction, at) or interval_share(error, change, allowed)))
    shown = [
        (direction, share)
        for direction, share in found
        if interval_share(nothing, direction.change[at], printing).excludes
    ]
    return Examination(found, (), _hidden(shown, values, within, at))


def _causes(
    error: np.ndarray,
    errors: Errors,
    found: Sequence[tuple[Direction, Measured]],
    tests: int,
    keys: KeyErrors | None,
) -> tuple[Mistake, ...]:
    """The mistakes that are wholly there and leave nothing but rounding, of them those that leave least."""
    left: dict[Direction, float] = {}
    deviations = deviations_for(tests)
    with quietly():
        limit = errors.bias + deviations * errors.sigma
        for direction, share in found:
            if share.is_whole:
                rest = error - direction.change.reshape(error.shape)
                key = None if keys is None else keys.row_keys(rest)
                if key is None and not any(patterns(rest, errors, deviations)):
                    left[direction] = float(np.nanmax(np.abs(rest) / limit, initial=0.0))
    least = min(left.values(), default=0.0)
    return tuple(mistake for direction in left if left[direction] <= ALIKE * least for mistake in direction.mistakes)


def _beside_nan(error: np.ndarray, direction: Direction, at: np.ndarray | slice = slice(None)) -> Measured | None:
    """The share of a mistake that gives nan or ∞ where something finite was observed: none."""
    change = direction.change[at]
    if np.all(np.isfinite(change)):
        return None
    wrong = ~np.isfinite(change) & np.isfinite(error)
    return Measured(0.0, 0.0 if np.any(wrong) else float("inf"), False)


def _hidden(
    found: Sequence[tuple[Direction, Measured]],
    values: np.ndarray,
    least: np.ndarray,
    at: np.ndarray | slice = slice(None),
) -> tuple[str, ...]:
    """Gross mistakes that are not excluded because of the arithmetic.

    They change an element by more than two right results in the tightest model may differ, or by more than half of its
    size. Of parts that is asked of one of median size.
    """
    hidden: list[str] = []
    with quietly():
        reach = np.minimum(2.0 * least, 0.5 * np.abs(values))
        clear = np.median(np.abs(values) / least) > 2.0 if values.size else False
        for direction, share in found:
            if not direction.gross or share.excludes or (direction.part and clear):
                continue
            change = np.abs(direction.change[at])
            if np.any(np.isfinite(change) & (change > reach) & (change > 0.0)):
                hidden += direction.names
    return tuple(dict.fromkeys(hidden))


def _rows(shape: tuple[int, ...]) -> tuple[int, int]:
    """As rows: what lies along the last axis is one; a number, or an array of one axis, is one row."""
    if not shape:
        return 1, 1
    count = int(np.prod(shape[:-1]))
    return count, shape[-1]


def _digits(number: float, *, up: bool = False) -> float:
    if not np.isfinite(number) or number == 0.0:
        return number
    rounded = float(f"{number:.4g}")
    return float(f"{number * 1.0005:.4g}") if up and rounded < number else rounded


def names_of(mistakes: Sequence[Mistake]) -> Iterator[str]:
    """Their names, each once."""
    yield from dict.fromkeys(mistake.name for mistake in mistakes)
