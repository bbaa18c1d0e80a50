"""What a list or a dict of literals holds after a method changed it by literals, and what the method returned."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from lastdigit.source.literal_values import value_of
from lastdigit.source.literals import OneOf, Value, holds, is_known

_OF: Mapping[type, frozenset[str]] = {
    list: frozenset(("append", "extend", "insert", "reverse", "pop", "remove", "clear", "sort")),
    dict: frozenset(("pop", "popitem", "setdefault", "update", "clear")),
}
_ALIKE = ((int, float), (str,))
"""The types of items that can be sorted."""


def changed_by_method(node: ast.expr | None, names: dict[str, Value]) -> tuple[Value, ...]:
    """What a call returns, in a tuple, that only changes a list or a dict of literals; nothing for any other call.

    The names of the object have its new value from then on.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ()
    owner, method = node.func.value, node.func.attr
    old = names.get(owner.id) if isinstance(owner, ast.Name) else None
    if not isinstance(old, (list, dict)) or method not in _OF.get(type(old), ()):
        return ()
    given = [value_of(one, names) for one in node.args]
    named = {one.arg: value_of(one.value, names) for one in node.keywords if one.arg is not None}
    values = [*given, *named.values()]
    if len(named) < len(node.keywords) or not is_known(values) or any(isinstance(one, OneOf) for one in values):
        return ()
    if (type(old) is list and not _may_change(old, method)) or any(_is_held(one, old) for one in names.values()):
        return ()
    new: Value = list(old) if isinstance(old, list) else dict(old)
    try:
        returned = getattr(new, method)(*given, **named)
    except (TypeError, ValueError, IndexError, KeyError):
        return ()
    names.update({name: new for name, other in names.items() if other is old})
    return (list(returned) if isinstance(returned, tuple) else returned,)


def _may_change(items: list[Value], method: str) -> bool:
    is_sorted = method != "sort" or any(all(isinstance(item, kinds) for item in items) for kinds in _ALIKE)
    return is_known(items) and is_sorted


def _is_held(value: Value, one: Value) -> bool:
    return value is not one and holds(value, one)
