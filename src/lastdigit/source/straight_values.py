"""The literal that a name certainly has where a source prints it, as no statement in between can have changed it.

``x = 0.8`` above ``print(x)`` is one, although a loop below changes ``x``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from lastdigit.source.counted_values import is_literal
from lastdigit.source.item_keys import part_given

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)
_Place: TypeAlias = "tuple[int, int, str]"
_Above: TypeAlias = "tuple[tuple[ast.AST, Sequence[ast.stmt]], ...]"
"""For each block around a name, from the innermost outwards: what has the block, and its statements above the name."""


def literal_above(name: ast.Name, tree: ast.Module) -> ast.expr | None:
    """The literal that ``name`` has where it stands in ``tree``; None if it may be anything else.

    >>> tree = ast.parse("x = 0.8\\nprint(x)\\nfor i in range(3):\\n    x = f(x)\\n    print(x)")
    >>> first, second = tree.body[1].value.args[0], tree.body[2].body[1].value.args[0]
    >>> literal_above(first, tree).value, literal_above(second, tree)
    (0.8, None)
    """
    if any(isinstance(one, (ast.Global, ast.Nonlocal)) and name.id in one.names for one in ast.walk(tree)):
        return None
    for owner, above in _blocks(tree).get(_place(name), ()):
        for statement in reversed(above):
            if _assigns(statement, name.id):
                return _literal(statement, name.id)
        if any(_assigns(one, name.id) for one in _run_before(owner)):
            return None
        if isinstance(owner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return None
    return None


@lru_cache(maxsize=8)
def _blocks(tree: ast.Module) -> Mapping[_Place, _Above]:
    """The blocks around each name; none if the tree is nested too deeply."""
    try:
        return dict(_names_below(tree, ()))
    except RecursionError:
        return {}


def _names_below(owner: ast.AST, around: _Above) -> Iterator[tuple[_Place, _Above]]:
    """Every name in the blocks of a statement, with the statements above it."""
    for field in ("body", "orelse", "finalbody", "handlers"):
        block = getattr(owner, field, ())
        for at, statement in enumerate(block if isinstance(block, list) else ()):
            above: _Above = ((owner, block[:at] if field != "handlers" else []), *around)
            yield from ((_place(node), above) for node in _own_names(statement))
            yield from _names_below(statement, above)


def _run_before(owner: ast.AST) -> Sequence[ast.AST]:
    """What may run before a block of ``owner``, apart from what is above it there: all of a loop, or a condition."""
    if isinstance(owner, (ast.For, ast.AsyncFor, ast.While, ast.Try, ast.ExceptHandler)):
        return [owner]
    if isinstance(owner, ast.Module):
        return []
    return [child for child in ast.iter_child_nodes(owner) if not isinstance(child, (ast.stmt, ast.excepthandler))]


def _own_names(statement: ast.AST) -> Iterator[ast.Name]:
    """The names of a statement that stand in none of its blocks."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.Name):
            yield child
        elif not isinstance(child, (ast.stmt, ast.excepthandler, ast.Lambda, ast.comprehension)):
            yield from _own_names(child)


def _place(name: ast.Name) -> _Place:
    return getattr(name, "lineno", 0), getattr(name, "col_offset", 0), name.id


def _assigns(statement: ast.AST, name: str) -> bool:
    """Whether a statement, or one in its blocks, may give a name something else."""
    return any(_gives(node, name) for node in ast.walk(statement))


def _gives(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.alias):
        return (node.asname or node.name) in (name, "*")
    return isinstance(node, _NAMED) and node.name == name


def _literal(statement: ast.stmt, name: str) -> ast.expr | None:
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    value = part_given(statement.targets[0], statement.value, name)
    return value if is_literal(value) else None
