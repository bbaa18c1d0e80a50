"""What statements assign to a name, and what functions return, as far as that is plain."""

from __future__ import annotations

import ast
from collections.abc import Callable

from lastdigit.document import Passage
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled


def all_given(node: ast.Name, reached: ReachedSource, holds: Callable[[ast.expr], bool]) -> bool:
    """Whether ``holds`` is true of every value assigned to a name, of which there is at least one."""

    def of(statement: ast.stmt) -> bool:
        value = _given(statement, node.id, reached)
        return value is not None and holds(value)

    return all_statements(reached, node.id, of)


def all_statements(reached: ReachedSource, name: str, holds: Callable[[ast.stmt], bool]) -> bool:
    """Whether ``holds`` is true of every statement that assigns a name, of which there is at least one."""
    statements = reached.definitions.get(name, ())
    return bool(statements) and all(map(holds, statements))


def once_given(name: str, source: Passage, reached: ReachedSource) -> str:
    """The expression that a name gets in its only assignment, as it is in ``source``; any other name as it is."""
    given = reached.within(source).definitions.get(name, ())
    only = given[0] if len(given) == 1 else None
    return spelled(only.value) if isinstance(only, ast.Assign) else name


def _items(node: ast.expr, reached: ReachedSource) -> list[ast.expr]:
    """The items of a literal list that a loop iterates over, or that is a name's only value."""
    given = reached.definitions.get(node.id, []) if isinstance(node, ast.Name) else []
    if len(given) == 1 and isinstance(given[0], ast.Assign):
        node = given[0].value
    return node.elts if isinstance(node, (ast.List, ast.Tuple)) else []


def _given(statement: ast.stmt, name: str, reached: ReachedSource) -> ast.expr | None:
    """The value that an assignment, or a loop over a single-item literal, gives to ``name``."""
    if isinstance(statement, ast.For):
        items = _items(statement.iter, reached)
        alike = isinstance(statement.target, ast.Name) and all(isinstance(item, ast.Constant) for item in items)
        return items[0] if items and alike else None
    if not isinstance(statement, ast.Assign):
        return None
    for target in statement.targets:
        if isinstance(target, ast.Name) and target.id == name:
            return statement.value
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            pairs = zip(target.elts, statement.value.elts, strict=False)
            found = next((value for one, value in pairs if isinstance(one, ast.Name) and one.id == name), None)
            if found is not None:
                return found
    return None


def returned(statement: ast.stmt) -> list[ast.expr | None]:
    """What a function returns in each of its statements that return; None for nothing, and for any other statement."""
    if not isinstance(statement, ast.FunctionDef):
        return [None]
    return [node.value for node in ast.walk(statement) if isinstance(node, ast.Return)] or [None]
