"""Which branch of a condition a call takes, where it gives a parameter a literal, as in ``fit(x, verbose=False)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TypeAlias

Literals: TypeAlias = "Mapping[str, ast.Constant]"
"""The literals that names have for sure."""


def literals_given(function: ast.FunctionDef, call: ast.Call) -> Literals:
    """The parameters to which a call, or a default, gives a literal, and no statement of the function anything else.

    >>> function = ast.parse("def fit(x, verbose=True): pass").body[0]
    >>> call = ast.parse("fit(x, verbose=False)", mode="eval").body
    >>> literals_given(function, call)["verbose"].value
    False
    """
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return {}
    known = dict(_defaults(function.args))
    parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    known |= zip(parameters, call.args, strict=False)
    known |= {one.arg: one.value for one in call.keywords if one.arg}
    assigned = {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    return {name: one for name, one in known.items() if isinstance(one, ast.Constant) and name not in assigned}


def _defaults(given: ast.arguments) -> Iterator[tuple[str, ast.expr | None]]:
    positional = [*given.posonlyargs, *given.args]
    last = positional[len(positional) - len(given.defaults) :]
    pairs = chain(zip(last, given.defaults, strict=True), zip(given.kwonlyargs, given.kw_defaults, strict=True))
    return ((parameter.arg, default) for parameter, default in pairs)


def taken(condition: ast.If, known: Literals) -> list[ast.stmt] | None:
    """The statements of a condition that run, if the literals decide it."""
    holds = _holds(condition.test, known)
    return None if holds is None else condition.body if holds else condition.orelse


def _holds(test: ast.expr, known: Literals) -> bool | None:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _holds(test.operand, known)
        return None if inner is None else not inner
    if isinstance(test, ast.Name):
        return bool(known[test.id].value) if test.id in known else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.left, ast.Name):
        return None
    one, other, sign = known.get(test.left.id), test.comparators[0], test.ops[0]
    if one is None or not isinstance(other, ast.Constant):
        return None
    if isinstance(sign, (ast.Eq, ast.Is)):
        return one.value == other.value
    return one.value != other.value if isinstance(sign, (ast.NotEq, ast.IsNot)) else None
