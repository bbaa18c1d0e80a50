"""The value of an expression that the source spells out: numbers and strings in lists, dicts, arrays and frames.

Arrays of literals have the values of their lists. Nothing else is computed: no slice, no transpose, no product.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from lastdigit.base.frozen import frozen
from lastdigit.source.python_source import name_of

Value: TypeAlias = Any
"""A number, a string, a list or a dict of values, or :data:`UNKNOWN`."""
Names: TypeAlias = Mapping[str, Value]

UNKNOWN: Value = object()
_MOST = 400
"""The limit on the values of one loop variable, and on the length of repeated lists."""
_MAKERS = frozenset(("array", "asarray", "tensor", "as_tensor", "Tensor", "FloatTensor", "DoubleTensor")) | frozenset(
    ("LongTensor", "IntTensor", "constant", "Variable", "matrix", "Series")
)
_KEEPS = frozenset(
    ("copy", "clone", "detach", "cuda", "cpu", "float", "double", "half", "to", "astype", "requires_grad_")
)
_SAME = frozenset(("list", "tuple", "copy", "deepcopy", "iter", "tqdm"))
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}
_LARGEST, _LARGEST_POWER = 10**6, 16
"""The limits on operands and exponents, so that no number is long."""


class Made(list[Value]):
    """The items of an array: to index it, or to make another array of it, is a computation."""


@frozen
class OneOf:
    """Any of these values, as a loop variable has."""

    values: tuple[Value, ...]


def value_of(node: ast.expr, names: Names) -> Value:
    """The value of ``node`` if the source spells it out, where its names have these values."""
    if isinstance(node, ast.Constant):
        return UNKNOWN if node.value is Ellipsis else node.value
    if isinstance(node, ast.Name):
        return names.get(node.id, UNKNOWN)
    if isinstance(node, ast.UnaryOp):
        return _signed(node, names)
    if isinstance(node, (ast.List, ast.Tuple)):
        return _list([_in_a_list(item, names) for item in node.elts])
    if isinstance(node, ast.Dict):
        return _dict(node, names)
    if isinstance(node, ast.BinOp):
        return _repeated(node, names)
    if isinstance(node, ast.Subscript):
        return _part(value_of(node.value, names), value_of(node.slice, names))
    if isinstance(node, ast.Attribute):
        return {"nan": math.nan, "inf": math.inf}.get(node.attr, UNKNOWN)
    return _called(node, names) if isinstance(node, ast.Call) else UNKNOWN


def _list(items: list[Value]) -> Value:
    """A list of values; unknown if an item is, unless other items are lists or dicts, whose parts may be printed."""
    is_known = UNKNOWN not in items or any(isinstance(item, (list, dict)) for item in items)
    return items if is_known else UNKNOWN


def _is_known(value: Value) -> bool:
    return all(map(_is_known, value)) if isinstance(value, list) else value is not UNKNOWN


def _in_a_list(node: ast.expr, names: Names) -> Value:
    value = UNKNOWN if isinstance(node, ast.Starred) else _item(node, names)
    return UNKNOWN if isinstance(value, OneOf) else value


def _item(node: ast.expr, names: Names) -> Value:
    """An item of a list, which may be an arithmetic expression of numbers."""
    return _arithmetic(node) if isinstance(node, ast.BinOp) and _is_arithmetic(node) else value_of(node, names)


def _is_arithmetic(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) in _ARITHMETIC and _is_arithmetic(node.left) and _is_arithmetic(node.right)
    node = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and abs(node.value) <= _LARGEST


def _arithmetic(node: ast.expr) -> Value:
    """A sum, a difference, a product or a power of numbers; a quotient counts as computed."""
    if not isinstance(node, ast.BinOp):
        return value_of(node, {})
    left, right = _arithmetic(node.left), _arithmetic(node.right)
    if left is UNKNOWN or right is UNKNOWN or (isinstance(node.op, ast.Pow) and abs(right) > _LARGEST_POWER):
        return UNKNOWN
    try:
        value = _ARITHMETIC[type(node.op)](left, right)
    except ArithmeticError:
        return UNKNOWN
    return value if isinstance(value, (int, float)) and math.isfinite(value) else UNKNOWN


def _signed(node: ast.UnaryOp, names: Names) -> Value:
    value = value_of(node.operand, names)
    if not isinstance(value, (int, float, complex)) or isinstance(value, bool):
        return UNKNOWN
    return -value if isinstance(node.op, ast.USub) else value if isinstance(node.op, ast.UAdd) else UNKNOWN


def _dict(node: ast.Dict, names: Names) -> Value:
    keys = [value_of(key, names) if key is not None else UNKNOWN for key in node.keys]
    if not all(isinstance(key, (str, int, float)) for key in keys):
        return UNKNOWN
    return dict(zip(keys, [_in_a_list(value, names) for value in node.values], strict=True))


def _repeated(node: ast.BinOp, names: Names) -> Value:
    """A list that is spelled out and repeated, such as ``(2,) * 3``."""
    if not isinstance(node.op, ast.Mult) or not isinstance(node.left, (ast.List, ast.Tuple)):
        return UNKNOWN
    items, times = value_of(node.left, names), value_of(node.right, names)
    is_small = type(items) is list and type(times) is int and 0 <= times * len(items) <= _MOST
    return items * times if is_small else UNKNOWN


def _part(whole: Value, key: Value) -> Value:
    """An item of a list or a dict; an index of an array is a computation."""
    if isinstance(whole, OneOf):
        return one_of([_part(value, key) for value in whole.values])
    if isinstance(key, OneOf):
        return one_of([_part(whole, value) for value in key.values])
    if isinstance(whole, dict) and isinstance(key, (str, int, float)):
        return whole.get(key, UNKNOWN)
    is_index = type(whole) is list and type(key) is int and -len(whole) <= key < len(whole)
    return whole[key] if is_index else UNKNOWN


def _called(call: ast.Call, names: Names) -> Value:
    name = name_of(call.func)
    if isinstance(call.func, ast.Attribute) and name in _KEEPS:
        value = value_of(call.func.value, names)
        if value is not UNKNOWN:
            return value
    if name == "dict" and not call.args:
        keys = [keyword.arg for keyword in call.keywords]
        values = [_in_a_list(keyword.value, names) for keyword in call.keywords]
        return UNKNOWN if None in keys else dict(zip(keys, values, strict=True))
    if not call.args:
        return UNKNOWN
    value = _item(call.args[0], names)
    if name in _SAME and len(call.args) == 1:
        return value if isinstance(value, (list, dict)) else UNKNOWN
    if name == "DataFrame":
        return _columns(value, call, names)
    if name not in _MAKERS or isinstance(value, Made):
        return UNKNOWN
    value = list(value.values()) if isinstance(value, dict) and name == "Series" else value
    if isinstance(value, list):
        return Made(value) if _is_known(value) else UNKNOWN
    return value if isinstance(value, (int, float, complex)) else UNKNOWN


def _columns(value: Value, call: ast.Call, names: Names) -> Value:
    """The columns of a frame of a dict of lists, of a list of dicts or rows with names for the columns."""
    if isinstance(value, dict) and all(isinstance(column, list) for column in value.values()):
        return {key: Made(column) for key, column in value.items()}
    if not isinstance(value, list) or not value:
        return UNKNOWN
    value = value if isinstance(value[0], (list, dict)) else [[one] for one in value]
    if all(isinstance(row, dict) and row.keys() == value[0].keys() for row in value):
        return {key: Made(row[key] for row in value) for key in value[0]}
    heads = next((_item(one.value, names) for one in call.keywords if one.arg == "columns"), UNKNOWN)
    if heads is UNKNOWN and len(call.args) < 2:
        heads = list(range(len(value[0]))) if isinstance(value[0], list) else UNKNOWN
    if not isinstance(heads, list) or not all(isinstance(head, (str, int)) for head in heads):
        return UNKNOWN
    if not all(isinstance(row, list) and len(row) == len(heads) for row in value):
        return UNKNOWN
    return {head: Made(row[at] for row in value) for at, head in enumerate(heads)}


def one_of(values: Sequence[Value]) -> Value:
    """Any of these values; unknown if one of them is, or if they are too many."""
    flat = [one for value in values for one in (value.values if isinstance(value, OneOf) else (value,))]
    return UNKNOWN if not flat or len(flat) > _MOST or any(one is UNKNOWN for one in flat) else OneOf(tuple(flat))


def bound(target: ast.expr, over: ast.expr, names: Names) -> Iterator[tuple[str, Value]]:
    """The names of a loop's target, each with the values that it has while the loop goes over ``over``."""
    rows = _rows(over, names)
    if rows is None:
        yield from ((name, UNKNOWN) for name in _names_of(target))
    else:
        yield from _bound(target, rows)


def _names_of(target: ast.expr) -> Iterator[str]:
    yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _bound(target: ast.expr, rows: Sequence[Value]) -> Iterator[tuple[str, Value]]:
    if isinstance(target, ast.Name):
        yield target.id, one_of(rows)
    elif isinstance(target, (ast.Tuple, ast.List)):
        fit = all(isinstance(row, list) and len(row) == len(target.elts) for row in rows)
        for at, one in enumerate(target.elts):
            yield from _bound(one, [row[at] for row in rows] if fit else [UNKNOWN])


def unpacked(target: ast.expr, value: Value) -> Iterator[tuple[str, Value]]:
    """The names of an assignment's target, each with its value."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, (ast.Tuple, ast.List)):
        fits = isinstance(value, list) and len(value) == len(target.elts)
        for at, one in enumerate(target.elts):
            yield from unpacked(one, value[at] if fits else UNKNOWN)
    elif isinstance(target, ast.Starred):
        yield from unpacked(target.value, UNKNOWN)


def _rows(over: ast.expr, names: Names) -> Sequence[Value] | None:
    """The items that a loop goes over; None if they are not spelled out. Counters are unknown."""
    name = name_of(over.func) if isinstance(over, ast.Call) else ""
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and name in ("items", "values", "keys"):
        owner = value_of(over.func.value, names)
        if not isinstance(owner, dict):
            return None
        return [list(pair) for pair in owner.items()] if name == "items" else list(getattr(owner, name)())
    if isinstance(over, ast.Call) and name == "enumerate" and over.args:
        inner = _rows(over.args[0], names)
        return None if inner is None else [[UNKNOWN, item] for item in inner]
    if isinstance(over, ast.Call) and name in ("zip", "product") and over.args and not over.keywords:
        columns = [_rows(one, names) for one in over.args]
        most = max([len(column) for column in columns if column is not None], default=0)
        if name == "product":
            filled = [[UNKNOWN] if column is None else column for column in columns]
            most = max(map(len, filled), default=0)
            return [[column[at % len(column)] for column in filled if column] for at in range(most)]
        known = [[UNKNOWN] * most if column is None else column for column in columns]
        return [list(row) for row in zip(*known, strict=False)]
    if isinstance(over, ast.Call) and name in ("tqdm", "reversed", "list", "iter") and len(over.args) >= 1:
        return _rows(over.args[0], names)
    value = value_of(over, names)
    if isinstance(value, OneOf):
        return [item for one in value.values for item in islice(one, _MOST)] if _are_lists(value) else None
    return list(value) if isinstance(value, (list, dict)) else None


def _are_lists(value: OneOf) -> bool:
    return all(isinstance(one, list) for one in value.values)
