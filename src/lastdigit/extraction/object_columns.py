"""Integers in a frame's column of objects, which are strings as a rule, told by the space before the column's name.

pandas writes a space before the name of a numeric column, and another one between columns. So a name that is wider than
its numbers stands two spaces from the column before it, and that of a column of objects stands one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.printing.array_print import ArrayPrint

_DOTS = frozenset((".", " "))


def is_of_objects(array: ArrayPrint, text: str) -> bool:
    """Whether the plain ``text`` of a frame shows that a column of integers has the dtype object."""
    column = array.column
    name = column.name if column is not None else ""
    if "/" in name or name not in text or len(name) <= max(map(len, array.texts), default=len(name)):
        return False
    lines = text.split("\n")
    for number, line in enumerate(lines):
        heads = list(re.finditer(rf"(?<!\S){re.escape(name)}(?!\S)", line)) if name in line else []
        rows = _rows_below(lines, number, len(array.texts)) if len(heads) == 1 else []
        if rows and all(row[: heads[0].end()].endswith(cell) for row, cell in zip(rows, array.texts, strict=True)):
            before = slice(max(heads[0].start() - 2, 0), max(heads[0].start() - 1, 0))
            return any(row[before].strip() for row in (line, *rows))
    return False


def _rows_below(lines: Sequence[str], head: int, count: int) -> list[str]:
    """The rows below the line of a header, without a row of dots; none if there are more or fewer."""
    rows: list[str] = []
    for line in lines[head + 1 : head + count + 2]:
        if not line.strip():
            break
        if not _DOTS.issuperset(line):
            rows.append(line)
    return rows if len(rows) == count else []
