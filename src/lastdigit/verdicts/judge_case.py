"""The decision rule for a case: of a document against its definition, and of an implementation against both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lastdigit.base.errors import MissingRequirement
from lastdigit.base.evidence import INFERRED, PROVEN
from lastdigit.base.number_format import FORMATS
from lastdigit.cases.case import Expected
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.implementations.implementation import Implementation
from lastdigit.implementations.isolation.call import Call, NoResult, Returned
from lastdigit.implementations.isolation.runner import Limits, Runner
from lastdigit.printing.golden import Golden
from lastdigit.printing.value import PrintedValue
from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION, INPUTS, PRINTING, Comparison, Digits
from lastdigit.verdicts.decide import Observed, shape_verdict
from lastdigit.verdicts.judge import Power, judge, not_finite, refused
from lastdigit.verdicts.printed_part import WrongShape
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.reals import Reals, apart, total
from lastdigit.verdicts.search import why_not_finite
from lastdigit.verdicts.verdict import (
    AGAINST_DEFINITION,
    AGAINST_DOCUMENT,
    AGREES,
    DISAGREES,
    FAILED,
    SKIPPED,
    THE_DOCUMENT,
    UNDECIDED,
    Verdict,
)

FEWER_DIGITS = "it shows fewer digits than its printer can; its numbers may have been rounded before printing"


def judge_document(readings: CaseReadings) -> list[Verdict]:
    """Rule 1: the document's prints against the definition over all inputs that print as given."""
    return [_document_verdict(readings, expected) for expected in readings.case.expected]


def judge_implementation(
    readings: CaseReadings, implementation: Implementation, dtype: str, runner: Runner, limits: Limits
) -> list[Verdict]:
    """Rules 2 and 3: an implementation's result against every golden of the case, and against the definition.

    A result that satisfies an arithmetic model of its definition is measured: its distance from the exact result for
    the document's inputs is known, and no bound is needed against the goldens. Any error in it becomes a verdict.
    """
    golden_names = [expected.golden for expected in readings.case.expected]
    bases = [_verdict(readings, name, implementation.name, dtype, AGAINST_DOCUMENT) for name in golden_names]
    bases.append(_verdict(readings, "", implementation.name, dtype, AGAINST_DEFINITION))
    masks = readings.case.masks
    call = implementation.call(dtype, dict(readings.case.parameters), masks)

    def made(call: Call, arrays: Sequence[np.ndarray | None]) -> Returned:
        given = (*arrays[: len(implementation.arrays)], *masks.values())
        return runner.call(call, given, implementation.limits(limits))

    try:
        returned = made(call, readings.handed_over(dtype))
    except MissingRequirement as error:
        return [replace(base, verdict=SKIPPED, reason=str(error)) for base in bases]
    except NoResult as error:
        return _all_failed(bases, str(error))
    bases = [replace(base, seconds=returned.seconds, notes=returned.notes) for base in bases]
    result, arithmetic = returned.result, implementation.arithmetic(dtype)
    failed = _failed(readings, bases[-1], returned, arithmetic)
    if failed is not None:
        return _all_failed(bases, failed.reason, failed.explanation)
    by_definition = _against_definition(readings, bases[-1], result, arithmetic)
    order = readings.reversed_order(dtype) if by_definition.verdict == AGREES else None
    if order is not None:

        def again(arrays: Sequence[np.ndarray | None]) -> Returned:
            return made(replace(call, deterministic=False), arrays)

        def agrees(other: Returned) -> bool:
            return _against_definition(readings, bases[-1], other.result, arithmetic).verdict != DISAGREES

        if reason := order.fault(returned, again, agrees):
            return _all_failed(bases, reason)
    ran = _Ran(readings, result, arithmetic, by_definition)

    def against(expected: Expected, base: Verdict) -> Callable[[CaseReadings], Verdict]:
        return lambda read: replace(ran, readings=read).against(expected, base)

    verdicts = [
        _as_inferred(readings, against(expected, base))
        for expected, base in zip(readings.case.expected, bases, strict=False)
    ]
    return [*verdicts, by_definition]


def _all_failed(bases: Sequence[Verdict], reason: str, explanation: str = "") -> list[Verdict]:
    return [replace(base, verdict=FAILED, reason=reason, explanation=explanation) for base in bases]


def _document_verdict(readings: CaseReadings, expected: Expected) -> Verdict:
    if expected.golden not in readings.of_goldens:
        readings.of_goldens[expected.golden] = _as_inferred(readings, lambda read: _judge_golden(read, expected))
    return readings.of_goldens[expected.golden]


def judge_print(readings: CaseReadings, expected: Expected, golden: Golden) -> Verdict:
    """Rule 1 for another document's print in place of the golden ``expected``.

    Where it disagrees as it was read, it is read by its digits alone, and so are the goldens that the case takes: what
    is inferred of a print refuses nothing.
    """
    verdict = _judge_numbers(readings, expected, golden)
    wide = readings.at_widest or readings
    if verdict.verdict != DISAGREES or (wide is readings and golden.widest == golden.format):
        return verdict
    return _judge_numbers(wide, expected, replace(golden, format=golden.widest))


def _as_inferred(readings: CaseReadings, judged: Callable[[CaseReadings], Verdict]) -> Verdict:
    """The verdict, inferred if goldens read by their digits alone do not disagree."""
    verdict = judged(readings)
    if verdict.verdict != DISAGREES or verdict.evidence != PROVEN or readings.at_widest is None:
        return verdict
    if judged(readings.at_widest).verdict == DISAGREES:
        return verdict
    return replace(verdict, evidence=INFERRED, reason=verdict.reason or FEWER_DIGITS)


def computed_in(golden: Golden, readings: CaseReadings) -> str:
    """The coarsest format in which a document may have computed its prints.

    Whole numbers, which have none, take the case's.
    """
    dtype = golden.coarsest
    return dtype if dtype in FORMATS else readings.case.dtype or "float64"


def _judge_golden(readings: CaseReadings, expected: Expected) -> Verdict:
    return _judge_numbers(readings, expected, readings.document.golden(expected.golden))


def _judge_numbers(readings: CaseReadings, expected: Expected, golden: Golden) -> Verdict:
    base = _verdict(readings, expected.golden, THE_DOCUMENT, golden.format.dtype, AGAINST_DEFINITION)
    if golden.kind == "shape":
        return shape_verdict(base, golden, readings.result_shape)
    if (refused := _no_numbers(golden)) is not None:
        return replace(base, verdict=DISAGREES, reason=refused)
    reading = readings.of_document(computed_in(golden, readings))
    try:
        part = readings.printed(expected, golden)
    except WrongShape as error:
        return replace(base, verdict=FAILED, reason=str(error))
    centre, radius = reading.enclosure
    exact = centre[part.elements]
    comparison = Comparison(
        golden.shape,
        Digits(exact),
        exact,
        part.centre,
        {PRINTING: part.half_width, DOCUMENT: reading.rounding[part.elements], INPUTS: radius[part.elements]},
    )
    power = Power(readings.mistakes, reading, part.elements)
    return judge(base, comparison, part.tokens, power, of=len(centre), same=part.digits.of(exact))


@dataclass(frozen=True, eq=False)
class _Ran:
    """What an implementation returned for a case, and its verdict against the definition."""

    readings: CaseReadings
    result: np.ndarray
    arithmetic: Arithmetic
    by_definition: Verdict

    def against(self, expected: Expected, base: Verdict) -> Verdict:
        """Rule 2, against one golden of the case."""
        golden = self.readings.document.golden(expected.golden)
        if golden.kind == "shape":
            return shape_verdict(base, golden, self.result.shape)
        if (refusal := _no_numbers(golden)) is not None:
            return replace(base, verdict=DISAGREES, reason=refusal)
        try:
            return self._against_numbers(expected, golden, base)
        except WrongShape as error:
            return replace(base, verdict=FAILED, reason=str(error))

    def _against_numbers(self, expected: Expected, golden: Golden, base: Verdict) -> Verdict:
        readings, result = self.readings, self.result
        is_measured = bool(self.by_definition.arithmetic)
        document = readings.of_document(computed_in(golden, readings))
        own = readings.at_middles if is_measured else readings.against_document(self.arithmetic)
        part = readings.printed(expected)
        elements = part.elements
        flat = result.reshape(-1)[elements]
        observed = Reals.floats(flat)
        exact = own.enclosure[0][elements]
        terms = {
            PRINTING: part.half_width,
            DOCUMENT: document.rounding[elements],
            INPUTS: _reach(document, own)[elements],
        }
        if is_measured:
            terms[IMPLEMENTATION] = apart(observed, exact)
            power = Power(readings.mistakes, own, elements, model=self.by_definition.arithmetic)
        else:
            power = Power(readings.mistakes, own, elements, lambda reading: reading.rounding[elements])
        comparison = Comparison(golden.shape, part.tokens, part.centre, observed, terms)
        verdict = judge(
            base, comparison, Observed(flat, base.dtype), power, of=result.size, same=part.digits.of(observed)
        )
        of_golden = _document_verdict(readings, expected)
        if of_golden.verdict != DISAGREES:
            return verdict
        comparison = power.within(comparison)
        right = Bands(exact, comparison.terms[IMPLEMENTATION])
        if verdict.verdict == DISAGREES and comparison.explained_by(right, printed=False):
            return replace(verdict, explanation=f"right by the definition; the document: {of_golden.explanation}")
        if verdict.verdict == AGREES and not comparison.rules_out(right):
            reason = f"the {verdict.dtype} tolerance cannot distinguish the printed values from the definition"
            return replace(verdict, verdict=UNDECIDED, reason=reason)
        return verdict


def _reach(document: Reading, own: Reading) -> Reals:
    """The largest distance of the exact value from the one at the inputs' midpoints."""
    (centre, radius), (middle, own_radius) = document.enclosure, own.enclosure
    return total([apart(centre, middle), radius, own_radius], len(centre))


def _against_definition(readings: CaseReadings, base: Verdict, result: np.ndarray, arithmetic: Arithmetic) -> Verdict:
    comparison, power = _by_definition(readings, result, arithmetic)
    return judge(base, comparison, Observed(result, base.dtype), power, of=result.size)


def _by_definition(readings: CaseReadings, result: np.ndarray, arithmetic: Arithmetic) -> tuple[Comparison, Power]:
    reading = readings.against_definition(arithmetic)
    centre, radius = reading.enclosure
    comparison = Comparison(result.shape, Digits(centre), centre, Reals.floats(result), {INPUTS: radius})
    return comparison, Power(readings.mistakes, reading, range(result.size), lambda reading: reading.rounding)


def _failed(readings: CaseReadings, base: Verdict, returned: Returned, arithmetic: Arithmetic) -> Verdict | None:
    """The verdict of a result with nan or ∞, with the mistakes that have them in the same places."""
    result = returned.result
    if (wrong := refused(base, result, readings.result_shape, returned.dtype)) is not None:
        return wrong
    finite = np.isfinite(result)
    if not np.array_equal(arithmetic.storage.round(result[finite]), result[finite]):
        return replace(base, verdict=FAILED, reason=f"returned numbers that {base.dtype} does not hold")
    if np.all(finite):
        return None
    comparison, power = _by_definition(readings, result, arithmetic)
    failed = not_finite(base, comparison, power, result)
    return failed and replace(failed, explanation=why_not_finite(readings.mistakes, power.reading, result))


def _no_numbers(golden: Golden) -> str | None:
    """Why no result of real numbers can be what a golden prints; None if it can."""
    odd = [value.token for value in golden.values if value is not None and not isinstance(value, PrintedValue)]
    return (
        f"{golden.name} prints {', '.join(dict.fromkeys(odd))} where the definition gives real numbers" if odd else None
    )


def _verdict(readings: CaseReadings, golden: str, implementation: str, dtype: str, against: str) -> Verdict:
    case = readings.case
    return Verdict(case.document, case.name, golden, case.operation, implementation, dtype, against, UNDECIDED)
