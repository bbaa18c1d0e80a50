"""What a text that a cell shows as its value puts in: by a format, an f-string, or a percent sign."""

from __future__ import annotations

import ast

from lastdigit.document import Passage
from lastdigit.source.put_in_values import reason_of
from lastdigit.source.python_source import shown_value
from lastdigit.source.reached_source import ReachedSource


def reason_of_text(source: Passage, reached: ReachedSource) -> str:
    """Why all values in the text that a source shows are no results, as a key of ``REASONS``; "" if one may be."""
    last = shown_value(source)
    values = _put_in(last.value) if last is not None else []
    reasons = [reason_of(value, reached) for value in values]
    return reasons[0] if reasons and all(reasons) else ""


def _put_in(node: ast.expr) -> list[ast.expr]:
    """The values that a text takes in; none for what is no text."""
    if isinstance(node, ast.JoinedStr):
        return [one.value for one in node.values if isinstance(one, ast.FormattedValue)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _is_text(node.left):
        return node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_put_in(node.left), *_put_in(node.right)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_text(node.func.value):
        is_format = node.func.attr == "format"
        return [*node.args, *(one.value for one in node.keywords)] if is_format else []
    is_str = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str"
    return node.args if isinstance(node, ast.Call) and is_str else []


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
