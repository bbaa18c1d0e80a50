"""The columns of frames to which sources give values."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from lastdigit.document import Passage
from lastdigit.source.item_keys import key_given
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse


def assigned_columns(sources: Iterable[Passage]) -> frozenset[str]:
    """The names of columns that sources give values, by items, attributes, ``insert`` or ``assign``.

    >>> from lastdigit.document import Passage
    >>> sorted(assigned_columns([Passage("frame.loc[3, 'a'] = f(3)\\nframe = frame.assign(b=g)", 1)]))
    ['a', 'b']
    """
    trees = (parse(source) for source in sources)
    return frozenset(name for tree in trees if tree for node in ast.walk(tree) for name in _given(node))


def _given(node: ast.AST) -> Iterator[str]:
    """The names of columns that a node gives values, as far as they are texts."""
    if isinstance(node, ast.Expr) and isinstance(key := key_given(node), str):
        yield key
    elif isinstance(node, ast.Call) and name_of(node.func) == "assign":
        yield from (one.arg for one in node.keywords if one.arg)
    targets = node.targets if isinstance(node, ast.Assign) else []
    for target in [node.target] if isinstance(node, (ast.AugAssign, ast.AnnAssign)) else targets:
        yield from _in_target(target)


def _in_target(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Attribute):
        yield target.attr
    while isinstance(target, ast.Subscript):
        inner = (one.value for one in ast.walk(target.slice) if isinstance(one, ast.Constant))
        yield from (one for one in inner if isinstance(one, str))
        target = target.value
