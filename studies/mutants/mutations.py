"""The mutations of a module: changes of one operator, constant, condition or argument."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.USub: ast.UAdd,
}
"""The replacement of each operator."""

NAMES = {
    "max": "min",
    "min": "max",
    "maximum": "minimum",
    "minimum": "maximum",
    "any": "all",
    "all": "any",
    "up": "down",
    "down": "up",
    "floor": "ceil",
    "ceil": "floor",
}
"""The replacement of each called function."""

COMMUTATIVE = (
    *("max", "min", "maximum", "minimum", "fmax", "fmin", "add", "multiply", "hypot"),
    *("array_equal", "vecdot", "gamma", "apart", "_both", "_two_sum"),
)
"""Symmetric functions of two arguments."""

WORDS = ("Literal", "TypeVar", "NewType", "cast", "field", "dataclass", "overload")
"""Calls and subscripts that only concern readers and type checkers."""


@dataclass(frozen=True)
class Mutation:
    """One change of a line: the edit at a ``place`` among all edits of the ``original`` source."""

    line: int
    function: str
    text: str
    before: str
    after: str
    number: int
    original: str
    place: int

    @property
    def key(self) -> tuple[str, ...]:
        """Its identity in the module, independent of line numbers; a counter distinguishes equal edits."""
        return self.function, self.text, self.before, self.after, str(self.number)

    @cached_property
    def source(self) -> str:
        """The module's source with the change."""
        tree = ast.parse(self.original)
        _, node, field, index, other = next(islice(_edits(tree), self.place, None))
        _put(node, field, index, other)
        return ast.unparse(ast.fix_missing_locations(tree))


def mutations(source: str) -> Iterator[Mutation]:
    """Every mutation of a source, one at a time."""
    tree, lines = ast.parse(source), source.splitlines()
    alike: Counter[tuple[str, ...]] = Counter()
    for place, (function, node, field, index, other) in enumerate(_edits(tree)):
        before = _said(node, field)
        held = _put(node, field, index, other)
        after = _said(node, field)
        _put(node, field, index, held)
        if after != before:
            line: int = node.lineno  # type: ignore[attr-defined]
            words = function, lines[line - 1].strip(), before, after
            alike[words] += 1
            yield Mutation(line, *words, alike[words], source, place)


def _edits(tree: ast.AST) -> Iterator[tuple[str, ast.AST, str, int | None, Any]]:
    """For each part of a tree that can be changed: its function, the part, and the replacement."""
    left_out = {*_lengths_that_are_computed(tree), *_last_axes(tree)}
    for function, node in list(_computations(tree)):
        if node not in left_out:
            for field, index, other in list(_others(node)):
                yield function, node, field, index, other


def _lengths_that_are_computed(tree: ast.AST) -> Iterator[ast.AST]:
    """The −1 in a shape given to an array: NumPy accepts any negative number for it."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "reshape":
            for node in (each for argument in call.args for each in ast.walk(argument)):
                if isinstance(node, ast.UnaryOp) and ast.unparse(node) == "-1":
                    yield node.operand


def _last_axes(tree: ast.AST) -> Iterator[ast.AST]:
    """The signs of axes counted from the end: axis 1 of a matrix is its last. Their numbers are changed instead."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "axis":
            axes = node.value
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            axes = node.slice
        else:
            continue
        yield from (each for each in ast.walk(axes) if isinstance(each, ast.UnaryOp))


def _said(node: ast.AST, field: str) -> str:
    """The text shown for a part: for a statement with a block, its condition."""
    return ast.unparse(node.test if field == "test" else node)  # type: ignore[attr-defined]


def _computations(node: ast.AST, function: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The parts of a tree that compute, each with its function, without those for readers and type checkers."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_for_readers(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield function, child
            yield from _computations(child, function)


def _is_for_readers(node: ast.AST) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Raise | ast.JoinedStr | ast.Assert):
        return True
    if isinstance(node, ast.keyword):
        return node.arg == "strict"  # of zip: for programming errors
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    called = node.func if isinstance(node, ast.Call) else node.value if isinstance(node, ast.Subscript) else None
    return isinstance(called, ast.Name) and called.id in WORDS


def _others(node: ast.AST) -> Iterator[tuple[str, int | None, Any]]:
    """The replacements of a part: a field, an index if that is a list, and the new value."""
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.UnaryOp | ast.AugAssign):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return
        if other := OPERATORS.get(type(node.op)):
            yield "op", None, other()
    elif isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            if other := OPERATORS.get(type(operator)):
                yield "ops", index, other()
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield "value", None, not node.value
        elif isinstance(node.value, int | float):
            yield "value", None, node.value + 1
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "test", None, ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield "value", None, ast.Constant(None)
    elif isinstance(node, ast.Call):
        yield from _other_calls(node)


def _other_calls(node: ast.Call) -> Iterator[tuple[str, int | None, Any]]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if isinstance(node.func, ast.Name) and name in NAMES:
        yield "func", None, ast.Name(NAMES[name])
    elif isinstance(node.func, ast.Attribute) and name in NAMES:
        yield "func", None, ast.Attribute(node.func.value, NAMES[name])
    two = len(node.args) == 2 and not node.keywords and not any(isinstance(each, ast.Starred) for each in node.args)
    if two and name not in COMMUTATIVE:
        yield "args", None, node.args[::-1]


def _put(node: ast.AST, field: str, index: int | None, value: Any) -> Any:
    """Replace a value; returns the old one."""
    if index is None:
        held = getattr(node, field)
        setattr(node, field, value)
        return held
    held = getattr(node, field)[index]
    getattr(node, field)[index] = value
    return held
