"""What statements give to a name: to it, to its items, or in addition to what it was."""

from __future__ import annotations

import ast

from lastdigit.source.item_keys import Keys, part_given, with_key
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import names_in

KEEP_ATTRIBUTES = frozenset(("T", "values", "data", "mT", "loc", "iloc", "at", "iat", "style"))
"""Attributes that have the numbers of what they belong to."""
_NEW = frozenset(("zeros", "ones", "empty", "zeros_like", "ones_like", "empty_like", "full", "dict", "list"))


def value_given(statement: ast.stmt, name: str) -> ast.expr | None:
    """The value that an assignment or a loop gives to ``name``, or that is appended to it."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and name_of(call.func) == "append" and len(call.args) == 1:
        return call.args[0]
    if isinstance(statement, ast.For):
        return part_given(statement.target, statement.iter, name)
    if not isinstance(statement, ast.Assign):
        return None
    target = next((one for one in statement.targets if name in names_in(one)), statement.targets[0])
    if isinstance(target, (ast.Tuple, ast.List)):
        part = part_given(target, statement.value, name)
        place = next((at for at, one in enumerate(target.elts) if isinstance(one, ast.Name) and one.id == name), None)
        return ast.Subscript(part, ast.Constant(place), ast.Load()) if part is statement.value else part
    return statement.value if isinstance(target, ast.Name) and target.id == name else None


def added(statement: ast.stmt, name: str) -> ast.expr | None:
    """What a statement adds to a name, ``x += y`` or ``x = x + y``."""
    if isinstance(statement, ast.AugAssign):
        return statement.value
    value = statement.value if isinstance(statement, ast.Assign) else None
    is_sum = isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Add, ast.Sub))
    if not is_sum or not isinstance(value, ast.BinOp) or not isinstance(value.left, ast.Name):
        return None
    return value.right if value.left.id == name else None


def assigns_an_item(statement: ast.stmt, name: str) -> bool:
    """Whether a statement assigns items of what a name holds."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    return target is not None and not isinstance(target, ast.Name) and place_of(target)[0] == name


def place_of(node: ast.expr) -> tuple[str, Keys]:
    """The name whose item an expression is, and the keys; no name for anything else."""
    keys: Keys = ()
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        if isinstance(node, ast.Subscript):
            keys = with_key(node, keys)
        elif node.attr not in KEEP_ATTRIBUTES:
            keys = (node.attr, *keys)
        node = node.value
    return (node.id, keys) if isinstance(node, ast.Name) else ("", ())


def reads(value: ast.expr | None, name: str) -> bool:
    """Whether a value is made of what a name holds."""
    return value is not None and name in names_in(value)


def is_new(value: ast.expr | None) -> bool:
    """Whether a value is a literal, an empty container, or one that has no numbers but those that are typed."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, (ast.List, ast.Dict)):
        return not ast.dump(value).count("Name(") and not any(isinstance(one, ast.Call) for one in ast.walk(value))
    if not isinstance(value, ast.Call) or value.keywords:
        return False
    name = name_of(value.func)
    return name in _NEW and len(value.args) <= (name not in ("list", "dict"))
