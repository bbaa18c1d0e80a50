"""Which expressions certainly give a number of Python's own, or one that is made of counts, and so no shorter float."""

from __future__ import annotations

import ast

from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.vocabulary import COMPARE

_GIVE_NUMBERS = frozenset(("int", "float", "len", "ord"))
_SIZES = frozenset(("size", "ndim"))
_SCORES = frozenset(name for name in COMPARE if name.endswith(("_score", "_loss")))
"""Metrics of labels, which scikit-learn computes in float64."""


def is_of_python(node: ast.expr, reached: ReachedSource, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a number is certainly a float64, or a whole number: counts, literals, and arithmetic on them.

    ``seen`` are the names that are being followed.

    >>> from lastdigit.document import Cell, Passage
    >>> reached = ReachedSource([Cell(1, None, Passage("hits = 0\\nhits += 1\\nn = len(x)", 1), ())])
    >>> is_of_python(ast.parse("100 * hits / n", mode="eval").body, reached)
    True
    """
    match node:
        case ast.Constant(value=int() | float()):
            return True
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=value):
            return is_of_python(value, reached, seen)
        case ast.BinOp(left=left, right=right):
            return all(is_of_python(one, reached, seen) for one in (left, right))
        case ast.Call(func=ast.Name(id=name), args=[_, *_]) if name not in _own(reached):
            return name in _GIVE_NUMBERS | _SCORES
        case ast.Call(func=function):
            return name_of(function) in _SCORES and name_of(function) not in _own(reached)
        case ast.Attribute(attr=name):
            return name in _SIZES
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Name(id=name):
            return name in seen or _is_given_such(name, reached, seen | {name})
    return False


def _own(reached: ReachedSource) -> frozenset[str]:
    """The names of what a document defines itself."""
    given = reached.anywhere.definitions.items()
    return frozenset(
        name for name, ones in given if not all(isinstance(one, (ast.Import, ast.ImportFrom)) for one in ones)
    )


def _is_given_such(name: str, reached: ReachedSource, seen: frozenset[str]) -> bool:
    """Whether all that a name is given is such a number; what is passed to a parameter counts."""
    given = reached.definitions.get(name, ())
    passed = reached.passed.get(name, ())
    if name in reached.parameters and not passed:
        return False
    values = [_value(one, name) for one in given] + list(passed)
    return bool(values) and all(value is not None and is_of_python(value, reached, seen) for value in values)


def _value(statement: ast.stmt, name: str) -> ast.expr | None:
    match statement:
        case ast.Assign(targets=[ast.Name()], value=value) | ast.AugAssign(target=ast.Name(), value=value):
            return value
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"))):
            return ast.Constant(0)
    return None
