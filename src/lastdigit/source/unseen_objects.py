"""Objects of classes that a document does not define, and those with nothing but the defaults of their class."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from lastdigit.document import Passage
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import parse

_OF_THEIR_ARGUMENTS = frozenset(("DataFrame", "Decimal", "Fraction", "OrderedDict", "Series", "Tensor", "Variable"))
"""Classes whose objects hold the numbers that they are given."""


def is_imported(statements: Sequence[ast.stmt]) -> bool:
    """Whether a name is only imported, by all ``statements`` that give it a value."""
    return all(isinstance(one, (ast.Import, ast.ImportFrom)) for one in statements)


def is_unseen_class(name: str, reached: ReachedSource) -> bool:
    """Whether a name is spelled as that of a class, and no source defines it."""
    looks_so = name[:1].isupper() and not name.isupper() and "_" not in name
    return looks_so and name not in _OF_THEIR_ARGUMENTS and is_imported(reached.definitions.get(name, ()))


def is_unseen_object(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether it is an object of such a class, whose attributes may be results."""
    return any(_makes_one(value, reached) for value in _values_of(node, reached))


def has_defaults(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether it is such an object, made without arguments, with which nothing is done."""
    made = [value for value in _values_of(node, reached) if _makes_one(value, reached)]
    is_used = isinstance(node, ast.Name) and bool(reached.touched.by_name.get(node.id))
    return bool(made) and not is_used and not any(one.args or one.keywords for one in made)


def shows_defaults(source: Passage, reached: ReachedSource) -> bool:
    """Whether all that a source prints, and shows in its last line, are objects with what their classes have.

    >>> from lastdigit.document import Cell
    >>> source = Passage("import lab\\nsky = lab.Sky()\\nprint(sky)", 1)
    >>> shows_defaults(source, ReachedSource([Cell(1, None, source, ())]))
    True
    """
    tree = parse(source)
    if tree is None or not tree.body:
        return False
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node.func) in PRINT]
    last = tree.body[-1]
    shown = [one for call in calls for one in call.args]
    if isinstance(last, ast.Expr) and last.value not in calls:
        shown.append(last.value)
    within = reached.within(source)
    return bool(shown) and all(has_defaults(one, within) for one in shown)


def _values_of(node: ast.expr, reached: ReachedSource) -> Iterable[ast.expr]:
    return reached.values_of(node.id) if isinstance(node, ast.Name) else (node,)


def _makes_one(value: ast.expr, reached: ReachedSource) -> TypeGuard[ast.Call]:
    return isinstance(value, ast.Call) and is_unseen_class(name_of(value.func), reached)
