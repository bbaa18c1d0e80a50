"""Rows and elements of a frame of literals, by their places or labels, and its rows in the order of a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lastdigit.source.literals import MOST, UNKNOWN, Frame, Made, OneOf, Value, one_of

_ALIKE = ((int, float), (str,))
"""The types of items that can be sorted."""


def rows_of(frame: Frame) -> Value:
    """The rows of a frame as an array; unknown if a column is."""
    columns = list(frame.values())
    if not columns or not all(isinstance(column, list) and len(column) == len(columns[0]) for column in columns):
        return UNKNOWN
    return Made([list(row) for row in zip(*columns, strict=True)])


def placed(frame: Frame, key: Value, by: str) -> Value:
    """What ``iloc``, ``iat``, ``loc`` and ``at`` select: with the labels of rows unknown, any row may have one."""
    row, column = key if isinstance(key, tuple) and len(key) == 2 else (key, slice(None))
    if by in ("iloc", "iat"):
        names = list(frame)
        if not _is_a_place(column):
            return UNKNOWN
        chosen = names[column] if isinstance(column, slice) else names[column : column + 1 or None]
        return _rows(Frame({name: frame[name] for name in chosen}), row, is_one=type(column) is int)
    chosen = list(frame) if column == slice(None) else list(column) if isinstance(column, list) else [column]
    if not all(isinstance(name, (str, int)) and name in frame for name in chosen):
        return UNKNOWN
    part = Frame({name: frame[name] for name in chosen})
    is_one = not isinstance(column, (slice, list))
    if row == slice(None):
        return next(iter(part.values())) if is_one else part
    if not isinstance(row, (str, int, float)) or isinstance(row, bool):
        return UNKNOWN
    rows = rows_of(part)
    if rows is UNKNOWN or len(rows) > MOST:
        return UNKNOWN
    return one_of([one[0] if is_one else Made(one, chosen) for one in rows])


def _is_a_place(key: Value) -> bool:
    return isinstance(key, slice) or type(key) is int


def _rows(frame: Frame, row: Value, *, is_one: bool) -> Value:
    """One row or several of a frame, or of its only column."""
    if not frame or not _is_a_place(row):
        return UNKNOWN
    if isinstance(row, slice):
        parts = Frame({name: Made(one[row]) if isinstance(one, list) else UNKNOWN for name, one in frame.items()})
        return next(iter(parts.values())) if is_one else parts
    rows = rows_of(frame)
    if rows is UNKNOWN or not -len(rows) <= row < len(rows):
        return UNKNOWN
    return rows[row][0] if is_one else Made(rows[row], list(frame))


def in_order_of(frame: Frame, given: Sequence[Value], named: Mapping[str | None, Value]) -> Value:
    """A frame whose rows are sorted by a column of numbers or of texts, without equal ones."""
    by = given[0] if len(given) == 1 else named.get("by")
    by = by[0] if isinstance(by, list) and len(by) == 1 else by
    backwards = named.get("ascending", True) is False
    if len(given) > 1 or named.keys() - {"by", "ascending"} or isinstance(by, OneOf):
        return UNKNOWN
    column = frame.get(by, UNKNOWN) if isinstance(by, (str, int)) else UNKNOWN
    if not isinstance(column, list) or not any(all(isinstance(one, kinds) for one in column) for kinds in _ALIKE):
        return UNKNOWN
    if len(set(column)) < len(column):
        return UNKNOWN
    order = sorted(range(len(column)), key=column.__getitem__, reverse=backwards)
    return Frame(
        {
            name: Made(one[at] for at in order) if isinstance(one, list) and len(one) == len(order) else UNKNOWN
            for name, one in frame.items()
        }
    )
