"""Numbers that follow from the counter of a loop and from literals alone: settings that it tries, its time steps."""

from __future__ import annotations

import ast

from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource

_COUNTS = frozenset(("range", "xrange"))


def is_a_grid(over: ast.expr, reached: ReachedSource) -> bool:
    """Whether a loop goes over a list of multiples, or of other simple numbers, of a counter."""
    if not isinstance(over, ast.Name):
        return _is_of_counters(over)
    given = reached.definitions.get(over.id, ())
    return bool(given) and all(isinstance(one, ast.Assign) and _is_of_counters(one.value) for one in given)


def is_a_step(node: ast.BinOp, reached: ReachedSource) -> bool:
    """Whether a product is that of a loop's counter and a literal, such as the time ``n * h``."""
    if not isinstance(node.op, ast.Mult):
        return False
    sides = (node.left, node.right)
    return any(_is_a_counter(one, reached) for one in sides) and all(
        _is_a_counter(one, reached) or _is_set(one, reached) for one in sides
    )


def is_literal(node: ast.expr) -> bool:
    """Whether an expression is a literal, with or without a sign."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _is_of_counters(node: ast.expr) -> bool:
    if not isinstance(node, ast.ListComp) or len(node.generators) != 1:
        return False
    through = node.generators[0]
    counters = {one.id for one in ast.walk(through.target) if isinstance(one, ast.Name)}
    inside = [one for one in ast.walk(node.elt) if isinstance(one, ast.expr)]
    return _counts(through.iter) and all(
        one.id in counters if isinstance(one, ast.Name) else isinstance(one, (ast.BinOp, ast.UnaryOp, ast.Constant))
        for one in inside
    )


def _is_a_counter(node: ast.expr, reached: ReachedSource) -> bool:
    given = reached.definitions.get(node.id, ()) if isinstance(node, ast.Name) else ()
    return bool(given) and all(isinstance(one, ast.For) and _counts(one.iter) for one in given)


def _is_set(node: ast.expr, reached: ReachedSource) -> bool:
    given = reached.definitions.get(node.id, ()) if isinstance(node, ast.Name) else ()
    are_literals = all(isinstance(one, ast.Assign) and is_literal(one.value) for one in given)
    return is_literal(node) or (bool(given) and are_literals)


def _counts(over: ast.expr) -> bool:
    return isinstance(over, ast.Call) and name_of(over.func) in _COUNTS
