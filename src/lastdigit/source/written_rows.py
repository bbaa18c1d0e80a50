"""The lists of numbers that sources write, to tell copies of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from lastdigit.document import Passage
from lastdigit.source.syntax import parse

_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{0,15})?")
PLAIN_NUMBER = re.compile(r"-?\d{1,30}(?:\.\d{0,30})?(?:[eE][-+]?\d{1,3})?")
"""A number as sources write it, and as it is printed again."""
_LONGEST_TEXT = 2000
"""The longest string that is read as a matrix."""


def rows_written(sources: Iterable[Passage]) -> str:
    """The lists of numbers of some sources as one text, between semicolons; those within others are parts of these.

    >>> rows_written([Passage("speeds = [[10.5, 20.25], [30, 40]]", 1)])
    ';10.5,20.25,30.0,40.0;'
    """
    trees = [tree for tree in map(parse, sources) if tree is not None]
    rows = [numbers for tree in trees for numbers in _outermost(tree)]
    rows += [numbers for tree in trees for node in ast.walk(tree) if (numbers := _numbers_in_text(node))]
    return f";{';'.join(','.join(map(repr, row)) for row in rows)};"


def number_written(node: ast.expr) -> float | None:
    """The number that an expression writes out, with its sign; None for anything else, and for what no float holds."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
            sign = -1
        case ast.Constant(value=value) | ast.UnaryOp(op=ast.UAdd(), operand=ast.Constant(value=value)):
            sign = 1
        case _:
            return None
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    try:
        return sign * float(value)
    except OverflowError:
        return None


def _numbers_in_text(node: ast.AST) -> list[float]:
    """The numbers of a string that is a matrix, such as ``"0, 1; -6, -5"``."""
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    parts = re.split(r"[,;\s]+", text.strip()) if len(text) <= _LONGEST_TEXT else []
    return [float(part) for part in parts] if len(parts) > 1 and all(map(_NUMBER.fullmatch, parts)) else []


def _outermost(tree: ast.AST) -> Iterator[list[float]]:
    """The numbers of the lists and tuples that stand in no other such list."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.List, ast.Tuple)) and (numbers := _numbers(node)):
            yield numbers
        else:
            waiting += ast.iter_child_nodes(node)


def _numbers(node: ast.expr) -> list[float] | None:
    """All numbers of nested lists, in order; None if they hold anything else."""
    found: list[float] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (ast.List, ast.Tuple)):
            waiting += reversed(one.elts)
        elif (number := number_written(one)) is not None:
            found.append(number)
        else:
            return None
    return found
