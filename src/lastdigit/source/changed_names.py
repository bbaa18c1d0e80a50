"""Which names a statement changes: by assigning them, and in place, by an item, a method or a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lastdigit.source.python_source import name_of

BODIES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IN_PLACE = (
    frozenset(
        ("append", "extend", "insert", "remove", "pop", "popitem", "clear", "sort", "reverse", "update", "setdefault")
    )
    | frozenset(
        (
            "add",
            "discard",
            "appendleft",
            "popleft",
            "fill",
            "put",
            "resize",
            "itemset",
            "partition",
            "setfield",
            "assign",
        )
    )
    | frozenset(("assign_add", "assign_sub"))
)
"""Methods that change the object that they belong to."""
_CHANGES_ITS_ARGUMENT = frozenset(
    ("shuffle", "heapify", "heappush", "heappop", "insort", "insort_left", "insort_right", "fill_diagonal", "copyto")
) | frozenset(("put", "place", "putmask", "put_along_axis", "setattr", "assign", "assign_add", "assign_sub"))
_CHANGES_NO_NUMBER = frozenset(("requires_grad_", "requires_grad", "name"))


def assigned(node: ast.AST) -> Iterator[str]:
    """The names that a statement, or anything in it, assigns, deletes, imports or defines."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            yield one.id
        elif isinstance(one, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in one.names)
        elif isinstance(one, BODIES):
            yield one.name
        elif isinstance(one, ast.ExceptHandler):
            yield one.name or ""


def changed_in_place(node: ast.AST) -> Iterator[str]:
    """The names whose objects a statement, or anything in it, changes in place."""
    for one in ast.walk(node):
        if isinstance(one, ast.AugAssign):
            yield from _owner(one.target)
        elif isinstance(one, (ast.Subscript, ast.Attribute)) and not isinstance(one.ctx, ast.Load):
            if not (isinstance(one, ast.Attribute) and one.attr in _CHANGES_NO_NUMBER):
                yield from _owner(one)
        elif isinstance(one, ast.Call):
            yield from _changed_by_call(one)


def _changed_by_call(call: ast.Call) -> Iterator[str]:
    name = name_of(call.func)
    ends_so = name.endswith("_") and name not in _CHANGES_NO_NUMBER
    is_told = any(keyword.arg == "inplace" for keyword in call.keywords)
    if isinstance(call.func, ast.Attribute) and (name in _IN_PLACE or ends_so or is_told):
        yield from _owner(call.func)
    if (name in _CHANGES_ITS_ARGUMENT or ends_so) and call.args:
        yield from _owner(call.args[0])
    for keyword in call.keywords:
        if keyword.arg == "out":
            yield from _owner(keyword.value)


def _owner(node: ast.expr) -> Iterator[str]:
    """The name that an item, a view or an attribute belongs to."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        yield node.id


def changed_by_functions(tree: ast.Module) -> Iterator[str]:
    """The names of a module that functions in it change."""
    for body in ast.walk(tree):
        if not isinstance(body, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        own = {one.id for one in ast.walk(body) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        own |= {one.arg for one in ast.walk(body.args) if isinstance(one, ast.arg)}
        yield from (name for one in ast.walk(body) if isinstance(one, ast.Global) for name in one.names)
        yield from (name for name in changed_in_place(body) if name not in own)
