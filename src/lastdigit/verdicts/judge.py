"""The judge: what was expected, what was observed and the terms of what may lie between them become a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.enclosure.arithmetic import STORED
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.upward import quietly
from lastdigit.evidence import CALIBRATED, PROVEN
from lastdigit.mistakes import Mistake
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION, PRINTING, TYPICAL, Comparison
from lastdigit.verdicts.decide import decided
from lastdigit.verdicts.examination import Examination, names_of
from lastdigit.verdicts.explain import OR
from lastdigit.verdicts.generic import Generic
from lastdigit.verdicts.measured_result import MeasuredResult, deviations_for, errors_of, tests_of
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.printed_result import PrintedResult
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.reals import Reals, total
from lastdigit.verdicts.search import Search
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, THE_DOCUMENT, UNDECIDED, Verdict

ARITHMETIC = (DOCUMENT, IMPLEMENTATION)
"""The terms that belong to the rounding of a computation, and not to what was printed."""


@dataclass(frozen=True, eq=False)
class Power:
    """What a comparison is asked for: mistakes in a ``reading``, of which ``elements`` are compared.

    The reading is in the widest arithmetic model that may fit, unless the ``model`` that does is known already and the
    comparison allows for what was measured.
    """

    mistakes: Sequence[Mistake]
    reading: Reading
    elements: Sequence[int] | np.ndarray
    model: str = ""

    @cached_property
    def directions(self) -> list[Direction]:
        """Where the mistakes lead."""
        return self.reading.plainly.directions(self.mistakes)

    @cached_property
    def at(self) -> np.ndarray | slice:
        """The elements that are compared, for an array; all of them by a slice."""
        elements = self.elements
        return slice(None) if isinstance(elements, range) else np.asarray(elements, dtype=np.intp)

    @cached_property
    def tests(self) -> int:
        """How many tests of a result on given numbers the verdict is made of."""
        shape = self.reading.true.shape
        return tests_of(shape, directions=len(self.directions), others=self.generic.tests)

    @cached_property
    def generic(self) -> Generic:
        """What is looked for beside the mistakes."""
        return Generic(self.reading)

    @cached_property
    def deviations(self) -> float:
        """λ for all of them together."""
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

    ``observed``: the observed values as people read them; ``of``: how many elements the result has; ``same``: which
    print the same digits; ``most``: how many of the elements that disagree are kept in detail. With ``evidence``
    "proven" what is only calibrated refuses nothing, and is told as the reason. Unless it shall be ``explained`` nobody
    looks for what gives a result that disagrees, which takes long where the arrays are large.
    """
    verdict = decided(base, comparison, observed, same, of=of, most=most)
    if verdict.verdict == UNDECIDED and not comparison.observed.known.all():
        verdict = replace(verdict, reason=_nothing_finite(comparison, observed, base.dtype))
    if verdict.verdict == DISAGREES:
        verdict = replace(verdict, evidence=PROVEN)
    if power is None or not len(comparison.expected):
        return verdict
    graded = _graded(comparison, power) if verdict.verdict != DISAGREES else None
    if graded is not None and verdict.verdict == UNDECIDED:
        verdict = replace(verdict, verdict=AGREES, reason="")
    found = _examined(comparison, power, graded)
    verdict = replace(
        verdict,
        arithmetic=graded.model if graded is not None and IMPLEMENTATION in comparison.terms else "",
        rules_out=len(found.names) - len(found.blind_to),
        mistakes=len(found.names),
        blind_to=found.blind_to,
        shares=found.shares,
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
    """The tightest arithmetic model that fits, and the comparison in it."""

    model: str
    comparison: Comparison


def _graded(comparison: Comparison, power: Power) -> _Graded | None:
    """The tightest model whose bound and whose typical error all elements keep; None where none does."""
    reading = power.reading
    if power.model or IMPLEMENTATION not in comparison.terms:
        return None if comparison.unknown else _Graded(power.model, comparison)
    for model in reading.models:
        read = reading.in_model(model)
        terms = {**comparison.terms, IMPLEMENTATION: read.rounding[power.at]}
        within = comparison if read is reading else replace(comparison, terms=terms)
        if within.unknown or within.disagreeing.size:
            continue
        if PRINTING in comparison.terms or _keeps(comparison, errors_of(read), power):
            return _Graded(model, within)
    return None


def _keeps(comparison: Comparison, errors: Errors, power: Power) -> bool:
    """Whether every error is as small as independent roundings make it."""
    with quietly():
        limit = (errors.bias + power.deviations * errors.sigma).reshape(-1)
        return not np.any(np.abs(comparison.differences) > limit)


def _examined(comparison: Comparison, power: Power, graded: _Graded | None) -> Examination:
    """By what is known of each element alone where numbers are printed; by typical errors where they are exact."""
    reading = power.reading
    tightest = reading.in_model(reading.models[0])
    if PRINTING not in comparison.terms:
        fits = errors_of(reading if graded is None else reading.in_model(graded.model))
        widest = fits if graded is None or comparison.unknown else errors_of(reading)
        result = MeasuredResult(
            comparison.observed.high, comparison.differences, widest, fits, errors_of(tightest), power.tests
        )
        return result.examined(power.directions, power.generic)
    allowed = (graded.comparison if graded is not None else comparison).allowed.high
    others = [term for name, term in comparison.terms.items() if name not in ARITHMETIC]
    printing = total(others, len(comparison.expected)).high
    least = allowed if power.model else printing + tightest.rounding[power.at].high
    printed = PrintedResult(comparison.differences, power.at, comparison.expected.high, allowed, least, printing)
    return printed.examined(power.directions)


def _beyond(found: Examination) -> str:
    """What goes further than rounding carries it: mistakes that explain it, patterns, or shares of mistakes."""
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
    """A disagreement at a stated probability: element by element where it shows there, else as a whole."""
    errors = errors_of(power.reading)
    with quietly():
        limit = (errors.bias + power.deviations * errors.sigma).reshape(-1)
    within = replace(comparison, terms={TYPICAL: Reals.floats(limit)})
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
    """What gives these numbers: by its share where sums are wider than what is stored, else by its own bound."""
    reading = power.reading
    if found.causes and reading.arithmetic.is_wide:
        return OR.join(names_of(found.causes))
    reading = reading.in_model(STORED) if STORED in reading.models else reading
    printed = verdict.implementation == THE_DOCUMENT
    return Search(power.mistakes, reading, power.elements, comparison, printed).explain()  # type: ignore[arg-type]


def _with_power(verdict: Verdict, found: Examination) -> Verdict:
    """An agreement excludes some mistake, and every gross one that the arithmetic does not hide."""
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
    """The verdict of what is no result: of the wrong ``dtype``, where one is declared, or of the wrong shape."""
    reason = ""
    if dtype and dtype != base.dtype:
        reason = f"returned {dtype}; declared {base.dtype}"
    elif result.shape != tuple(shape):
        reason = f"returned shape {result.shape}; expected {tuple(shape)}"
    return replace(base, verdict=FAILED, reason=reason) if reason else None


def not_finite(base: Verdict, comparison: Comparison, result: np.ndarray) -> Verdict | None:
    """The verdict of a ``result`` that is nan or ∞ where it must be a finite number; None where it is nowhere so.

    Where the definition has no value, or the format may overflow, nan and ∞ are neither right nor wrong.
    """
    if comparison.observed.known.all():
        return None
    wrong = np.flatnonzero(~comparison.observed.known & comparison.bounds.known)
    if not wrong.size:
        return None
    index = comparison.index(int(wrong[0]))
    return replace(base, verdict=FAILED, reason=f"returned {result[index]} at {list(index)}")


def _nothing_finite(comparison: Comparison, observed: Sequence[str], dtype: str) -> str:
    place = int(np.flatnonzero(~comparison.observed.known)[0])
    told = f"returned {observed[place]} at {list(comparison.index(place))}"
    return f"{told}, where {dtype} may overflow or the definition has no value"
