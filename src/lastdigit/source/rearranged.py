"""Literals in another order or in part: items and slices, rows and columns, transposed, stacked, sorted, copied.

What a condition selects is a computation.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeGuard

from lastdigit.source.literals import UNKNOWN, Flat, Frame, Made, OneOf, Value, is_known, one_of
from lastdigit.source.parts_of_frames import placed, rows_of

RESHAPES = frozenset(("reshape", "ravel", "flatten", "squeeze", "unsqueeze", "view", "contiguous", "expand_dims"))
_ROWS_SHOWN = 5
"""How many rows ``head`` and ``tail`` have unless they are told."""
_BY_PLACE = frozenset(("iloc", "iat"))
BY_KEY = frozenset(("loc", "iloc", "at", "iat", "c_", "r_"))


def part(whole: Value, key: Value, by: str = "") -> Value:
    """An item, a slice, a row or a column of a value, by an index, a slice, a key, or a tuple of them."""
    if isinstance(whole, OneOf):
        return one_of([part(value, key, by) for value in whole.values])
    if isinstance(key, OneOf):
        return one_of([part(whole, value, by) for value in key.values])
    if isinstance(whole, Frame):
        return _of_a_frame(whole, key, by)
    if isinstance(whole, dict):
        return whole.get(key, UNKNOWN) if isinstance(key, (str, int, float)) else UNKNOWN
    if not isinstance(whole, list) or isinstance(whole, Flat):
        return UNKNOWN
    if isinstance(whole, Made) and whole.keys and by not in _BY_PLACE:
        return _by_keys(whole, key)
    if type(key) is int:
        item = whole[key] if -len(whole) <= key < len(whole) else UNKNOWN
        return Made(item, of=whole) if isinstance(whole, Made) and isinstance(item, list) else item
    if isinstance(key, slice):
        items = whole[key]
        return Made(items, of=whole) if isinstance(whole, Made) else items
    if isinstance(whole, Made) and isinstance(key, list):
        return Made(_all([part(list(whole), one) for one in key]))
    return _of_a_matrix(whole, key) if isinstance(whole, Made) and isinstance(key, tuple) else UNKNOWN


def _all(items: Sequence[Value]) -> Sequence[Value]:
    return items if UNKNOWN not in items else ()


def _by_keys(series: Made, key: Value) -> Value:
    known = {one: item for one, item in zip(series.keys, series, strict=False) if isinstance(one, (str, int))}
    if type(key) is int and all(isinstance(one, str) for one in series.keys):
        return series[key] if -len(series) <= key < len(series) else UNKNOWN
    if isinstance(key, (str, int)):
        return known.get(key, UNKNOWN)
    if isinstance(key, list) and all(isinstance(one, (str, int)) and one in known for one in key):
        return Made([known[one] for one in key], key)
    return UNKNOWN


def _of_a_matrix(rows: Made, keys: Sequence[Value]) -> Value:
    """What two indices or slices select; each selects for itself where at most one of them is a list."""
    if len(keys) != 2 or not _are_rows(rows) or all(isinstance(key, list) for key in keys):
        return UNKNOWN
    first = part(rows, keys[0])
    if type(keys[0]) is int:
        return part(Made(first, of=rows), keys[1]) if isinstance(first, list) else UNKNOWN
    if not isinstance(first, list):
        return UNKNOWN
    parts = [part(Made(row), keys[1]) for row in first]
    return UNKNOWN if UNKNOWN in parts else Made(parts, of=rows)


def _are_rows(value: Value) -> TypeGuard[list[Value]]:
    """Whether a value is a list of lists of equal length."""
    is_a_list = isinstance(value, list) and bool(value) and not isinstance(value, Flat)
    return is_a_list and all(isinstance(row, list) and len(row) == len(value[0]) for row in value)


def _of_a_frame(frame: Frame, key: Value, by: str) -> Value:
    if by:
        return placed(frame, key, by)
    if isinstance(key, (str, int, float)):
        return frame.get(key, UNKNOWN)
    if isinstance(key, slice):
        return Frame({name: _rows(column, key) for name, column in frame.items()})
    if isinstance(key, list) and all(isinstance(one, (str, int)) and one in frame for one in key):
        return Frame({one: frame[one] for one in key})
    return UNKNOWN


def frame_of(columns: Sequence[tuple[Value, Made]]) -> Frame:
    """A frame of columns by their names; those of one name are a frame of their own, by their places in it."""
    found = Frame()
    for head, column in columns:
        alike = [one for name, one in columns if name == head]
        found[head] = Frame(enumerate(alike)) if len(alike) > 1 else column
    return found


def _rows(column: Value, key: slice) -> Value:
    return Made(column[key]) if isinstance(column, list) else UNKNOWN


def first_or_last(value: Value, name: str, given: Sequence[Value]) -> Value:
    """What ``head`` or ``tail`` shows of a frame or a series."""
    count = given[0] if given else _ROWS_SHOWN
    if type(count) is not int or count < 1 or len(given) > 1:
        return UNKNOWN
    key = slice(None, count) if name == "head" else slice(-count, None)
    return _of_a_frame(value, key, "") if isinstance(value, Frame) else _rows(value, key)


def transposed(value: Value) -> Value:
    """The columns of a matrix, the rows of a frame; a vector is its own transpose."""
    if isinstance(value, Frame):
        rows = rows_of(value)
        return UNKNOWN if rows is UNKNOWN else Frame(enumerate(map(Made, rows)))
    if _are_rows(value):
        of = value if isinstance(value, Made) else None
        return Made([list(column) for column in zip(*value, strict=True)], of=of)
    is_vector = isinstance(value, Made) and not any(isinstance(item, list) for item in value)
    return value if is_vector else UNKNOWN


def reshaped(value: Value) -> Value:
    """The same numbers in another shape."""
    return Flat(_leaves(value), of=value) if isinstance(value, list) and is_known(value) else UNKNOWN


def _leaves(value: Value) -> list[Value]:
    return [leaf for item in value for leaf in _leaves(item)] if isinstance(value, list) else [value]


def in_order(value: Value, *, backwards: bool) -> Value:
    """A list of numbers or strings, sorted."""
    alike = isinstance(value, list) and (
        all(isinstance(item, (int, float)) for item in value) or all(isinstance(item, str) for item in value)
    )
    return sorted(value, reverse=backwards) if alike else UNKNOWN


def stacked(name: str, arrays: Value, axis: Value) -> Value:
    """Arrays that are put together, along the first axis, or as columns."""
    if not isinstance(arrays, (list, tuple)) or not arrays or not all(isinstance(one, list) for one in arrays):
        return UNKNOWN
    if any(isinstance(one, Flat) or not is_known(one) for one in arrays):
        return UNKNOWN
    are_matrices = [_are_rows(one) for one in arrays]
    if any(are_matrices) and not all(are_matrices):
        return UNKNOWN
    is_flat = not are_matrices[0]
    if name in ("stack", "vstack", "row_stack") and is_flat:
        rows = Made(list(one) for one in arrays)
        return rows if axis == 0 else transposed(rows) if axis in (1, -1) else UNKNOWN
    if name in ("column_stack", "c_") and is_flat:
        return transposed(Made(list(one) for one in arrays))
    if name in ("hstack", "column_stack", "c_") and not is_flat:
        sides = [transposed(one) for one in arrays]
        return transposed(Made(row for side in sides for row in side))
    is_along = name in ("concatenate", "cat", "concat", "hstack", "vstack", "row_stack", "r_", "append") and axis == 0
    return Made(item for one in arrays for item in one) if is_along else UNKNOWN


def key_of(node: ast.expr, value: Value) -> Value:
    """An index as Python has it, where ``value`` is what the node spells out."""
    return tuple(value) if isinstance(node, ast.Tuple) and isinstance(value, list) else value


def with_item(old: Value, key: Value, value: Value) -> Value:
    """A list, a dict or a frame that is given an item or a column; unknown for an item that a list cannot have."""
    if isinstance(old, Frame) and isinstance(key, list):
        are_columns = all(isinstance(one, (str, int)) for one in key)
        return Frame({**old, **dict.fromkeys(key, UNKNOWN)}) if are_columns else UNKNOWN
    if isinstance(old, Frame):
        rows = max([len(column) for column in old.values() if isinstance(column, list)], default=0)
        is_alike = isinstance(value, (int, float, str)) and not isinstance(value, bool) and rows > 0
        column = [value] * rows if is_alike else value
        return Frame({**old, key: Made(column) if isinstance(column, list) and is_known(column) else UNKNOWN})
    if isinstance(old, dict):
        return {**old, key: value} if isinstance(key, (str, int)) else UNKNOWN
    if isinstance(key, list):
        return _with_element(old, key, value) if isinstance(old, Made) else UNKNOWN
    if isinstance(old, Made) and old.keys and key in old.keys and isinstance(value, (int, float)):
        return Made([value if one == key else item for one, item in zip(old.keys, old, strict=True)], old.keys)
    is_an_item = type(key) is int and -len(old) <= key < len(old) and is_known(value) and not isinstance(value, OneOf)
    if not is_an_item or isinstance(old, Flat) or (isinstance(old, Made) and (old.keys or isinstance(old[key], list))):
        return UNKNOWN
    items = list(old)
    items[key] = value
    return Made(items) if isinstance(old, Made) else items


def _with_element(old: Value, place: Sequence[Value], value: Value) -> Value:
    """An array of as many axes as ``place`` has indices, with a number put there; unknown for anything else."""
    if not place:
        return UNKNOWN if isinstance(old, list) or not isinstance(value, (int, float)) else value
    at = place[0]
    is_an_array = isinstance(old, list) and not isinstance(old, Flat) and not (isinstance(old, Made) and old.keys)
    if not is_an_array or type(at) is not int or not -len(old) <= at < len(old):
        return UNKNOWN
    new = _with_element(old[at], place[1:], value)
    if new is UNKNOWN:
        return UNKNOWN
    items = Made(old)
    items[at] = new
    return items


def renamed(frame: Frame, name: str, given: Sequence[Value], others: dict[str | None, Value]) -> Value:
    """A frame whose columns ``rename`` names anew, or of which ``set_index`` or ``drop`` takes one."""
    if name == "rename":
        names = others.get("columns")
        is_told = others.keys() <= {"columns", "inplace"} and not given and isinstance(names, dict)
        return Frame({names.get(key, key): column for key, column in frame.items()}) if is_told and names else UNKNOWN
    taken = given[0] if given else others.get("columns", others.get("keys"))
    keys = taken if isinstance(taken, list) else [taken]
    if len(given) > 1 or not others.keys() <= {"columns", "keys", "axis", "inplace", "drop"}:
        return UNKNOWN
    are_columns = all(isinstance(key, (str, int)) and key in frame for key in keys)
    return Frame({key: column for key, column in frame.items() if key not in keys}) if are_columns else UNKNOWN
