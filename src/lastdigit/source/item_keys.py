"""The keys of items: in subscripts, in literals, and in statements that assign items."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, TypeGuard

from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import names_in, spelled

Keys: TypeAlias = "tuple[str | int, ...]"
"""From the outermost container inwards."""
LAST_KEY = re.compile(r"\['([^'\\]{1,80})'\]\Z")
"""The key at the end of a path, as in ``[0]['rate']``."""


def with_key(node: ast.Subscript, keys: Keys) -> Keys:
    """The keys behind the value of a subscript; a number or a slice after the first one selects what holds them.

    >>> with_key(ast.parse("x['a']", mode="eval").body, ("b",))
    ('a', 'b')
    """
    key = _constant(node.slice)
    if isinstance(key, str) or (isinstance(key, int) and not keys):
        return (key, *keys)
    return keys


def column_at(call: ast.Call, keys: Keys) -> tuple[ast.expr, Keys] | None:
    """What gives a column of a frame that is made of rows and the names of columns, or an item of ``zip`` and
    ``enumerate``; and where.

    None if that is not plain.
    """
    if not keys or not call.args:
        return None
    if isinstance(call.func, ast.Name) and call.func.id == "enumerate" and keys[0] in (0, 1):
        return (call.args[0], keys[1:]) if keys[0] else (ast.Constant(0), ())
    if isinstance(call.func, ast.Name) and call.func.id == "zip":
        at = keys[0]
        is_one = (
            isinstance(at, int)
            and 0 <= at < len(call.args)
            and not any(isinstance(one, ast.Starred) for one in call.args)
        )
        return (call.args[at], keys[1:]) if isinstance(at, int) and is_one else None
    columns = next((one.value for one in call.keywords if one.arg in ("columns", "headers")), None)
    names = [_constant(one) for one in columns.elts] if isinstance(columns, (ast.List, ast.Tuple)) else []
    return (call.args[0], (names.index(keys[0]), *keys[1:])) if keys[0] in names else None


def item_at(node: ast.AST, key: str | int) -> ast.expr | None:
    """The item of a dict, a tuple or a list that a source writes out, at a key; None if there is none."""
    if isinstance(node, ast.Dict):
        items = zip(node.keys, node.values, strict=True)
        return next((value for name, value in items if name is not None and _constant(name) == key), None)
    if isinstance(node, (ast.Tuple, ast.List)) and isinstance(key, int) and -len(node.elts) <= key < len(node.elts):
        return None if any(isinstance(one, ast.Starred) for one in node.elts) else node.elts[key]
    return None


def columns_given(frame: str, column: str, definitions: Mapping[str, Sequence[ast.stmt]]) -> list[ast.expr | None]:
    """What statements give to a column of a frame, which is made of a dict; None where that is not plain."""
    given: list[ast.expr | None] = []
    for statement in definitions.get(frame, ()):
        if isinstance(key := key_given(statement), str):
            given += [statement.value] if key == column and isinstance(statement, ast.Assign) else []
            continue
        call = statement.value if isinstance(statement, ast.Assign) else None
        data = [*call.args[:1], *(one.value for one in call.keywords if one.arg == "data")] if _is_a_frame(call) else []
        found = _plain_dict(data[0], definitions) if data else None
        given.append(None if found is None else item_at(found, column))
    return given


def _is_a_frame(node: ast.expr | None) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and name_of(node.func) == "DataFrame"


def _plain_dict(node: ast.expr, definitions: Mapping[str, Sequence[ast.stmt]]) -> ast.Dict | None:
    if isinstance(node, ast.Name):
        given = definitions.get(node.id, ())
        only = given[0] if len(given) == 1 else None
        node = only.value if isinstance(only, ast.Assign) else node
    return node if isinstance(node, ast.Dict) else None


def key_given(statement: ast.stmt) -> str | int | None:
    """The key to which a statement assigns an item, as in ``row["loss"] = 0.5`` and ``frame.insert(2, "loss", 0.5)``.

    None if that is no constant.
    """
    if isinstance(statement, ast.Expr):
        return _column_inserted(statement.value)
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    return _constant(target.slice) if isinstance(target, ast.Subscript) else None


def _column_inserted(call: ast.expr) -> str | int | None:
    """The column that a frame gets from ``insert``, which takes three arguments, as that of a list does not."""
    if not isinstance(call, ast.Call) or name_of(call.func) != "insert":
        return None
    named = {one.arg: one.value for one in call.keywords}
    column = call.args[1] if len(call.args) > 1 else named.get("column")
    return _constant(column) if column is not None and len(call.args) + len(named) > 2 else None


def giving(keys: Keys, statements: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    """The statements that may give the item at ``keys``: those that assign it, or else all but those of other items.

    A statement that makes an item of what it was before hides none.
    """
    if not keys or not isinstance(keys[0], str):
        return statements
    own = [one for one in statements if key_given(one) == keys[0] or _gives_by_pattern(one, keys[0])]
    if own and not any(_reads_its_own_item(one) for one in own):
        return own
    return [one for one in statements if one in own or not isinstance(key_given(one), str)]


def _gives_by_pattern(statement: ast.stmt, key: str) -> bool:
    """Whether a statement assigns items by a text with values put in, such as ``f"day_{n}"``, that a key may be."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    text = target.slice if isinstance(target, ast.Subscript) else None
    if not isinstance(text, ast.JoinedStr):
        return False
    parts = [re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".{1,80}" for one in text.values]
    return re.fullmatch("".join(parts), key) is not None


def _reads_its_own_item(statement: ast.stmt) -> bool:
    target = spelled(statement.targets[0]) if isinstance(statement, ast.Assign) else ""
    return isinstance(statement, ast.Assign) and target in spelled(statement.value)


def keys_assigned(over: ast.expr, definitions: Mapping[str, Sequence[ast.stmt]]) -> list[ast.expr]:
    """The keys that statements assign to the dict whose keys a loop goes over; none if that may be no dict."""
    while isinstance(over, ast.Call) and len(over.args) == 1 and isinstance(over.func, ast.Name):
        if over.func.id not in ("sorted", "list", "tuple", "reversed"):
            return []
        over = over.args[0]
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr == "keys":
        over = over.func.value
    given = definitions.get(over.id, ()) if isinstance(over, ast.Name) else ()
    if not any(isinstance(one, ast.Assign) and _is_empty_dict(one.value) for one in given):
        return []
    targets = (target for one in given if isinstance(one, ast.Assign) for target in one.targets)
    return [target.slice for target in targets if isinstance(target, ast.Subscript)]


def _is_empty_dict(node: ast.expr) -> bool:
    if isinstance(node, ast.Dict):
        return not node.keys
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict" and not node.args


def values_returned(statement: ast.stmt, place: str | int) -> Iterator[ast.expr | None]:
    """What a function assigns to the name that it returns at a place of a tuple; None for anything else."""
    inner = list(ast.walk(statement)) if isinstance(statement, ast.FunctionDef) else []
    returned = [item_at(node.value, place) for node in inner if isinstance(node, ast.Return) and node.value is not None]
    names = {one.id for one in returned if isinstance(one, ast.Name)}
    if not returned or not all(isinstance(one, ast.Name) for one in returned):
        yield None
    for node in inner:
        if isinstance(node, ast.Call) and node.args and spelled(node.func) in {f"{name}.append" for name in names}:
            yield node.args[0]
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        )
        if any(isinstance(one, ast.Name) and one.id in names for target in targets for one in ast.walk(target)):
            yield node.value if isinstance(node, ast.Assign) else None


def part_given(target: ast.expr, value: ast.expr, name: str) -> ast.expr:
    """The part of a value that an assignment, or a loop over it, gives to ``name``."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        return value
    place = next((at for at, one in enumerate(target.elts) if name in names_in(one)), None)
    if place is None:
        return value
    if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
        return value.elts[place]
    if isinstance(value, ast.Call) and name_of(value.func) == "zip" and len(value.args) == len(target.elts):
        return value.args[place]
    if isinstance(value, ast.Call) and name_of(value.func) == "enumerate" and value.args and len(target.elts) == 2:
        return value.args[0] if place else ast.Constant(0)
    return value


def _constant(node: ast.expr) -> str | int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _constant(node.operand)
        return -value if isinstance(value, int) else None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, (str, int)) else None
