"""How far a loop is: the number of its round as a share of all rounds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TypeAlias

from lastdigit.source.given_values import all_given
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled

_SAME = frozenset(("round", "float", "int", "str", "format", "around"))
_GOES_THROUGH = frozenset(("tqdm", "list", "reversed", "sorted", "enumerate", "track"))
_RANGES = frozenset(("range", "xrange", "trange"))
_ROWS = "iterrows"
_PERCENT = (100, 100.0)
_DEEPEST = 4

Counts: TypeAlias = "Callable[[ast.expr, ReachedSource], bool]"
"""What tells whether an expression is the number of a loop's round, or one more."""


def is_progress(node: ast.expr, reached: ReachedSource, counts: Counts, depth: int = _DEEPEST) -> bool:
    """Whether a value is the number of a loop's round, divided by how many rounds there are, or that in percent.

    ``counts`` tells whether an expression is such a number, or one more.
    """
    if not depth:
        return False
    if isinstance(node, ast.Name):
        return all_given(node, reached, lambda one: is_progress(one, reached, counts, depth - 1))
    if isinstance(node, ast.Call) and name_of(node.func) in _SAME and node.args:
        return is_progress(node.args[0], reached, counts, depth - 1)
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, ast.Mult):
        sides = ((node.left, node.right), (node.right, node.left))
        return any(_is_percent(one) and is_progress(other, reached, counts, depth - 1) for one, other in sides)
    if not isinstance(node.op, (ast.Div, ast.FloorDiv)):
        return False
    number = _without_percent(node.left)
    return (counts(number, reached) or _is_row(number, reached)) and _is_total(node.right, number, reached)


def _is_row(number: ast.expr, reached: ReachedSource) -> bool:
    """Whether an expression is what ``iterrows`` calls a row of a frame, or one more: by default, its number."""
    match number:
        case ast.Name(id=name) | ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant()):
            return any(_goes_over_rows(one, name) for one in reached.definitions.get(name, ()))
    return False


def _goes_over_rows(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.For(target=ast.Tuple(elts=[ast.Name(id=first), *_]), iter=ast.Call(func=ast.Attribute(attr=method))):
            return first == name and method == _ROWS
    return False


def _without_percent(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        if _is_percent(node.left):
            node = node.right
        elif _is_percent(node.right):
            node = node.left
        else:
            break
    return node


def _is_percent(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in _PERCENT


def _is_total(node: ast.expr, number: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is how many rounds the loops have that count by the names in ``number``."""
    names = [one.id for one in ast.walk(number) if isinstance(one, ast.Name)]
    loops = [one for name in names for one in reached.definitions.get(name, ()) if isinstance(one, ast.For)]
    totals = {total for loop in loops for total in _rounds_of(loop.iter)}
    values = reached.values_of(node.id) if isinstance(node, ast.Name) else ()
    return spelled(node) in totals or any(spelled(one) in totals for one in values)


def _rounds_of(over: ast.expr) -> Iterator[str]:
    """How many items a loop goes over, as a source may spell it."""
    while isinstance(over, ast.Call) and name_of(over.func) in _GOES_THROUGH and over.args:
        over = over.args[0]
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr == _ROWS:
        over = over.func.value
    if isinstance(over, ast.Call) and name_of(over.func) in _RANGES and over.args:
        stop = over.args[min(1, len(over.args) - 1)]
        yield spelled(stop)
        if isinstance(stop, ast.BinOp) and isinstance(stop.right, ast.Constant) and stop.right.value == 1:
            yield spelled(stop.left)
        return
    is_zip = isinstance(over, ast.Call) and name_of(over.func) == "zip"
    for one in over.args if isinstance(over, ast.Call) and is_zip else (over,):
        yield f"len({spelled(one)})"
