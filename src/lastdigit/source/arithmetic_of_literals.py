"""Arithmetic of numbers that the source spells out, such as an item ``2 * 0.05`` of a list of settings."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from lastdigit.source.literals import UNKNOWN, Value

_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}
_LARGEST, _LARGEST_POWER = 10**6, 16
"""The limits on operands and exponents, so that no number is long."""


def is_arithmetic(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """Whether an operation has literal numbers alone as operands. A quotient counts as computed."""
    return isinstance(node, ast.BinOp) and _is_of_numbers(node)


def result_of(node: ast.expr) -> Value:
    """A sum, a difference, a product or a power of literal numbers; unknown if it is complex or not finite."""
    if not isinstance(node, ast.BinOp):
        return ast.literal_eval(node)
    left, right = result_of(node.left), result_of(node.right)
    if left is UNKNOWN or right is UNKNOWN or (isinstance(node.op, ast.Pow) and abs(right) > _LARGEST_POWER):
        return UNKNOWN
    try:
        value = _OPERATORS[type(node.op)](left, right)
    except ArithmeticError:
        return UNKNOWN
    return value if isinstance(value, (int, float)) and math.isfinite(value) else UNKNOWN


def _is_of_numbers(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) in _OPERATORS and _is_of_numbers(node.left) and _is_of_numbers(node.right)
    node = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= _LARGEST
