"""What statements of a source that follow each other print of literals alone, such as expected results."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lastdigit.document import Passage
from lastdigit.source.syntax import parse


@lru_cache(maxsize=256)
def literal_passages(source: Passage) -> Sequence[str]:
    """The texts that several calls of ``print`` write one after the other; lines without indentation.

    >>> literal_passages(Passage("print(x)\\nprint('expected:')\\nprint('[[1.5 2.5]')\\nprint(' [3.5 4.5]]')", 1))
    ['expected:\\n[[1.5 2.5]\\n[3.5 4.5]]']
    """
    tree = parse(source)
    bodies = [body for node in ast.walk(tree) for body in _bodies(node)] if tree is not None else []
    return [passage for body in bodies for passage in _passages(body)]


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for _, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield value


def _passages(body: Sequence[ast.stmt]) -> Iterator[str]:
    lines: list[str] = []
    for statement in body:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[ast.Constant(value=str(text))], keywords=[])):
                lines += map(str.strip, text.split("\n"))
                continue
        if len(lines) > 1:
            yield "\n".join(lines)
        lines = []
    if len(lines) > 1:
        yield "\n".join(lines)
