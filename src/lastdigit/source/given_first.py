"""Which names a cell gives a value before it reads them, so that what other cells gave them does not matter there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


def given_first(tree: ast.Module) -> frozenset[str]:
    """The names that a cell gives a value before it reads them; a loop's variable is one if only the loop reads it.

    >>> sorted(given_first(ast.parse("x = 3\\nfor k in z:\\n    print(k)\\ny = y + x")))
    ['k', 'x']
    """
    given: set[str] = set()
    by_loops: set[str] = set()
    read: set[str] = set()
    for statement in tree.body:
        names = set(_given_by(statement))
        if isinstance(statement, ast.For):
            read.update(set(_read([statement.iter])) - given)
            read.update(set(_read([*statement.body, *statement.orelse])) - given - names)
            by_loops.update(names - read)
        else:
            read.update(set(_read([statement])) - given)
            given.update(names - read)
    return frozenset(given | by_loops) - read


def _given_by(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement certainly gives a value; those of a loop only as long as it runs."""
    match statement:
        case ast.Assign(targets=targets):
            yield from (name for target in targets for name in _names(target))
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.For(target=target):
            yield from _names(target)


def _names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            yield from (name for part in parts for name in _names(part))
        case ast.Starred(value=part):
            yield from _names(part)


def _read(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that nodes read at once, so none in functions and classes; ``x += y`` reads ``x``, too."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
            yield from _read([node.value])
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _read([*node.decorator_list, node.args])
        elif isinstance(node, ast.Lambda):
            yield from _read([node.args])
        elif not isinstance(node, ast.ClassDef):
            yield from _read(ast.iter_child_nodes(node))
