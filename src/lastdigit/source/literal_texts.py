"""Texts that a source puts together of literals alone: by formats, f-strings, signs, and methods of strings."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from lastdigit.source.literals import UNKNOWN, Value

_LONGEST = 10_000
_PARTS = frozenset(("split", "strip", "lstrip", "rstrip"))
_SAME = -1
"""No conversion, in a field of an f-string."""


def _is_put_in(value: Value) -> bool:
    """Whether a value is printed as it is spelled out: a number or a string, which is not too long."""
    return isinstance(value, (int, float)) or (isinstance(value, str) and len(value) <= _LONGEST)


def written_text(node: ast.JoinedStr, value_of: Callable[[ast.expr], Value]) -> Value:
    """The text of an f-string all of whose values are literals."""
    text = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
            continue
        value = value_of(part.value) if isinstance(part, ast.FormattedValue) and part.conversion == _SAME else UNKNOWN
        spec = part.format_spec if isinstance(part, ast.FormattedValue) else None
        fields = spec.values if isinstance(spec, ast.JoinedStr) else []
        if not _is_put_in(value) or not all(isinstance(one, ast.Constant) for one in fields):
            return UNKNOWN
        as_told = "".join(str(one.value) for one in fields if isinstance(one, ast.Constant))
        field = _tried(partial(format, value, as_told)) if _is_short(as_told) else UNKNOWN
        if field is UNKNOWN:
            return UNKNOWN
        text += field
    return text


def _is_short(told: str) -> bool:
    """Whether a format makes no long text."""
    return not any(len(number) > 2 for number in "".join(one if one.isdigit() else " " for one in told).split())


def _tried(make: Callable[[], str]) -> Value:
    try:
        return make()
    except (ValueError, TypeError, IndexError, KeyError, OverflowError, AttributeError):
        return UNKNOWN


def put_together(node: ast.BinOp, left: Value, right: Value) -> Value:
    """Two texts, one behind the other, or what a percent sign puts in a text."""
    if not isinstance(left, str) or len(left) > _LONGEST:
        return UNKNOWN
    if isinstance(node.op, ast.Add):
        return left + right if isinstance(right, str) and len(right) <= _LONGEST else UNKNOWN
    several = isinstance(node.right, ast.Tuple)
    values = right if several and isinstance(right, list) else [right]
    if not all(map(_is_put_in, values)) or not _is_short(left):
        return UNKNOWN
    return _tried(lambda: left % tuple(values))


def of_a_text(text: str, name: str, given: Sequence[Value], named: Mapping[str | None, Value]) -> Value:
    """What a method of a string returns: its parts, other strings between which it stands, or itself with values."""
    if len(text) > _LONGEST:
        return UNKNOWN
    if name == "format":
        values = {key: value for key, value in named.items() if key is not None}
        is_known = len(values) == len(named) and all(map(_is_put_in, [*given, *values.values()]))
        return _tried(lambda: text.format(*given, **values)) if is_known and _is_short(text) else UNKNOWN
    if named:
        return UNKNOWN
    if name == "join" and len(given) == 1:
        parts = list(given[0]) if isinstance(given[0], (list, str)) else [UNKNOWN]
        return text.join(parts) if all(isinstance(one, str) and len(one) <= _LONGEST for one in parts) else UNKNOWN
    are_texts = len(given) <= 1 and all(isinstance(one, str) and one for one in given)
    return getattr(text, name)(*given) if are_texts and name in _PARTS else UNKNOWN
