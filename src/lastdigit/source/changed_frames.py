"""What a frame of literals holds after a statement gave it cells, a row, a column in between, or other names.

The labels of its rows are unknown, so that any row may be one that is named by its label.
"""

from __future__ import annotations

import ast

from lastdigit.source.literal_values import value_of
from lastdigit.source.literals import UNKNOWN, Frame, Made, Names, Value, is_known, one_of

_BY_LABEL, _BY_PLACE = frozenset(("loc", "at")), frozenset(("iloc", "iat"))


def with_changes(statement: ast.Assign, value: Value, names: Names) -> tuple[str, Frame] | None:
    """The name of a frame of literals and what it holds then, if all that a statement does is to change it so."""
    target = statement.targets[0]
    if len(statement.targets) > 1:
        return None
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute):
        name, old = _frame_of(target.value.value, names)
        by = target.value.attr
        new = _with_cells(old, target.slice, by, value, names) if old and by in _BY_LABEL | _BY_PLACE else None
    elif isinstance(target, ast.Attribute):
        name, old = _frame_of(target.value, names)
        new = _with_names(old, target.attr, value) if old else None
    else:
        return None
    return (name, new) if new is not None else None


def with_column_in_between(call: ast.Call, names: Names) -> tuple[str, Frame] | None:
    """The name of a frame and what it holds after ``insert`` gave it a column."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "insert" or len(call.args) != 3 or call.keywords:
        return None
    name, old = _frame_of(call.func.value, names)
    place, head, column = (value_of(one, names) for one in call.args)
    if not old or type(place) is not int or not isinstance(head, (str, int)):
        return None
    items = list(old.items())
    is_a_column = isinstance(column, list) and is_known(column) and len(column) == _length(old)
    items.insert(place, (head, Made(column) if is_a_column else UNKNOWN))
    return name, Frame(items)


def _frame_of(node: ast.expr, names: Names) -> tuple[str, Frame | None]:
    name = node.id if isinstance(node, ast.Name) else ""
    frame = names.get(name)
    return name, frame if isinstance(frame, Frame) else None


def _length(frame: Frame) -> int:
    return max([len(column) for column in frame.values() if isinstance(column, list)], default=0)


def _with_names(old: Frame, attribute: str, value: Value) -> Frame | None:
    """A frame with other names for its columns, or other labels for its rows."""
    if attribute == "index":
        return old
    are_names = isinstance(value, list) and len(value) == len(old) and len(set(map(str, value))) == len(old)
    if attribute != "columns" or not are_names or not all(isinstance(one, (str, int)) for one in value):
        return None
    return Frame(zip(value, old.values(), strict=True))


def _with_cells(old: Frame, key: ast.expr, by: str, value: Value, names: Names) -> Frame | None:
    """A frame in which a cell, a column or a row has a value; a column is unknown if a condition selects its cells."""
    if isinstance(key, ast.Tuple) and len(key.elts) == 2:
        column, row = value_of(key.elts[1], names), value_of(key.elts[0], names)
        if by in _BY_PLACE:
            column = list(old)[column] if type(column) is int and -len(old) <= column < len(old) else UNKNOWN
        if not isinstance(column, (str, int)):
            return None
        return Frame({**old, column: _with_cell(old.get(column, UNKNOWN), row, by, value)})
    row = value_of(key, names)
    if by not in _BY_LABEL or not isinstance(row, (str, int)) or not isinstance(value, list) or len(value) != len(old):
        return None
    return Frame({name: _with_row(column, one) for (name, column), one in zip(old.items(), value, strict=True)})


def _with_cell(column: Value, row: Value, by: str, value: Value) -> Value:
    if not isinstance(value, (int, float, str)) or not isinstance(column, list):
        return UNKNOWN
    if by in _BY_PLACE:
        is_a_place = type(row) is int and -len(column) <= row < len(column)
        return Made(_replaced(column, row % len(column), value)) if is_a_place else UNKNOWN
    if row == slice(None):
        return Made([value] * len(column))
    return _in_any_row(column, value) if isinstance(row, (str, int)) else UNKNOWN


def _in_any_row(column: list[Value], value: Value) -> Value:
    return one_of([Made(_replaced(column, at, value)) for at in range(len(column))])


def _replaced(column: list[Value], at: int, value: Value) -> list[Value]:
    return [*column[:at], value, *column[at + 1 :]]


def _with_row(column: Value, value: Value) -> Value:
    """A column with another item in any of its rows, or in one of its own at its end."""
    if not isinstance(column, list) or not isinstance(value, (int, float, str)):
        return UNKNOWN
    return one_of([Made([*column, value]), _in_any_row(column, value)])
