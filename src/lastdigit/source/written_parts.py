"""What a call that prints writes: lines of texts and values, from f-strings, ``format``, ``%``, ``+`` and ``join``."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from lastdigit.base.frozen import frozen
from lastdigit.source.format_specs import (
    IN_ANOTHER_BASE,
    padded,
    significant_digits_in,
    spec_in,
    spec_of,
    writes_in_another_base,
    writes_percent,
)
from lastdigit.source.python_source import name_of

_HOLE = re.compile(r"\{(?:\d+|[^\W\d]\w*)?(?:![rsa])?(?::[^{}]*)?\}")
_PERCENT = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]")
_AS_TEXT = ("%s", "%r")
_DOUBLED = (("%", "\ue000"), ("{", "\ue001"), ("}", "\ue002"))
"""Characters that are doubled to be literal, and their placeholders."""
_DECORATES = frozenset(("colored", "dedent", "cleandoc"))
"""Functions that return a text with the same words and values."""


@frozen
class Value:
    """A value inserted in a line. ``truncates``: a float loses decimals, as by ``%d`` or ``str(x)[:5]``.

    ``in_percent``: it is multiplied by 100, as by ``{:.1%}``. ``in_another_base``: not in base ten, as by
    ``{:08b}``. ``is_formatted``: by a format spec, which may round. ``digits``: to so many significant ones, as by
    ``{:.3g}``, where it is not 0.
    """

    node: ast.expr
    truncates: bool = False
    in_percent: bool = False
    in_another_base: bool = False
    is_formatted: bool = False
    digits: int = 0


Part = str | Value
"""A piece of a printed line: text or a value."""


def lines_of(call: ast.Call) -> Iterator[list[Part]]:
    """The lines written by a call, each as texts and values."""
    separator = next((keyword.value for keyword in call.keywords if keyword.arg == "sep"), ast.Constant(" "))
    if not (isinstance(separator, ast.Constant) and isinstance(separator.value, str)):
        return
    line: list[Part] = []
    for number, argument in enumerate(call.args):
        if number:
            line.append(separator.value)
        for part in _parts(argument):
            if isinstance(part, Value):
                line.append(part)
                continue
            first, *others = part.split("\n")
            line.append(first)
            for other in others:
                yield line
                line = [other]
    yield line


def _parts(argument: ast.expr) -> Iterator[Part]:
    """The texts of a string and the values in between."""
    if _is_a_string(argument):
        yield _text(argument)
    elif isinstance(argument, ast.JoinedStr):
        for one in argument.values:
            yield from _formatted(one) if isinstance(one, ast.FormattedValue) else (_text(one),)
    elif isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Mod):
        text = _with_stand_ins(_text(argument.left))
        yield from _between(argument, text, _PERCENT, _items(argument.right))
    elif isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Add) and _is_text(argument):
        yield from _parts(argument.left)
        yield from _parts(argument.right)
    elif isinstance(argument, ast.Call):
        yield from _parts_of_call(argument)
    else:
        yield _inserted(argument)


def _parts_of_call(call: ast.Call) -> Iterator[Part]:
    """The texts that ``format``, ``join`` and decorating functions write, and the values in between."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "format":
        text = _with_stand_ins(_text(call.func.value))
        yield from _between(call, text, _HOLE, _given_to(_HOLE.findall(text), call))
    elif joined := _joined(call):
        separator, items = joined
        for number, item in enumerate(items):
            yield separator if number else ""
            yield from _parts(item)
    elif name_of(call.func) in _DECORATES and call.args:
        yield from _parts(call.args[0])
    else:
        yield _inserted(call)


def _inserted(node: ast.expr) -> Value:
    """The value that an expression puts in a line: ``x`` for ``str(x)`` and for a slice of that text."""
    is_cut = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    text = node.value if isinstance(node, ast.Subscript) and is_cut else node
    return Value(text.args[0], truncates=is_cut) if _is_text_of_a_value(text) else Value(node)


def _formatted(part: ast.FormattedValue) -> Iterator[Part]:
    """What a part of an f-string inserts: a text, with the padding of its format, or a value."""
    if _is_a_string(part.value):
        yield padded(_text(part.value), spec_of(part))
        return
    if isinstance(part.value, ast.JoinedStr):
        yield from _parts(part.value)
        return
    put_in = _inserted(part.value)
    yield replace(
        put_in,
        in_percent=writes_percent(part),
        in_another_base=writes_in_another_base(part),
        is_formatted=part.format_spec is not None,
        digits=significant_digits_in(spec_of(part)),
    )


def _joined(call: ast.Call) -> tuple[str, Sequence[ast.expr]] | None:
    """The separator and the items of ``" ".join([…])``."""
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "join" and _is_a_string(call.func.value)):
        return None
    items = call.args[0] if len(call.args) == 1 else None
    if not isinstance(items, (ast.List, ast.Tuple)) or any(isinstance(one, ast.Starred) for one in items.elts):
        return None
    return _text(call.func.value), items.elts


def _is_text_of_a_value(node: ast.expr) -> TypeGuard[ast.Call]:
    """Whether an expression is ``str(x)`` or ``repr(x)``."""
    return isinstance(node, ast.Call) and name_of(node.func) in ("str", "repr") and len(node.args) == 1


def _with_stand_ins(text: str) -> str:
    """A text with a placeholder for each doubled character."""
    for sign, stands_in in _DOUBLED:
        text = text.replace(sign * 2, stands_in)
    return text


def _given_to(holes: Sequence[str], call: ast.Call) -> Sequence[ast.expr]:
    """What a call of ``format`` puts into each hole, by order, number or name; none if one of them is not plain."""
    if len(call.args) == 1 and isinstance(call.args[0], ast.Starred):
        return _items_of_starred(call.args[0].value, len(holes))
    named: dict[str, ast.expr] = {one.arg: one.value for one in call.keywords if one.arg}
    named |= {str(at): one for at, one in enumerate(call.args)}
    fields = [hole.strip("{}").partition(":")[0].partition("!")[0] for hole in holes]
    places = itertools.count()
    given = [named.get(field or str(next(places))) for field in fields]
    found = [one for one in given if one is not None]
    return found if len(found) == len(given) else ()


def _between(whole: ast.expr, text: str, hole: re.Pattern[str], values: Sequence[ast.expr]) -> Iterator[Part]:
    """The pieces of a text with values in its placeholders; the whole text if their numbers differ."""
    holes = hole.findall(text)
    if not text or len(holes) != len(values) or any(isinstance(value, ast.Starred) for value in values):
        yield Value(whole)
        return
    first, *behind = map(_as_printed, hole.split(text))
    yield first
    for form, value, words in zip(holes, values, behind, strict=True):
        put_in = _inserted(value)
        if _is_a_string(value):
            yield padded(_text(value), spec_in(form))
        else:
            yield replace(
                put_in,
                truncates=put_in.truncates or (hole is _PERCENT and form[-1] in "diu"),
                in_percent=hole is _HOLE and form.endswith("%}"),
                in_another_base=form.rstrip("}").endswith(IN_ANOTHER_BASE),
                is_formatted=":" in form if hole is _HOLE else form not in _AS_TEXT,
                digits=significant_digits_in(form),
            )
        yield words


def _items_of_starred(node: ast.expr, count: int) -> Sequence[ast.expr]:
    """What ``*node`` puts into ``count`` placeholders."""
    return [ast.Subscript(node, ast.Constant(at), ast.Load()) for at in range(count)]


def _as_printed(text: str) -> str:
    for sign, stands_in in _DOUBLED:
        text = text.replace(stands_in, sign)
    return text


def _is_text(node: ast.expr) -> bool:
    """Whether a sum is certainly a concatenation of strings."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod, ast.Mult)):
        return _is_text(node.left) or _is_text(node.right)
    if isinstance(node, ast.Call):
        return name_of(node.func) in ("str", "repr", "format", "join")
    if isinstance(node, ast.Subscript):
        return _is_text_of_a_value(node.value)
    return isinstance(node, ast.JoinedStr) or bool(_text(node))


def _is_a_string(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _items(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]
