"""Names that loops set by the number of their round, or by the same step again and again, for what they try.

``size = 10**k`` in a loop over a range is such a setting if something other than a print uses it, and so is
``size *= 2`` if a function of the document gets it. What a condition keeps is a choice.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.reached_source import ReachedSource

Counts: TypeAlias = "Callable[[ast.expr, ReachedSource], bool]"
_LOOPS = (ast.For, ast.While)
_STEPS = (ast.Mult, ast.FloorDiv)
"""What makes sizes to try; one more in each round may be a search, or a count."""
_BY_ROUND = (*_STEPS, ast.Add, ast.Sub, ast.Div, ast.Pow)
_ONLY_KEEPS = frozenset((*PRINT, "append", "write", "str", "format", "round"))


def is_set_by_rounds(name: str, reached: ReachedSource, counts: Counts) -> bool:
    """Whether every statement that sets a name gives it the number of a loop's round, or a literal with that."""
    statements = [one for one in reached.definitions.get(name, ()) if not _gives_an_attribute(one)]
    if not statements or not all(isinstance(one, ast.Assign) for one in statements):
        return False
    values = [one.value for one in statements if isinstance(one, ast.Assign)]
    if not all(_is_by_round(value, reached, counts) for value in values):
        return False
    places = [_around(one, reached) for one in statements]
    if any(loop is None for loop in places):
        return False
    return all(isinstance(value, ast.Name) for value in values) or any(loop and _uses(loop, name) for loop in places)


def _gives_an_attribute(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and all(isinstance(one, ast.Attribute) for one in statement.targets)


def _is_by_round(value: ast.expr, reached: ReachedSource, counts: Counts) -> bool:
    if isinstance(value, ast.Name):
        return _is_a_round(value, reached, counts)
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, _BY_ROUND):
        return False
    sides = (value.left, value.right)
    if not any(isinstance(side, ast.Constant) for side in sides):
        return False
    return any(_is_a_round(side, reached, counts) or _is_scaled(side, reached, counts) for side in sides)


def _is_scaled(node: ast.expr, reached: ReachedSource, counts: Counts) -> bool:
    """Whether a node is a literal times the number of a round, as in ``73. + 0.1 * t``."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _is_by_round(node, reached, counts)


def _is_a_round(node: ast.expr, reached: ReachedSource, counts: Counts) -> bool:
    """Whether a node is the variable of a loop that counts, with or without a sign."""
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    given = reached.definitions.get(node.id, ()) if isinstance(node, ast.Name) else ()
    return bool(given) and all(isinstance(one, ast.For) for one in given) and counts(node, reached)


def _around(statement: ast.stmt, reached: ReachedSource) -> ast.For | ast.While | None:
    """The loop in each of whose rounds a statement runs; None if there is none."""
    names = (node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    loops = [loop for name in names for loop in reached.definitions.get(name, ()) if isinstance(loop, ast.For)]
    return next((loop for loop in loops if any(one is statement for one in _in_each_round(loop.body))), None)


def _in_each_round(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for one in body:
        yield one
        if isinstance(one, _LOOPS):
            yield from _in_each_round(one.body)


def _uses(loop: ast.For | ast.While, name: str) -> bool:
    """Whether a loop uses a name for more than to print or to keep it."""
    waiting: list[tuple[ast.AST, bool]] = [(statement, True) for statement in loop.body]
    while waiting:
        node, is_use = waiting.pop()
        if isinstance(node, ast.Name) and is_use and node.id == name and isinstance(node.ctx, ast.Load):
            return True
        if isinstance(node, ast.Call):
            is_use = name_of(node.func) not in _ONLY_KEEPS
        waiting += [(child, is_use) for child in ast.iter_child_nodes(node)]
    return False


def is_stepped_for_calls(name: str, reached: ReachedSource) -> bool:
    """Whether a loop multiplies an integer of the source by another in each round, for a function of the document."""
    statements = reached.definitions.get(name, ())
    steps = [one for one in statements if isinstance(one, ast.AugAssign)]
    if not steps or name not in reached.stepped or not all(map(_is_a_step, steps)):
        return False
    starts = [one for one in statements if not isinstance(one, ast.AugAssign)]
    if not starts or not all(isinstance(one, ast.Assign) and _is_an_integer(one.value) for one in starts):
        return False
    own = reached.passed.get(name, ())
    if not all((isinstance(one, ast.Name) and one.id == name) or (one and _is_an_integer(one)) for one in own):
        return False
    return any(isinstance(one, ast.Name) and one.id == name for given in reached.passed.values() for one in given)


def _is_a_step(statement: ast.AugAssign) -> bool:
    return isinstance(statement.op, _STEPS) and _is_an_integer(statement.value)


def _is_an_integer(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int
