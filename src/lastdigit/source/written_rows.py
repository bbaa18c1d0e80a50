"""The lists of numbers that sources write, to tell copies of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from lastdigit.document import Passage
from lastdigit.source.syntax import parse

_MATRIX = re.compile(r"\s{0,9}-?\d{1,15}(?:\.\d{0,15})?(?:\s{0,9}[,;\s]\s{0,9}-?\d{1,15}(?:\.\d{0,15})?){1,99}\s{0,9}")


def rows_written(sources: Iterable[Passage]) -> str:
    """The lists of numbers of some sources as one text, between semicolons; those within others are parts of these.

    >>> rows_written([Passage("speeds = [[10.5, 20.25], [30, 40]]", 1)])
    ';10.5,20.25,30.0,40.0;'
    """
    trees = [tree for tree in map(parse, sources) if tree is not None]
    rows = [numbers for tree in trees for node in _outermost(tree) if (numbers := _numbers(node))]
    rows += [numbers for tree in trees for node in ast.walk(tree) if (numbers := _numbers_in_text(node))]
    return f";{';'.join(','.join(map(repr, row)) for row in rows)};"


def _numbers_in_text(node: ast.AST) -> list[float]:
    """The numbers of a string that is a matrix, such as ``"0, 1; -6, -5"``."""
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return [float(one) for one in re.split(r"[,;\s]+", text.strip())] if _MATRIX.fullmatch(text) else []


def _outermost(tree: ast.AST) -> Iterable[ast.List | ast.Tuple]:
    """The lists and tuples of numbers that stand in no other."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.List, ast.Tuple)) and _numbers(node):
            yield node
        else:
            yield from _outermost(node)


def _numbers(node: ast.expr) -> list[float] | None:
    """All numbers of nested lists; None if they hold anything else."""
    if isinstance(node, (ast.List, ast.Tuple)):
        found: list[float] = []
        for item in node.elts:
            inner = _numbers(item)
            if inner is None:
                return None
            found += inner
        return found
    sign = -1 if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else 1
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    if not isinstance(value, ast.Constant) or type(value.value) not in (int, float):
        return None
    return [sign * float(value.value)]  # type: ignore[arg-type]
