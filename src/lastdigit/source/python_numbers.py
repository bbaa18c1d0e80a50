"""Which expressions certainly give a number of Python's own, or one that is made of counts, and so no shorter float."""

from __future__ import annotations

import ast

from lastdigit.source.free_names import names_from_outside
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled
from lastdigit.source.unseen import uses_unseen
from lastdigit.source.vocabulary import COMPARE

_COUNT = frozenset(("len", "ord"))
_KEEP = frozenset(("int", "float"))
_SCORES = frozenset(name for name in COMPARE if name.endswith(("_score", "_loss")))
"""Metrics of labels, which scikit-learn computes in float64."""
_SCORER = "sklearn"


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
        case ast.Call(func=ast.Name(id=name), args=[_]) if name in _COUNT:
            return _is_builtin(name, reached)
        case ast.Call(func=ast.Name(id=name), args=[value]) if name in _KEEP:
            return _is_builtin(name, reached) and is_of_python(value, reached, seen)
        case ast.Call(func=ast.Name(id=name)):
            return name in _SCORES and _is_imported(name, reached)
        case ast.Call(func=ast.Attribute(value=owner, attr=name)):
            return name in _SCORES and _is_imported(spelled(owner).partition(".")[0], reached)
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return "shape" not in reached.unseen_values.attributes
        case ast.Name(id=name):
            return name in seen or _is_given_such(name, reached, seen | {name})
    return False


def _is_known(name: str, reached: ReachedSource) -> bool:
    """Whether statements show all that a name may be given."""
    unseen = reached.unseen_values
    return not unseen.of_any_name and name not in unseen.names


def _is_builtin(name: str, reached: ReachedSource) -> bool:
    return _is_known(name, reached) and not (reached.anywhere.definitions.get(name) or name in reached.parameters)


def _is_imported(name: str, reached: ReachedSource) -> bool:
    """Whether a name is a module or a function of scikit-learn's and nothing else."""
    given = reached.anywhere.definitions.get(name, ())
    return _is_known(name, reached) and bool(given) and all(_is_of_the_scorer(one, name) for one in given)


def _is_of_the_scorer(statement: ast.stmt, name: str) -> bool:
    match statement:
        case ast.ImportFrom(module=str(module), level=0):
            return module.partition(".")[0] == _SCORER
        case ast.Import(names=names):
            imported = [one.name for one in names if (one.asname or one.name.partition(".")[0]) == name]
            return all(one.partition(".")[0] == _SCORER for one in imported)
    return False


def _is_given_such(name: str, reached: ReachedSource, seen: frozenset[str]) -> bool:
    """Whether all that a name is given is such a number; what is passed to a parameter counts."""
    is_given_here = reached.tree is not None and name not in names_from_outside(reached.tree)
    given = (reached if is_given_here else reached.anywhere).definitions.get(name, ())
    passed = reached.passed.get(name, ())
    may_get_others = name in reached.parameters and (not passed or reached.anywhere.any_says(uses_unseen))
    if may_get_others or not _is_known(name, reached):
        return False
    values = [_value(one, reached) for one in given] + list(passed)
    return bool(values) and all(value is not None and is_of_python(value, reached, seen) for value in values)


def _value(statement: ast.stmt, reached: ReachedSource) -> ast.expr | None:
    """What a statement gives its only target; any number for one that counts."""
    match statement:
        case ast.Assign(targets=[ast.Name()], value=value) | ast.AugAssign(target=ast.Name(), value=value):
            return value
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"))) if _is_builtin("range", reached):
            return ast.Constant(0)
    return None
