"""Cells of CSV files that no spreadsheet runs, and that come back as what they were.

A text that a spreadsheet could take for a formula, or that CSV or UTF-8 cannot hold, is quoted: an apostrophe, then the
text with every backslash doubled and what cannot stand there as ``\\uXXXX``. All other text stands as it is, numbers
such as -0.5 among it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from lastdigit.base.files import whole_file

Value = str | int | float | None

QUOTE = "'"
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
# What starts a formula in some spreadsheet, its full-width forms among it, behind anything that one may skip.
_FORMULA = re.compile(r"[\s\x00-\x1f\ufeff]*[=+\-@'\t\r\n\uff1d\uff0b\uff0d\uff20]|[\t\r\n]|\ufeff")
_UNFIT = re.compile(r"[\x00\ud800-\udfff]")
_ESCAPED = re.compile(r"\\(\\|u([0-9a-f]{4}))")
_SPECIAL = re.compile(r'[",\r\n]')


def text_cell(text: str) -> str:
    """A text as a cell's content, before CSV's own quotation marks."""
    if not _UNFIT.search(text) and (not _FORMULA.match(text) or _NUMBER.fullmatch(text)):
        return text
    return QUOTE + _UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("\\", "\\\\"))


def text_of_cell(cell: str) -> str:
    """The text of a cell that :func:`text_cell` wrote."""
    if not cell.startswith(QUOTE):
        return cell
    return _ESCAPED.sub(lambda found: chr(int(found[2], 16)) if found[2] else "\\", cell[1:])


def cell(value: Value) -> str:
    """A value as it stands between two commas: nothing for None, a float by its shortest decimal."""
    if value is None:
        return ""
    if not isinstance(value, str):
        # NumPy's floats are floats, but spell themselves otherwise.
        return repr(float(value)) if isinstance(value, float) else str(int(value))
    content = text_cell(value)
    return '"' + content.replace('"', '""') + '"' if _SPECIAL.search(content) else content


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
    """Write a CSV file row by row: UTF-8, commas, line feeds, the names of the columns first."""
    with whole_file(path) as binary:
        file = io.TextIOWrapper(binary, encoding="utf-8", newline="")
        file.write(",".join(columns) + "\n")
        file.writelines(",".join(map(cell, row)) + "\n" for row in rows)
        file.flush()
        file.detach()
