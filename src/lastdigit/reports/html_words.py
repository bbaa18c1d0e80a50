"""How the page spells a verdict and its numbers in words: what it rests on, and what a case calls."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from lastdigit.cases.case import Case
from lastdigit.errors import UnknownOperation
from lastdigit.operations import find_operation
from lastdigit.verdicts.relations import RELATIONS
from lastdigit.verdicts.verdict import Verdict

_ROLE = re.compile(r":\w+:`~?([^`]*)`")
"""A reference of a docstring, as Sphinx writes it."""


def number(value: float | None) -> str:
    """A number for people, to three significant digits; the page's script spells numbers the same way."""
    if value is None:
        return ""
    if math.isinf(value):
        return "unbounded"
    if 1e3 <= abs(value) < 1e6:
        return f"{float(f'{value:.3g}'):.0f}"
    mantissa, e, exponent = f"{value:.3g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if e else mantissa


def compared(verdict: Verdict) -> str:
    """How much a verdict rests on: elements, and those of them that print the same digits."""
    if verdict.digits is not None:
        return f"{verdict.digits:,} of {verdict.elements:,} print the same digits"
    plural = "" if verdict.elements == 1 else "s"
    return f"{verdict.elements:,} element{plural} compared" if verdict.elements else ""


def words(verdict: Verdict) -> str:
    """What a verdict rests on, in one line."""
    parts = [compared(verdict)] if verdict.digits is not None else []
    if verdict.error is not None:
        at = f" at [{verdict.worst_index.replace(',', ', ')}]" if verdict.worst_index else ""
        parts.append(f"error {number(verdict.error)}, allowed {number(verdict.allowed)}{at}")
    if verdict.mistakes:
        parts.append(f"rules out {verdict.rules_out} of {verdict.mistakes} mistakes")
    return "; ".join(parts)


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
