"""Arguments of calls by parameter, and expressions with their names replaced by those arguments."""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping

from lastdigit.source.syntax import spelled

NAMING = frozenset(
    ("name", "title", "label", "caption", "heading", "header", "description", "desc", "text", "msg", "message", "tag")
)
"""Parameters of helpers for the name of a value, as in ``def show(x, name)``."""

_LONGEST_ARGUMENT = 200
_STANDS_FOR = "stands_for"
"""The attribute of a name that has the value for which it stands."""

Put = Mapping[str, ast.expr]
"""Substitutions: expressions by name."""


def arguments(function: ast.FunctionDef, call: ast.Call) -> Put:
    """The arguments of a call by parameter, without those the function assigns anew; none if it uses ``*`` or ``**``.

    If it passes one value and its name, ``show(q @ k.T, "scores")``, the value takes that name.
    """
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    starred = any(isinstance(given, ast.Starred) for given in call.args) or any(k.arg is None for k in call.keywords)
    if starred or function.args.vararg or len(call.args) > len(parameters):
        return {}
    put = {parameter.arg: given for parameter, given in zip(parameters, call.args, strict=False)}
    put |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    names = [given for name, given in put.items() if name in NAMING and _text(given)]
    values = [name for name, given in put.items() if not isinstance(given, ast.Constant)]
    if len(names) == 1 and len(values) == 1:
        return {**put, values[0]: _called(_text(names[0]), put[values[0]])}
    assigned = {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return {
        name: given
        for name, given in put.items()
        if name not in assigned and may_stand_for_a_name(given) and not _is_written_out(given)
    }


def _called(name: str, value: ast.expr) -> ast.Name:
    """A name that a helper is passed for a value, and which stands for it."""
    node = ast.Name(name, ast.Load())
    setattr(node, _STANDS_FOR, value)
    return node


def meant_by(node: ast.expr) -> ast.expr:
    """An expression with the values for which names stand that helpers are passed.

    >>> function, call = ast.parse("def show(x, name): print(x / 2)\\nshow(round(y), 'share')").body
    >>> shown = put_in(function.body[0].value.args[0], arguments(function, call.value))
    >>> ast.unparse(shown), ast.unparse(meant_by(shown))
    ('share / 2', 'round(y) / 2')
    """
    if not any(hasattr(one, _STANDS_FOR) for one in ast.walk(node)):
        return node
    changed: ast.expr = _Meant().visit(copy.deepcopy(node))
    return changed


def _text(node: ast.expr) -> str:
    """The name that a string gives to a value; none if it has no letter."""
    text = node.value.strip(" \t\n:=") if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return " ".join(text.split()) if any(map(str.isalpha, text)) else ""


def _is_written_out(node: ast.expr) -> bool:
    """Whether an argument is a literal list, tuple, set or dict, which its parameter names better."""
    return isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict))


def may_stand_for_a_name(node: ast.expr) -> bool:
    """Whether an expression may be put in for a name: a text, or no literal and not too long."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return len(spelled(node)) <= _LONGEST_ARGUMENT


def put_in_call(call: ast.Call, put: Put) -> ast.Call:
    """A call with the names in it substituted."""
    changed = put_in(call, put)
    assert isinstance(changed, ast.Call)
    return changed


def put_in(node: ast.expr, put: Put) -> ast.expr:
    """An expression with its names substituted."""
    changed: ast.expr = _PutIn(put).visit(copy.deepcopy(node))
    return changed


class _PutIn(ast.NodeTransformer):
    def __init__(self, put: Put) -> None:
        self.put = put

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.put.get(node.id, node)


class _Meant(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.expr:
        value: ast.expr = getattr(node, _STANDS_FOR, node)
        return value
