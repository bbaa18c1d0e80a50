"""Names that a ``while`` loop counts up to a limit, and functions that yield what a loop counts."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_COMPARES = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.NotEq)


def counted(tree: ast.Module) -> Iterator[str]:
    """The names that loops compare with a limit, and step in each of their rounds until it is reached."""
    for loop in ast.walk(tree):
        if isinstance(loop, ast.While) and not any(isinstance(inner, ast.Break) for inner in ast.walk(loop)):
            limited = set(_limited(loop.test))
            yield from (name for statement in loop.body if (name := stepped(statement)) in limited)


def stepped_in_each_round(tree: ast.Module) -> frozenset[str]:
    """The names that loops change by an operation in each of their rounds, and that nothing changes so elsewhere."""
    places = [loop.body for loop in ast.walk(tree) if isinstance(loop, (ast.For, ast.While))]
    regular = {id(one) for body in places for one in body if isinstance(one, ast.AugAssign)}
    always: set[str] = set()
    other: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            (always if id(node) in regular else other).add(node.target.id)
    return frozenset(always - other)


def _limited(test: ast.expr) -> Iterator[str]:
    """The name that a condition compares with a number, a name, or a length."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], _COMPARES):
        return
    sides = (test.left, test.comparators[0])
    for one, other in (sides, sides[::-1]):
        if isinstance(one, ast.Name) and isinstance(other, (ast.Constant, ast.Name, ast.Attribute, ast.Call)):
            yield one.id


def stepped(statement: ast.stmt) -> str:
    """The name to which a statement adds a number of the source, or from which it takes one; "" if it does not."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        is_step = isinstance(statement.op, (ast.Add, ast.Sub)) and _is_a_number(statement.value)
        return statement.target.id if is_step else ""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.BinOp):
        return ""
    target, value = statement.targets[0], statement.value
    is_same = isinstance(target, ast.Name) and isinstance(value.left, ast.Name) and value.left.id == target.id
    is_step = is_same and isinstance(value.op, (ast.Add, ast.Sub)) and _is_a_number(value.right)
    return target.id if is_step and isinstance(target, ast.Name) else ""


def _is_a_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def yielded(function: ast.stmt) -> list[ast.expr]:
    """The values that a function yields; none if it yields what another generator does, or is no generator."""
    if not isinstance(function, ast.FunctionDef):
        return []
    yields = [node for node in ast.walk(function) if isinstance(node, (ast.Yield, ast.YieldFrom))]
    values = [node.value for node in yields if isinstance(node, ast.Yield) and node.value is not None]
    return values if len(values) == len(yields) else []
