"""Values that a loop steps by a number of the source, for what it tries: elements of an array, and floats for calls.

``rate[i + 1] = rate[i] + 0.1`` fills such an array, and ``rate *= 0.5`` sets such a float if a call in each round of a
``for`` loop gets it. What a condition or a ``break`` ends may be a search.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from lastdigit.source.constant_arrays import MAKES
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.reached_source import ReachedSource

_STEPS = (ast.Add, ast.Sub)
_FACTORS = (*_STEPS, ast.Mult, ast.Div)
_USES_NOTHING = frozenset((*PRINT, "append", "write", "str", "format", "round", "float", "int", "display"))


def is_of_a_stepped_array(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is an element of an array of literals, in which each is the one before plus a literal."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
        return False
    name = node.value.id
    statements = reached.definitions.get(name, ())
    items = [one for one in statements if _item_given(one, name) is not None]
    whole = [one for one in statements if one not in items]
    given = [_item_given(one, name) for one in items]
    return (
        any(isinstance(value, ast.BinOp) for value in given)
        and all(value is not None and _is_the_next(value, name) for value in given)
        and bool(whole)
        and all(isinstance(one, ast.Assign) and _is_constant(one.value) for one in whole)
    )


def _item_given(statement: ast.stmt, name: str) -> ast.expr | None:
    """The value that a statement gives to an element of an array."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    is_an_item = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == name
    return statement.value if isinstance(statement, ast.Assign) and is_an_item else None


def _is_the_next(value: ast.expr, name: str) -> bool:
    if isinstance(value, ast.BinOp) and isinstance(value.op, _STEPS):
        left = value.left
        is_own = isinstance(left, ast.Subscript) and isinstance(left.value, ast.Name) and left.value.id == name
        return is_own and _is_a_number(value.right)
    return _is_a_number(value)


def _is_constant(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and name_of(value.func) in MAKES


def _is_a_number(node: ast.expr) -> bool:
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def is_stepped_float(name: str, reached: ReachedSource) -> bool:
    """Whether a float starts as a literal, and a ``for`` loop steps it by a literal and passes it to a call."""
    statements = reached.definitions.get(name, ())
    steps = [one for one in statements if isinstance(one, ast.AugAssign)]
    starts = [one.value for one in statements if isinstance(one, ast.Assign) and _gives(one, name)]
    if not steps or not starts or len(steps) + len(starts) < len(statements):
        return False
    if not all(isinstance(one.op, _FACTORS) and _is_a_number(one.value) for one in steps):
        return False
    if not all(map(_is_a_number, starts)) or not any(map(_is_a_float, (*starts, *(one.value for one in steps)))):
        return False
    loops = [_loop_of(one, reached) for one in steps]
    return all(loop is not None and _passes_on(loop, name) for loop in loops)


def _gives(statement: ast.Assign, name: str) -> bool:
    return all(isinstance(target, ast.Name) and target.id == name for target in statement.targets)


def _is_a_float(node: ast.expr) -> bool:
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) and type(node.value) is float


def _loop_of(step: ast.stmt, reached: ReachedSource) -> ast.For | None:
    """The ``for`` loop without an end of its own in each of whose rounds a step is made."""
    loops = (one for given in reached.definitions.values() for one in given if isinstance(one, ast.For))
    found = next((loop for loop in loops if any(one is step for one in _in_each_round(loop.body))), None)
    return None if found is None or any(isinstance(one, ast.Break) for one in ast.walk(found)) else found


def _in_each_round(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for one in body:
        yield one
        if isinstance(one, ast.For):
            yield from _in_each_round(one.body)


def _passes_on(loop: ast.For, name: str) -> bool:
    """Whether a call in a loop gets a name as it is, other than to print or to keep it."""
    calls = (one for one in ast.walk(loop) if isinstance(one, ast.Call) and name_of(one.func) not in _USES_NOTHING)
    given = (value for call in calls for value in (*call.args, *(keyword.value for keyword in call.keywords)))
    return any(isinstance(value, ast.Name) and value.id == name for value in given)
