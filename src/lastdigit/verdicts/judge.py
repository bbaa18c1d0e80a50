"""The judge: turns expected values, observed values and the terms of the allowance into a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.base.evidence import CALIBRATED, PROVEN
from lastdigit.enclosure.arithmetic import STORED
from lastdigit.operations.mistakes import Mistake
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION, PRINTING, TYPICAL, Comparison
from lastdigit.verdicts.decide import decided
from lastdigit.verdicts.examination import Examination, names_of
from lastdigit.verdicts.explain import OR
from lastdigit.verdicts.measured_result import MeasuredResult, deviations_for, tests_of
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.printed_result import PrintedResult
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.reals import Reals, total
from lastdigit.verdicts.search import Search
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, THE_DOCUMENT, UNDECIDED, Verdict

ARITHMETIC = (DOCUMENT, IMPLEMENTATION)
"""The terms due to the rounding of a computation rather than to printing."""


@dataclass(frozen=True, eq=False)
class Power:
    """What a comparison must answer: mistakes in a ``reading``, whose ``elements`` are compared.

    The reading is in the widest arithmetic model that may fit, and ``allows`` returns the allowance in a given model.
    It is None if the comparison already allows for everything; the ``model`` may be known already.
    """

    mistakes: Sequence[Mistake]
    reading: Reading
    elements: Sequence[int] | np.ndarray
    allows: Callable[[Reading], Reals] | None = None
    model: str = ""

    @cached_property
    def at(self) -> np.ndarray | slice:
        """An index for the compared elements of an array; a slice for all."""
        elements = self.elements
        return slice(None) if isinstance(elements, range) else np.asarray(elements, dtype=np.intp)

    def within(self, comparison: Comparison, model: str = "") -> Comparison:
        """A comparison with an allowance for rounding in an arithmetic model, by default the widest one."""
        if self.allows is None:
            return comparison
        reading = self.reading.in_model(model) if model else self.reading
        return replace(comparison, terms={**comparison.terms, IMPLEMENTATION: self.allows(reading)})

    @cached_property
    def directions(self) -> list[Direction]:
        """The directions of the mistakes, in the rows in which they are read."""
        return self.reading.plainly.directions(self.mistakes, sampled=True)

    @cached_property
    def tests(self) -> int:
        """The number of tests in a verdict of a result on given numbers."""
        return tests_of(self.reading.shape, directions=len(self.directions), others=self.reading.generic.tests)

    @cached_property
    def deviations(self) -> float:
        """λ for all tests together."""
        return deviations_for(self.tests)


def judge(
    base: Verdict,
    comparison: Comparison,
    observed: Sequence[str],
    power: Power | None,
    *,
    of: int,
    same: np.ndarray | None = None,
    most: int | None = None,
    evidence: str = CALIBRATED,
    explained: bool = True,
) -> Verdict:
    """The verdict of a comparison.

    ``observed``: the observed values as text; ``of``: the number of elements of the result; ``same``: which print the
    same digits; ``most``: the number of disagreeing elements with details. With ``evidence`` "proven", calibrated
    evidence does not refuse a result but becomes the reason. The search for an explanation, slow for large arrays, is
    done only if ``explained``.
    """
    graded = None if power is None or not len(comparison.expected) else _graded(comparison, power)
    comparison = comparison if graded is None else graded.comparison
    verdict = decided(base, comparison, observed, same, of=of, most=most)
    if verdict.verdict == UNDECIDED and not comparison.observed.known.all():
        verdict = replace(verdict, reason=_nothing_finite(comparison, observed, base.dtype))
    if verdict.verdict == DISAGREES:
        verdict = replace(verdict, evidence=PROVEN)
    if power is None or graded is None:
        return verdict
    found = graded.found
    verdict = replace(
        verdict,
        arithmetic=graded.arithmetic,
        rules_out=len(found.names) - len(found.blind_to),
        mistakes=len(found.names),
        blind_to=found.blind_to,
        shares=found.shares,
        rows_read=found.rows_read,
    )
    beyond = _beyond(found)
    if verdict.verdict == DISAGREES:
        reason = "" if found.causes else found.definite
        explanation = _explained(comparison, power, found, verdict) if explained else ""
        return replace(verdict, reason=reason, explanation=explanation)
    if beyond and evidence == CALIBRATED:
        return _calibrated(verdict, comparison, observed, power, found, most=most, explained=explained)
    if beyond:
        return replace(verdict, reason=f"calibrated evidence against it: {beyond}")
    return _with_power(verdict, found)


@dataclass(frozen=True, eq=False)
class _Graded:
    """A comparison in an arithmetic ``model``, and the tightest model that its elements satisfy, empty for none."""

    comparison: Comparison
    power: Power
    model: str
    arithmetic: str

    @cached_property
    def measured(self) -> MeasuredResult:
        """The result as a measurement."""
        comparison, reading = self.comparison, self.power.reading
        tightest, read = (reading.in_model(model) for model in (reading.models[0], self.model))
        return MeasuredResult(
            comparison.observed.high, comparison.differences, read, tightest, self.power.tests, reading.generic
        )

    @cached_property
    def found(self) -> Examination:
        """Examine printed numbers by element-wise intervals, and exact numbers by typical errors."""
        comparison, power, reading = self.comparison, self.power, self.power.reading
        if PRINTING not in comparison.terms:
            return self.measured.examined(power.directions)
        tightest = reading.in_model(reading.models[0])
        allowed = comparison.allowed.high
        others = [term for name, term in comparison.terms.items() if name not in ARITHMETIC]
        printing = total(others, len(comparison.expected)).high
        least = allowed if power.model else printing + tightest.rounding[power.at].high
        printed = PrintedResult(comparison.differences, power.at, comparison.expected.high, allowed, least, printing)
        return printed.examined(reading.plainly.directions(power.mistakes))


def _graded(comparison: Comparison, power: Power) -> _Graded:
    """The tightest model that a result satisfies, by elements and by patterns; else the widest. A result is refused
    only if it satisfies none, so a right one is refused no more often than in its own model.
    """
    if power.allows is None:
        return _Graded(comparison, power, power.reading.arithmetic.model, power.model)
    kept = ""
    for model in power.reading.models:
        within = power.within(comparison, model)
        if within.unknown or within.disagreeing.size:
            continue
        graded = _Graded(within, power, model, model)
        if PRINTING in comparison.terms:
            return graded
        if graded.measured.keeps_limits:
            if not graded.measured.shows_a_pattern and not _beyond(graded.found):
                return graded
            kept = kept or model
    return _Graded(power.within(comparison), power, power.reading.arithmetic.model, kept)


def _beyond(found: Examination) -> str:
    """A description of errors beyond rounding: mistakes that explain them, patterns, or shares of mistakes."""
    if found.causes:
        return f"the error is that of: {OR.join(names_of(found.causes))}"
    names = dict.fromkeys(name for direction in found.present for name in direction.names)
    return "; ".join(found.patterns) or (f"the error has a share of {', or '.join(names)}" if names else "")


def _calibrated(
    verdict: Verdict,
    comparison: Comparison,
    observed: Sequence[str],
    power: Power,
    found: Examination,
    *,
    most: int | None,
    explained: bool,
) -> Verdict:
    """A disagreement at a stated probability: element by element if it shows there, else as a whole."""
    limits = power.reading.errors.limits(power.deviations).reshape(-1)
    within = replace(comparison, terms={TYPICAL: Reals.floats(limits)})
    elements = decided(verdict, within, observed, None, of=verdict.of, most=most)
    shown = elements if elements.disagreeing else verdict
    causes = OR.join(names_of(found.causes))
    sought = explained and not causes and not found.definite
    return replace(
        shown,
        verdict=DISAGREES,
        evidence=CALIBRATED,
        arithmetic="",
        reason="" if found.causes else found.definite or ("" if elements.disagreeing else _beyond(found)),
        explanation=_explained(within, power, found, shown) if sought else causes,
    )


def _explained(comparison: Comparison, power: Power, found: Examination, verdict: Verdict) -> str:
    """The explanation of these numbers: by shares if sums are wider than the storage format, else by bounds."""
    reading = power.reading
    if found.causes and reading.arithmetic.is_wide:
        return OR.join(names_of(found.causes))
    reading = reading.in_model(STORED) if STORED in reading.models else reading
    printed = verdict.implementation == THE_DOCUMENT
    excluded = {mistake for direction, share in found.measured if share.excludes for mistake in direction.mistakes}
    deviations = power.deviations if TYPICAL in comparison.terms else None
    return Search(power.mistakes, reading, power.elements, comparison, printed, excluded, deviations).explain()  # type: ignore[arg-type]


def _with_power(verdict: Verdict, found: Examination) -> Verdict:
    """Require an agreement to exclude some mistake, and every gross one that the arithmetic does not hide."""
    if verdict.verdict != AGREES:
        return verdict
    if found.names and not verdict.rules_out:
        reason = f"the {verdict.dtype} tolerance is too wide to exclude any of {verdict.mistakes} mistakes"
        return replace(verdict, verdict=UNDECIDED, reason=reason)
    if found.hidden:
        reason = f"the {verdict.dtype} tolerance is too wide to exclude: {', '.join(found.hidden)}"
        return replace(verdict, verdict=UNDECIDED, reason=reason)
    return verdict


def refused(base: Verdict, result: np.ndarray, shape: Sequence[int], dtype: str = "") -> Verdict | None:
    """The verdict of a result with the wrong shape or, if one is declared, the wrong ``dtype``."""
    reason = ""
    if dtype and dtype != base.dtype:
        reason = f"returned {dtype}; declared {base.dtype}"
    elif result.shape != tuple(shape):
        reason = f"returned shape {result.shape}; expected {tuple(shape)}"
    return replace(base, verdict=FAILED, reason=reason) if reason else None


def not_finite(base: Verdict, comparison: Comparison, power: Power | None, result: np.ndarray) -> Verdict | None:
    """The verdict of a ``result`` that is nan or ∞ where it must be a finite number; None if it is nowhere so.

    If the definition has no value, or the format may overflow, nan and ∞ are neither right nor wrong.
    """
    if comparison.observed.known.all():
        return None
    bounds = (comparison if power is None else power.within(comparison)).bounds
    wrong = np.flatnonzero(~comparison.observed.known & bounds.known)
    if not wrong.size:
        return None
    index = comparison.index(int(wrong[0]))
    return replace(base, verdict=FAILED, reason=f"returned {result[index]} at {list(index)}")


def _nothing_finite(comparison: Comparison, observed: Sequence[str], dtype: str) -> str:
    place = int(np.flatnonzero(~comparison.observed.known)[0])
    told = f"returned {observed[place]} at {list(comparison.index(place))}"
    return f"{told}, where {dtype} may overflow or the definition has no value"
