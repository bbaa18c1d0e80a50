"""What a golden's section says before any verdict: where it stands, how it was printed, and which cases give it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from lastdigit.base.errors import UnknownOperation
from lastdigit.cases.case import Case
from lastdigit.operations import find_operation
from lastdigit.printing.golden import CANDIDATE, Golden
from lastdigit.printing.print_format import PrintFormat
from lastdigit.reports.page.view import Section
from lastdigit.verdicts.relations import RELATIONS

Part = tuple[str, str]
"""A piece of text and how it is set: ``text``, ``strong``, ``code``, ``hash``, ``quiet`` or ``line`` (a new one)."""

LARGEST_MATRIX = 4096
"""Tokens that a matrix is drawn of; of larger goldens the elements are listed."""

SPELLED = {"typed": "typed as", "literal": "literal of"}
CAPTIONS = {"typed": "typed", "literal": "in the source"}

_ROLE = re.compile(r":\w+:`~?([^`]*)`")
"""A reference of a docstring, as Sphinx writes it."""


def facts(section: Section) -> list[tuple[str, list[Part]]]:
    """The rows of a section's provenance: what each says, and its pieces."""
    rows = _golden_facts(section, section.golden) if section.golden else []
    for case in section.cases:
        note = f": {case.note}" if case.note else ""
        said = [("strong", case.name), ("text", note), ("line", ""), ("code", call(case)), ("line", "")]
        rows.append(("case", [*said, ("quiet", operation_summary(case.operation))]))
    for relation in section.relations:
        note = f": {relation.note}" if relation.note else ""
        arguments = ", ".join(f"{name} = {value}" for name, value in relation.arguments.items())
        said = [("strong", relation.name), ("text", note), ("line", ""), ("code", f"{relation.holds}({arguments})")]
        rows.append(("relation", [*said, ("text", " "), ("quiet", operation_summary(relation.holds))]))
    return rows


def _golden_facts(section: Section, golden: Golden) -> list[tuple[str, list[Part]]]:
    stands = [("text", golden.provenance.place)]
    if section.stored:
        stands = [("text", f"{section.stored.file_name}, {golden.provenance.place}; SHA-256 ")]
        stands.append(("hash", section.stored.sha256))
    form = golden.format
    printed = f"{SPELLED.get(golden.kind, 'printed by')} {form.printer}, {form.dtype}, "
    printed += _digits_in_words(form, golden.tokens)
    of_significand = form.scientific and form.precision is not None and form.floatmode != "general"
    printed += " of the significand" if of_significand else ""
    shape = f"({', '.join(map(str, golden.shape))}{',' if len(golden.shape) == 1 else ''})"
    shape += "" if golden.shape else ", a scalar"
    shape += ", the output is cut off" if golden.cut else ""
    verified, of = section.of
    shape += f": verified {verified:,} of {of:,} elements" if verified < of else ""
    rows = [
        ("printed in", stands),
        ("format", [("text", f"{printed}; options: {golden.options}")]),
        ("shape", [("text", shape)]),
    ]
    if golden.computed_in:
        rows.append(
            ("computed in", [("text", f"{golden.computed_in} or finer, since its sources may make such numbers")])
        )
    if golden.inferred:
        rows.append(("inferred", [("text", f"{', '.join(golden.inferred)}: not stated by the document")]))
    if golden.said:
        rows.append(("said", [("text", f"{', '.join(golden.said)}: declared in cases.toml")]))
    if golden.unverifiable:
        rows.append(("unverifiable", [("strong", golden.unverifiable)]))
    elif section.unused:
        rows.append(("in no case", [("text", section.unused)]))
    elif golden.kind == CANDIDATE and not section.used:
        rows.append(("in no case", [("text", "a candidate: nothing in the document shows that it is a result")]))
    return rows


def _digits_in_words(form: PrintFormat, tokens: Sequence[str]) -> str:
    if form.precision is None:
        return "exact" if form.floatmode is None else "shortest unique digits"
    if form.floatmode == "general":
        return f"{form.precision} significant digits"
    if form.floatmode in ("truncated", "either_way"):
        way = "cut" if form.floatmode == "truncated" else "rounded up or down"
        return f"{way} to {form.precision} decimals, quantum 1e-{form.precision}"
    if form.differs_by_token(tokens):
        return f"up to {form.precision} decimals, quantum one unit of each number's last digit"
    return f"{form.precision} decimals, quantum 1e-{form.precision}"


def printed_matrix(golden: Golden) -> dict[str, Any]:
    """A golden's tokens as the page draws them, and whether its rows are attention weights."""
    return {
        "caption": CAPTIONS.get(golden.kind, "printed"),
        "tokens": list(golden.tokens[:LARGEST_MATRIX]),
        "count": len(golden.tokens),
        "shape": golden.shape,
        "cut": golden.cut,
        "precision": golden.format.precision,
        "scientific": golden.format.scientific,
        "weights": len(golden.tokens) <= LARGEST_MATRIX and are_weights(golden),
    }


def are_weights(golden: Golden) -> bool:
    """Whether every row may be a row of attention weights: none is negative, and the printed row may sum to one.

    The sum may be one where the sums of the lower and of the upper ends of its printed intervals lie on either side.
    """
    if not golden.shape or golden.shape[-1] < 2 or golden.cut or golden.kind == "shape":
        return False
    width = golden.shape[-1]
    if len(golden.tokens) % width or any(token.startswith("-") for token in golden.tokens):
        return False
    known = [(value.low, value.high) for value in golden.numbers if value is not None]
    if len(known) != len(golden.tokens):
        return False
    for start in range(0, len(known), width):
        row = known[start : start + width]
        if not sum((low for low, _ in row), Fraction()) <= 1 <= sum((high for _, high in row), Fraction()):
            return False
    return bool(known)


@cache
def operation_summary(name: str) -> str:
    """What an operation computes, or what a relation holds."""
    try:
        return _ROLE.sub(r"\1", find_operation(name).summary.replace("``", ""))
    except UnknownOperation:
        return ((RELATIONS[name].__doc__ or "") if name in RELATIONS else "").partition("\n")[0]


def call(case: Case) -> str:
    """A case's operation with its inputs and parameters, as one would write the call."""
    inputs = [f"{name} = {_expression(expression)}" for name, expression in case.inputs.items()]
    parameters = [f"{name} = {value}" for name, value in case.parameters.items()]
    return f"{case.operation}({', '.join([*inputs, *parameters])})"


def _expression(expression: Any) -> str:
    if isinstance(expression, list):
        return f"[{', '.join(map(_expression, expression))}]"
    if isinstance(expression, Mapping):
        return f"{{{', '.join(f'{key} = {_expression(value)}' for key, value in expression.items())}}}"
    return str(expression)
