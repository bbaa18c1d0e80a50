"""Relations: conditions on printed values for any inputs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from lastdigit.base.errors import told
from lastdigit.base.number_format import float_format, is_integer
from lastdigit.cases.case import Relation
from lastdigit.cases.reference import ReferenceDocument, UnknownInput
from lastdigit.printing.golden import Golden
from lastdigit.printing.tokens import NUMBER
from lastdigit.printing.value import PrintedValue
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, AGREES, DISAGREES, THE_DOCUMENT, Element, Verdict

LARGEST = 1 << 1000
_QUOTIENT = re.compile(r"[-+]?[0-9]{1,400}/0*[1-9][0-9]{0,400}")

Finding = tuple[tuple[int, ...], str, str, Fraction, Fraction]
"""Index, expected and observed values as text, the error, and the allowance."""


def judge_relation(document: ReferenceDocument, relation: Relation) -> Verdict:
    """Judge whether a relation can hold for some numbers that print as given. Raises :class:`InvalidCase`."""
    golden = document.golden(relation.golden)
    check = RELATIONS.get(relation.holds)
    if check is None:
        expected = f"a relation among {', '.join(RELATIONS)}"
        raise document.error("relation", relation.name, relation.holds, expected, relation.holds)
    try:
        findings = check(document, golden, relation.arguments)
    except (LookupError, UnknownInput, ValueError) as error:
        expected = f"valid arguments of {relation.holds} for {golden.name}"
        found = f"{dict(relation.arguments)}: {type(error).__name__}: {error}"
        raise document.error("relation", relation.name, "with", expected, found) from error
    if not findings:
        found = f"{golden.name} of shape {golden.shape}"
        raise document.error("relation", relation.name, relation.golden, "a golden with at least one number", found)
    details = tuple(
        Element(index, expected, observed, float(error), float(allowed), error <= allowed, None)
        for index, expected, observed, error, allowed in findings
    )
    worst = max(details, key=lambda detail: (not detail.agrees, detail.error / (detail.allowed or 1.0)))
    return Verdict(
        document=document.stored.id,
        case=relation.name,
        golden=golden.name,
        operation=relation.holds,
        implementation=THE_DOCUMENT,
        dtype=golden.format.dtype,
        against=AGAINST_DEFINITION,
        verdict=AGREES if all(detail.agrees for detail in details) else DISAGREES,
        elements=len(details),
        of=len(details),
        worst_index=",".join(map(str, worst.index)),
        expected=worst.printed,
        observed=worst.observed,
        error=worst.error,
        allowed=worst.allowed,
        details=details,
    )


def _rational(arguments: Mapping[str, Any], key: str) -> Fraction:
    """A number of the arguments, exactly as written."""
    value = arguments[key]
    if isinstance(value, str) and (NUMBER.fullmatch(value) or _QUOTIENT.fullmatch(value)):
        return Fraction(value)
    if type(value) in (int, float) and math.isfinite(value) and abs(value) < LARGEST:
        return Fraction(value)
    raise ValueError(f"{key} is not a number: {told(value)}")


def _name(arguments: Mapping[str, Any]) -> str:
    name = arguments["input"]
    if not isinstance(name, str):
        raise ValueError(f"input is not a name: {told(name)}")
    return name


def _sums_to(document: ReferenceDocument, golden: Golden, arguments: Mapping[str, Any]) -> list[Finding]:
    """Every row has the given sum, up to its printed digits and the rounding of n quotients.

    Quotients that were each rounded once, of a sum that was rounded n − 1 times, add up to 1 within about n units of
    roundoff (Higham 2002, section 4.2).
    """
    wanted = _rational(arguments, "sum")
    width, values = golden.shape[-1], _whole(golden)
    if not width:
        return []
    roundoff = Fraction(float_format(golden.coarsest).unit_roundoff) * (width + 1)
    findings: list[Finding] = []
    for row in range(len(values) // width):
        part = values[row * width : (row + 1) * width]
        total = sum((value.centre for value in part), Fraction(0))
        allowed = sum((value.half_width for value in part), Fraction(0)) + roundoff * abs(wanted)
        findings.append(((row,), str(wanted), _decimal(total), abs(total - wanted), allowed))
    return findings


def _within(document: ReferenceDocument, golden: Golden, arguments: Mapping[str, Any]) -> list[Finding]:
    """Every printed value can lie in the closed range."""
    low, high = _rational(arguments, "low"), _rational(arguments, "high")
    return [_inside(golden, element, value, low, high) for element, value in enumerate(_whole(golden))]


def _between_rows(document: ReferenceDocument, golden: Golden, arguments: Mapping[str, Any]) -> list[Finding]:
    """Every component lies between the minimum and maximum of its column in another array, as in a convex hull."""
    other = document.input(_name(arguments))
    width = golden.shape[-1]
    findings = []
    for element, value in enumerate(_whole(golden)):
        low, high = min(other.low[element % width :: width]), max(other.high[element % width :: width])
        findings.append(_inside(golden, element, value, low, high))
    return findings


def _prints(document: ReferenceDocument, golden: Golden, arguments: Mapping[str, Any]) -> list[Finding]:
    """An input, rounded to the printed dtype, prints like this."""
    known = document.input(_name(arguments))
    dtype = golden.coarsest
    findings = []
    for element, (centre, value) in enumerate(zip(known.centre, _whole(golden), strict=True)):
        rounding = Fraction(0) if is_integer(dtype) else float_format(dtype).ulp(centre) / 2
        error = abs(centre - value.centre)
        findings.append((_index(golden, element), _decimal(centre), value.token, error, value.half_width + rounding))
    return findings


def _shape_of(document: ReferenceDocument, golden: Golden, arguments: Mapping[str, Any]) -> list[Finding]:
    """A printed shape is that of an input."""
    shape = document.input(_name(arguments)).shape
    found = tuple(int(token) if token.isdecimal() else -1 for token in golden.tokens)
    return [((), str(shape), str(found), Fraction(int(shape != found)), Fraction(0))]


RELATIONS: Mapping[str, Callable[[ReferenceDocument, Golden, Mapping[str, Any]], list[Finding]]] = {
    "sums_to": _sums_to,
    "within": _within,
    "between_rows": _between_rows,
    "prints": _prints,
    "shape_of": _shape_of,
}


def _inside(golden: Golden, element: int, value: PrintedValue, low: Fraction, high: Fraction) -> Finding:
    error = max(low - value.centre, value.centre - high, Fraction(0))
    return _index(golden, element), f"[{_decimal(low)}, {_decimal(high)}]", value.token, error, value.half_width


def _whole(golden: Golden) -> list[PrintedValue]:
    if golden.summary or any(value is None for value in golden.numbers[: len(golden.tokens) - golden.cut]):
        raise ValueError(f"{golden.name} is printed incompletely")
    return [value for value in golden.numbers if value is not None and value.whole]


def _index(golden: Golden, element: int) -> tuple[int, ...]:
    index: list[int] = []
    for extent in reversed(golden.shape):
        element, position = divmod(element, extent)
        index.append(position)
    return tuple(reversed(index))


def _decimal(value: Fraction) -> str:
    return f"{float(value):.17g}"
