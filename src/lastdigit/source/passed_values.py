"""What a document's calls pass to the parameters of its own functions, by the names of the parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

Passed: TypeAlias = "Mapping[str, Sequence[ast.expr | None]]"
"""The expressions that each parameter gets; None for what is not known."""
Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"


def passed_values(trees: Iterable[ast.Module]) -> Passed:
    """The expressions that parameters get in these sources: by calls, or by default.

    Of several functions of one name, the parameters of each get what any call by that name passes.

    >>> sources = ast.parse("def f(v): pass\\ndef f(w): pass\\nf(1)")
    >>> {name: [ast.unparse(one) for one in values] for name, values in passed_values([sources]).items()}
    {'v': ['1'], 'w': ['1']}
    """
    nodes = [node for tree in trees for node in ast.walk(tree)]
    calls: dict[str, list[ast.Call]] = {}
    called: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Call):
            called.add(id(node.func))
            calls.setdefault(_name(node.func), []).append(node)
    handed_on = {
        _name(node) for node in nodes if isinstance(node, (ast.Name, ast.Attribute)) and id(node) not in called
    }
    passed: dict[str, list[ast.expr | None]] = {}
    for name, function in _functions(nodes):
        for parameter, values in _to(function, calls.get(name, ()), is_handed_on=name in handed_on):
            passed.setdefault(parameter, []).extend(values)
    return passed


def parameters(node: ast.AST) -> frozenset[str]:
    """The names of the parameters of a function or a lambda, or of all in a tree."""
    return frozenset(one.arg for one in ast.walk(node) if isinstance(one, ast.arg))


def own_parameters(tree: ast.Module) -> frozenset[str]:
    """The names of a source that are nothing there but parameters of its functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    inside: dict[str, set[int]] = {}
    for function in functions:
        nodes = {id(node) for statement in function.body for node in ast.walk(statement)}
        for one in ast.walk(function.args):
            if isinstance(one, ast.arg):
                inside.setdefault(one.arg, set()).update(nodes)
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    elsewhere = {node.id for node in named if id(node) not in inside.get(node.id, ())}
    return frozenset(inside) - elsewhere


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _functions(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, Function]]:
    """The functions by the names that calls have for them: a constructor has that of its class."""
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name != "__init__":
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from (
                (node.name, one) for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"
            )


def _to(
    function: Function, calls: Sequence[ast.Call], *, is_handed_on: bool
) -> Iterator[tuple[str, Sequence[ast.expr | None]]]:
    """What calls pass to each parameter of a function, which something else may call if it is handed on."""
    given = function.args
    ordered = [one.arg for one in (*given.posonlyargs, *given.args)]
    defaults = dict(zip(ordered[len(ordered) - len(given.defaults) :], given.defaults, strict=True))
    defaults.update({one.arg: value for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value})
    ordered = ordered[1:] if ordered[:1] in (["self"], ["cls"]) else ordered
    for name in (*ordered, *(one.arg for one in given.kwonlyargs)):
        if is_handed_on or function.decorator_list or not calls:
            yield name, [None]
        else:
            place = ordered.index(name) if name in ordered else None
            yield name, [_passed(call, name, place, defaults.get(name)) for call in calls]


def _passed(call: ast.Call, name: str, place: int | None, default: ast.expr | None) -> ast.expr | None:
    named = next((one.value for one in call.keywords if one.arg == name), None)
    if named is not None:
        return named
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return None
    return call.args[place] if place is not None and place < len(call.args) else default
