"""Items of a printed dict that a call was given, as ``update({'width': 3})`` shows the width again."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from lastdigit.source.syntax import expression_of


def is_given(expression: str, key: str, number: str, definitions: Mapping[str, Sequence[ast.stmt]]) -> bool:
    """Whether a call in ``expression`` is given a literal under ``key`` that is written as ``number``.

    So is one that gave the name which is shown, and what it is given may have a name itself.

    >>> is_given("screen.update('live', {'width': 3})", "width", "3", {})
    True
    >>> is_given("screen.update(width=3)", "width", "4", {})
    False
    >>> given = ast.parse("start = {'width': 3}; end = run(start)").body
    >>> is_given("end", "width", "3", {"start": given[:1], "end": given[1:]})
    True
    """
    node = expression_of(expression)
    calls = _calls(node, definitions) if node is not None else ()
    return any((key, number) == item for call in calls for item in _items(call, definitions))


def _calls(node: ast.expr, definitions: Mapping[str, Sequence[ast.stmt]]) -> Iterator[ast.Call]:
    """The calls in an expression, or that gave the object of which it is a part."""
    for one in (node, *_values(_owner(node), definitions)):
        yield from (inner for inner in ast.walk(one) if isinstance(inner, ast.Call))


def _owner(node: ast.expr) -> ast.expr:
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node


def _values(node: ast.AST, definitions: Mapping[str, Sequence[ast.stmt]]) -> list[ast.expr]:
    """The values that a name is assigned; none of another expression."""
    given = definitions.get(node.id, ()) if isinstance(node, ast.Name) else ()
    return [one.value for one in given if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None]


def _items(call: ast.Call, definitions: Mapping[str, Sequence[ast.stmt]]) -> Iterator[tuple[str, str]]:
    """The literal items and keyword arguments that a call is given, as text."""
    for keyword in call.keywords:
        if keyword.arg and isinstance(keyword.value, ast.Constant):
            yield keyword.arg, repr(keyword.value.value)
    for argument in call.args:
        for node in (inner for one in (argument, *_values(argument, definitions)) for inner in ast.walk(one)):
            for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                    yield str(key.value), repr(value.value)
