"""The decision rule: of a document against its definition, and of an implementation against both."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from lastdigit.cases.case import Expected
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.errors import MissingFramework
from lastdigit.golden import Golden
from lastdigit.implementation import Implementation
from lastdigit.mistakes import Mistake
from lastdigit.printing.value import PrintedValue
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION, INPUTS, PRINTING, Band, Bound, Comparison
from lastdigit.verdicts.decide import bands_of, decided, decimal, same_digits, shape_verdict, shortest, with_power
from lastdigit.verdicts.printed_part import WrongShape, printed_elements
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.readings import CaseReadings, LazyBands, enclosure, rounding
from lastdigit.verdicts.search import Search, why_not_finite
from lastdigit.verdicts.verdict import (
    AGAINST_DEFINITION,
    AGAINST_DOCUMENT,
    AGREES,
    DISAGREES,
    FAILED,
    THE_DOCUMENT,
    UNDECIDED,
    Verdict,
)


def judge_document(readings: CaseReadings) -> list[Verdict]:
    """Rule 1: what the document printed against the definition over all inputs that print as given."""
    return [_document_verdict(readings, expected) for expected in readings.case.expected]


def judge_implementation(readings: CaseReadings, implementation: Implementation, dtype: str) -> list[Verdict]:
    """Rules 2 and 3: an implementation's result against every golden of the case, and against the definition.

    Raises :class:`MissingFramework` where its framework is not installed. Whatever else goes wrong in it is a verdict.
    """
    golden_names = [expected.golden for expected in readings.case.expected]
    bases = [_verdict(readings, name, implementation.name, dtype, AGAINST_DOCUMENT) for name in golden_names]
    bases.append(_verdict(readings, "", implementation.name, dtype, AGAINST_DEFINITION))
    given = readings.handed_over(dtype)[: len(implementation.arrays)]
    start = time.perf_counter()
    try:
        result, found = implementation.run(given, dtype, dict(readings.case.parameters))
        reason = _refusal(readings, result, dtype, found)
    except MissingFramework:
        raise
    except Exception as error:
        result, reason = np.zeros(()), f"raised {type(error).__name__}: {error}"
    seconds = time.perf_counter() - start
    arithmetic = implementation.arithmetic(dtype)
    if reason:
        why = _why_refused(readings, result, arithmetic)
        return [replace(base, verdict=FAILED, reason=reason, explanation=why, seconds=seconds) for base in bases]
    verdicts = []
    for base, expected in zip(bases, readings.case.expected, strict=False):
        golden = readings.document.golden(expected.golden)
        if golden.kind == "shape":
            verdicts.append(shape_verdict(base, golden, result.shape))
        else:
            try:
                verdicts.append(_against_document(readings, base, expected, golden, result, arithmetic))
            except WrongShape as error:
                verdicts.append(replace(base, verdict=FAILED, reason=str(error)))
    verdicts.append(_against_definition(readings, bases[-1], result, arithmetic))
    return [replace(verdict, seconds=seconds) for verdict in verdicts]


def _document_verdict(readings: CaseReadings, expected: Expected) -> Verdict:
    if expected.golden not in readings.of_goldens:
        readings.of_goldens[expected.golden] = _judge_golden(readings, expected)
    return readings.of_goldens[expected.golden]


def _judge_golden(readings: CaseReadings, expected: Expected) -> Verdict:
    golden = readings.document.golden(expected.golden)
    base = _verdict(readings, golden.name, THE_DOCUMENT, golden.format.dtype, AGAINST_DEFINITION)
    if golden.kind == "shape":
        return shape_verdict(base, golden, readings.result_shape)
    if (refused := _no_numbers(golden)) is not None:
        return replace(base, verdict=DISAGREES, reason=refused)
    reading = readings.of_document(golden.format.dtype)
    read = reading.true
    try:
        elements, values = _printed(expected, golden, read.shape)
    except WrongShape as error:
        return replace(base, verdict=FAILED, reason=str(error))
    centres, radii = enclosure(read.value)
    errors = rounding(read)
    comparison = Comparison(
        golden.shape,
        tuple(decimal(centres[e]) for e in elements),
        tuple(centres[e] for e in elements),
        tuple(value.centre for value in values),
        {
            PRINTING: [value.half_width for value in values],
            DOCUMENT: [errors[e] for e in elements],
            INPUTS: [radii[e] for e in elements],
        },
    )
    same = [same_digits(golden, value, centre) for value, centre in zip(values, comparison.expected, strict=True)]
    verdict = decided(base, comparison, [value.token for value in values], same, of=len(centres))
    return _with_power(verdict, comparison, readings, reading, elements)


def _against_document(
    readings: CaseReadings,
    base: Verdict,
    expected: Expected,
    golden: Golden,
    result: np.ndarray,
    arithmetic: Arithmetic,
) -> Verdict:
    if (refused := _no_numbers(golden)) is not None:
        return replace(base, verdict=DISAGREES, reason=refused)
    document = readings.of_document(golden.format.dtype).true
    reading = readings.against_document(arithmetic)
    own = reading.true
    elements, values = _printed(expected, golden, result.shape)
    middles, own_radii = enclosure(own.value)
    centres, radii = enclosure(document.value)
    of_document, of_own = rounding(document), rounding(own)

    def reach(element: int) -> Bound:
        """How far the exact value can be from the one at the inputs' middles."""
        radius, own_radius = radii[element], own_radii[element]
        if radius is None or own_radius is None:
            return None
        return abs(centres[element] - middles[element]) + radius + own_radius

    flat = result.ravel().tolist()
    comparison = Comparison(
        golden.shape,
        tuple(value.token for value in values),
        tuple(value.centre for value in values),
        tuple(Fraction(flat[e]) for e in elements),
        {
            PRINTING: [value.half_width for value in values],
            DOCUMENT: [of_document[e] for e in elements],
            INPUTS: [reach(e) for e in elements],
            IMPLEMENTATION: [of_own[e] for e in elements],
        },
    )
    same = [same_digits(golden, value, y) for value, y in zip(values, comparison.observed, strict=True)]
    verdict = decided(base, comparison, [shortest(flat[e], base.dtype) for e in elements], same, of=result.size)
    of_golden = _document_verdict(readings, expected)
    if of_golden.verdict != DISAGREES:
        return _with_power(verdict, comparison, readings, reading, elements)
    if verdict.verdict == DISAGREES and comparison.explained_by(LazyBands(own, elements), printed=False):
        verdict = with_power(verdict, comparison, _changed(readings, reading, elements))
        return replace(verdict, explanation=f"right by the definition; the document: {of_golden.explanation}")
    verdict = _with_power(verdict, comparison, readings, reading, elements)
    if verdict.verdict == AGREES and not comparison.rules_out(LazyBands(own, elements)):
        reason = f"what is allowed in {verdict.dtype} is too wide to tell the printed numbers from the definition's"
        return replace(verdict, verdict=UNDECIDED, reason=reason)
    return verdict


def _against_definition(readings: CaseReadings, base: Verdict, result: np.ndarray, arithmetic: Arithmetic) -> Verdict:
    reading = readings.against_definition(arithmetic)
    read = reading.true
    centres, radii = enclosure(read.value)
    flat = result.ravel().tolist()
    comparison = Comparison(
        result.shape,
        tuple(decimal(centre) for centre in centres),
        tuple(centres),
        tuple(Fraction(value) for value in flat),
        {INPUTS: radii, IMPLEMENTATION: rounding(read)},
    )
    verdict = decided(base, comparison, [shortest(value, base.dtype) for value in flat], None, of=result.size)
    return _with_power(verdict, comparison, readings, reading, range(len(flat)))


def _with_power(
    verdict: Verdict, comparison: Comparison, readings: CaseReadings, reading: Reading, elements: Sequence[int]
) -> Verdict:
    printed = verdict.implementation == THE_DOCUMENT
    search = Search(readings.mistakes, reading, elements, comparison, printed)
    return with_power(verdict, comparison, _changed(readings, reading, elements), search)


def _changed(readings: CaseReadings, reading: Reading, elements: Sequence[int]) -> list[tuple[Mistake, Sequence[Band]]]:
    return bands_of([(mistake, reading.changed(mistake)) for mistake in readings.mistakes], elements)


def _why_refused(readings: CaseReadings, result: np.ndarray, arithmetic: Arithmetic) -> str:
    """What gives nan or ∞ where a result of the right shape has it."""
    if result.shape != readings.result_shape or result.dtype.kind != "f" or np.all(np.isfinite(result)):
        return ""
    return why_not_finite(readings.mistakes, readings.against_definition(arithmetic), result)


def _refusal(readings: CaseReadings, result: np.ndarray, dtype: str, found: str) -> str:
    """Why a result is no result: the wrong dtype, the wrong shape, or numbers that are not finite."""
    shape = readings.result_shape
    if found != dtype:
        return f"gave {found}, claims {dtype}"
    if result.shape != shape:
        return f"gave shape {result.shape}, the definition has {shape}"
    if not np.all(np.isfinite(result)):
        first = tuple(int(i) for i in np.argwhere(~np.isfinite(result))[0])
        return f"gave {result[first]} at {list(first)}"
    return ""


def _no_numbers(golden: Golden) -> str | None:
    """Why no result of real numbers can be what a golden prints; None where it can."""
    odd = [value.token for value in golden.values if value is not None and not isinstance(value, PrintedValue)]
    return (
        f"{golden.name} prints {', '.join(dict.fromkeys(odd))} where the definition gives real numbers" if odd else None
    )


def _printed(expected: Expected, golden: Golden, shape: tuple[int, ...]) -> tuple[list[int], list[PrintedValue]]:
    """The elements of a result that are printed, with their values; a cut token that bounds nothing is left out."""
    pairs = [
        (element, value)
        for element, value in zip(printed_elements(expected, golden, shape), golden.numbers, strict=True)
        if value is not None
    ]
    return [element for element, _ in pairs], [value for _, value in pairs]


def _verdict(readings: CaseReadings, golden: str, implementation: str, dtype: str, against: str) -> Verdict:
    case = readings.case
    return Verdict(case.document, case.name, golden, case.operation, implementation, dtype, against, UNDECIDED)
