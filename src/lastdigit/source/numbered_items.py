"""Rows of a list that have their number as an item, as ``enumerate`` gives them."""

from __future__ import annotations

import ast

from lastdigit.source.given_values import all_given
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource

_HANDS_ON = frozenset(("list", "tuple", "sorted", "reversed"))
_COUNT = frozenset(("range", "count"))
_DEEPEST = 6


def numbers_its_row(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether an expression is the item of a row that is the row's number, or that plus a literal.

    >>> from lastdigit.document import Cell, Passage
    >>> reached = ReachedSource([Cell(1, None, Passage("rows = sorted(enumerate(times, 1))", 1), ())])
    >>> [numbers_its_row(ast.parse(one, mode="eval").body, reached) for one in ("rows[3][0]", "rows[3][1]")]
    [True, False]
    """
    match node:
        case ast.Subscript(value=ast.Subscript(value=rows, slice=ast.Constant()), slice=ast.Constant(value=int(at))):
            return _are_numbered(rows, at, reached, _DEEPEST)
    return False


def _are_numbered(rows: ast.expr, at: int, reached: ReachedSource, depth: int) -> bool:
    """Whether the item at a place of each row is its number."""
    match rows:
        case ast.ListComp(
            elt=ast.Tuple(elts=items) | ast.List(elts=items), generators=[ast.comprehension(target=target, iter=over)]
        ):
            return at < len(items) and _counts(items[at], target, over)
        case ast.Call(func=ast.Name(id="enumerate")):
            return at == 0
        case ast.Call(func=ast.Name(id=name), args=[inner, *_]) if name in _HANDS_ON and depth:
            return _are_numbered(inner, at, reached, depth - 1)
        case ast.Name() if depth:
            return all_given(rows, reached, lambda one: _are_numbered(one, at, reached, depth - 1))
    return False


def _counts(item: ast.expr, target: ast.expr, over: ast.expr) -> bool:
    """Whether an item is the variable that counts the rounds of a comprehension, plus or minus a literal."""
    if isinstance(item, ast.BinOp) and isinstance(item.op, (ast.Add, ast.Sub)) and isinstance(item.right, ast.Constant):
        item = item.left
    function = name_of(over.func) if isinstance(over, ast.Call) else ""
    if function == "enumerate" and isinstance(target, ast.Tuple):
        target = target.elts[0]
    elif function not in _COUNT:
        return False
    return isinstance(item, ast.Name) and isinstance(target, ast.Name) and item.id == target.id
