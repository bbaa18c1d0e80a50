"""The terms of the bounds: parts of a module's syntax tree that increase a bound, and the module without each.

A term is a summand, one side of a maximum or of a root of squares, a factor above one, a number subtracted from a
divisor or a lower bound, a rounding outward, or a condition under which a result is unknown. A part that decreases a
bound, such as one side of a minimum, is not a term: without it the bound still holds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

WIDER = ("maximum", "fmax", "max", "hypot")
"""Functions of several numbers that are at least as large as each."""

OUTWARD = {
    "up": "{0}",
    "raised": "{0}",
    "down": "{0}",
    "nextafter": "{0}",
    "matmul_up": "{0} @ {1}",
    "product_up": "{0} @ {1}",
    "sum_up": "np.sum({0}, axis={1}, keepdims={2})",
    "norms_up": "np.sqrt(np.sum(np.square({0}), axis=-1, keepdims=True))",
    "gamma": "{0} * {1}",
}
"""Functions that round outward, and their equivalents without that."""

ADDING = ("biased", "rounded")
"""Methods that return the same with an additional part."""

PARTS = ("Typical", "Sums")
"""Classes of which each field is a part of a bound."""

COUNTED = ("roundings", "underflow", "relative", "below", "lost")
"""Keywords for how much is added."""

LENGTHS = ("n", "m", "d", "keys", "tiles", "operations")
"""Variables that are integers of at least one."""

INDICES = ("axis", "shape", "initial")
"""Keywords for indices and starting values."""


@dataclass(frozen=True)
class Term:
    """A term of a module: its line, its expression, and the module's source without it."""

    line: int
    expression: str
    taken_out: str
    source: str

    @property
    def key(self) -> tuple[str, str]:
        """Its identity in the module."""
        return self.expression, self.taken_out


def terms(source: str, names: Mapping[str, Any]) -> Iterator[Term]:
    """Every term of a module's source, one at a time; ``names`` are those that the module defines or imports."""
    tree = ast.parse(source)
    for parent, field, index, node in list(_places(tree)):
        for taken_out, without in _without(node, parent, names):
            _put(parent, field, index, without)
            left = ast.unparse(ast.fix_missing_locations(tree))
            _put(parent, field, index, node)
            yield Term(node.lineno, ast.unparse(node), taken_out, left)


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, Any]]:
    """Expressions and statements of functions and constants, each with its place in the tree, outer ones first."""
    for field, value in ast.iter_fields(tree):
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _says_where(tree, field, node):
                continue
            if isinstance(node, ast.expr | ast.stmt):
                yield tree, field, index, node
            yield from _places(node)


def _says_where(parent: ast.AST, field: str, node: ast.AST) -> bool:
    """Whether a part of the tree is an index or annotation rather than the size of a number."""
    if isinstance(node, ast.keyword):
        return node.arg in INDICES
    if isinstance(parent, ast.Subscript):
        return field == "slice"
    return field in {"annotation", "returns", "decorator_list"} or isinstance(node, ast.Raise)


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _without(node: Any, parent: ast.AST, names: Mapping[str, Any]) -> Iterator[tuple[str, ast.AST]]:
    """What can be removed from one node, and the remaining node."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Mult):
        if isinstance(node.op, ast.Add) or _is_above_one(node.value, names):
            yield ast.unparse(node.value), ast.Pass()
    elif isinstance(node, ast.BinOp):
        yield from _of_operation(node, parent, names)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)


def _of_operation(node: ast.BinOp, parent: ast.AST, names: Mapping[str, Any]) -> Iterator[tuple[str, ast.AST]]:
    """Summands, factors above one, conditions that must all hold, and what is subtracted."""
    kind = type(node.op)
    if kind is ast.Sub:
        yield ast.unparse(node.right), node.left
    elif kind in (ast.Add, ast.Mult, ast.BitAnd) and not (isinstance(parent, ast.BinOp) and type(parent.op) is kind):
        parts = list(_chain(node, kind))
        for index, part in enumerate(parts):
            if _is_above_one(part, names) if kind is ast.Mult else not _is_unit(part):
                yield ast.unparse(part), _joined(parts[:index] + parts[index + 1 :], node.op)


def _of_call(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """Sides of a maximum, roundings outward, parts, counts, and the condition for a known result."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    given = [ast.unparse(each) for each in node.args]
    if name in WIDER and len(given) > 1:
        for index, text in enumerate(given):
            others = node.args[:index] + node.args[index + 1 :]
            yield text, others[0] if len(others) == 1 else ast.Call(node.func, others, node.keywords)
    elif name in OUTWARD:
        yield f"{name}()", _parsed(OUTWARD[name].format(*(f"({text})" for text in given)))
    elif name == "where" and given[1:] and "np.inf" in given[1:]:
        yield given[0], node.args[2 if given[1] == "np.inf" else 1]
    elif name in ADDING and isinstance(node.func, ast.Attribute):
        yield f".{name}({', '.join(given)})", node.func.value
    if name in PARTS:
        for index, text in enumerate(given):
            if not text.startswith(("*", "NOTHING")):
                left = [*node.args[:index], _parsed("np.zeros(())"), *node.args[index + 1 :]]
                yield text, ast.Call(node.func, left, node.keywords)
    for index, keyword in enumerate(node.keywords):
        if keyword.arg in COUNTED or (name in PARTS and keyword.arg):
            zero = _parsed("np.zeros(())" if name in PARTS else "0")
            keywords = [*node.keywords[:index], ast.keyword(keyword.arg, zero), *node.keywords[index + 1 :]]
            if ast.unparse(keyword.value) != "0":
                yield f"{keyword.arg}={ast.unparse(keyword.value)}", ast.Call(node.func, node.args, keywords)


def _is_above_one(node: ast.AST, names: Mapping[str, Any]) -> bool:
    """Whether a factor is a number above one, a constant with such a value, or a length."""
    if isinstance(node, ast.Name) and node.id in LENGTHS:
        return True
    value = names.get(node.id) if isinstance(node, ast.Name) else getattr(node, "value", None)
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 1


def _is_unit(node: ast.AST) -> bool:
    """Whether it is the 1.0 of a factor 1.0 + x, which is not a term of a bound."""
    return isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value == 1.0


def _chain(node: ast.expr, kind: type[ast.operator]) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and type(node.op) is kind:
        yield from _chain(node.left, kind)
        yield from _chain(node.right, kind)
    else:
        yield node


def _joined(parts: list[ast.expr], operator: ast.operator) -> ast.expr:
    joined, *others = parts
    for each in others:
        joined = ast.BinOp(joined, operator, each)
    return joined


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
