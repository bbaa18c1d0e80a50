"""Items of a printed dict that a call was given, as ``update({'width': 3})`` shows the width again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lastdigit.document import Passage
from lastdigit.source.syntax import parse


def is_given(expression: str, key: str, number: str) -> bool:
    """Whether a call in ``expression`` is given a literal under ``key`` that is written as ``number``.

    >>> is_given("screen.update('live', {'width': 3})", "width", "3"), is_given("screen.update(width=3)", "width", "4")
    (True, False)
    """
    if key not in expression or number not in expression:
        return False
    tree = parse(Passage(expression, 1))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call)) if tree else ()
    return any((key, number) == item for call in calls for item in _items(call))


def _items(call: ast.Call) -> Iterator[tuple[str, str]]:
    """The literal items and keyword arguments that a call is given, as text."""
    for keyword in call.keywords:
        if keyword.arg and isinstance(keyword.value, ast.Constant):
            yield keyword.arg, repr(keyword.value.value)
    for node in (one for argument in call.args for one in ast.walk(argument)):
        for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
            if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                yield str(key.value), repr(value.value)
