"""One subject in one format: its right results judged, and those with a mistake in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lastdigit.assertions.agreement import arithmetic_of, call_of, computable
from lastdigit.base.number_format import float_format
from lastdigit.enclosure.upward import quietly
from lastdigit.operations.mistakes import NotApplicable
from lastdigit.verdicts.judge_call import Call, judge_call, presuming
from lastdigit.verdicts.verdict import DISAGREES, FAILED
from studies.vocabulary.right_results import right_results, stored
from studies.vocabulary.subjects import Subject

FORMATS = ("float64", "float32", "float16", "bfloat16")
TEN = 10.0
"""Standard deviations of a right result's error by which a mistake must change some element to be counted."""

BEYOND_BOUND = "disagrees proven"

OVERFLOWS = "torch multiplies before it divides, and gives ∞ for some numbers whose result is finite"
NOT_RIGHT = {
    ("hardsigmoid.gradient.input", "float64", "torch"): "torch multiplies by ⅙ rounded to float32",
    ("hardswish", "bfloat16", "torch"): OVERFLOWS,
    ("gelu", "bfloat16", "torch"): OVERFLOWS,
}
"""torch's known errors for some numbers, with the reason: a refused result of this kind is not counted as right."""


@dataclass
class Tally:
    """The counts of verdicts of a subject in a format, and details.

    ``right`` counts verdicts of right results, ``wrong`` those of results with a mistake that changes some element by
    more than ten standard deviations, ``slight`` those of others; ``not_right`` counts torch's errors.
    """

    elements: int = 0
    not_right: int = 0
    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    slight: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)


def tally(subject: Subject, dtype: str, *, mistakes: bool) -> Tally:
    """Judge all right results of a subject in a format, and wrong ones if ``mistakes``."""
    operation, arrays, parameters = subject.call
    with quietly():
        given = tuple(stored(arrays, float_format(dtype)))
        call = presuming(call_of(operation, given, parameters, arithmetic_of(dtype)))
        computable(call)
        found = Tally()
        for way, result in right_results(subject, float_format(dtype)):
            verdict = judge_call(call, result, dtype, explained=False)
            if (operation, dtype, way) in NOT_RIGHT and verdict.verdict in (DISAGREES, FAILED):
                found.not_right += 1
                continue
            found.elements += result.size
            found.right[_called(verdict)] += 1
            if verdict.verdict in (DISAGREES, FAILED):
                told = f"{way}: {verdict.evidence} {verdict.reason} at {verdict.worst_index}"
                found.refused.append(f"{told}: {verdict.observed} for {verdict.expected}")
        if mistakes:
            _add_mistakes(found, call, dtype)
    return found


def _called(verdict: Any) -> str:
    return f"{verdict.verdict} {verdict.evidence}" if verdict.verdict == DISAGREES else str(verdict.verdict)


def _add_mistakes(found: Tally, call: Call, dtype: str) -> None:
    """Add the verdicts of results with one mistake each, computed in float64 and rounded once."""
    power = call.power()
    for name, wrong, change in changes(call, dtype):
        counts = found.wrong if change > TEN else found.slight
        if np.isfinite(wrong).all() and power.within(call.compare(wrong)).disagreeing.size:
            counts[BEYOND_BOUND] += 1  # the judge reports this as well, and searches further
            continue
        verdict = judge_call(call, wrong, dtype, explained=False)
        counts[_called(verdict)] += 1
        if change > TEN and verdict.verdict not in (DISAGREES, FAILED):
            found.missed.append(f"{name}: {change:.3g} σ, {verdict.verdict} {verdict.reason}")


def changes(call: Call, dtype: str) -> Iterator[tuple[str, np.ndarray, float]]:
    """Every mistake that changes the stored result: its name, that result, and its largest change over σ."""
    format, plainly = float_format(dtype), call.reading.plainly
    sigma = call.reading.errors.sigma.reshape(call.reading.shape)
    true = format.round(plainly.true)
    for mistake in call.mistakes:
        try:
            read = plainly.read((mistake,))
        except (NotApplicable, ValueError):
            continue
        if read is None or np.array_equal(wrong := format.round(read), true, equal_nan=True):
            continue
        change = np.abs(wrong - true)
        of_finite = np.isfinite(true)
        far = np.where(np.isnan(wrong) & of_finite, np.inf, np.where(of_finite & (change > 0.0), change / sigma, 0.0))
        yield mistake.name, wrong, float(np.nanmax(far, initial=0.0))
