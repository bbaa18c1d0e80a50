"""Reads a table whose cells are separated by tabs: a header of names, and rows of as many cells."""

from __future__ import annotations

import re

from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.table_cells import VALUE, dtype_of_cells
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.thresholds import FEWEST_NAMES
from lastdigit.printing.tokens import Token

FEWEST_ROWS = 2
"""A line of words above a single row may be anything."""

_CELL = re.compile(r"[^\t]+")
_FIRST_CELL = re.compile(r"[^\t]*")


def read_tab_table(lines: list[Line], start: int) -> tuple[TablePrint | None, int]:
    """The table whose header is line ``start``, or None if that is none; and the next line.

    Several tabs separate two cells like one, as programs align columns with them; only the first cell may be empty.
    Stops at a row that leaves no column of numbers, so that lines of words are read once.
    """
    header = _cells(lines[start])
    if len(header) < FEWEST_NAMES or not all(map(_is_name, header[1:])) or VALUE.fullmatch(header[0].text):
        return None, start + 1
    end, rows, numeric = start + 1, list[list[Token]](), list(range(1, len(header)))
    while end < len(lines) and len(row := _cells(lines[end])) == len(header):
        numeric = [column for column in numeric if VALUE.fullmatch(row[column].text)]
        if not numeric:
            return None, start + 1
        rows.append(row)
        end += 1
    if len(rows) < FEWEST_ROWS:
        return None, start + 1
    by_column = list(zip(*rows, strict=True))
    columns = [
        TableColumn((header[column].text,), by_column[column], dtype)
        for column in numeric
        if (dtype := dtype_of_cells([cell.text for cell in by_column[column]])) is not None
    ]
    if not columns:
        return None, start + 1
    last = lines[end - 1]
    labels = tuple(row[0].text for row in rows)
    return TablePrint(tuple(columns), labels, lines[start].offset, last.offset + len(last.text), TABLE.name), end


def _cells(line: Line) -> list[Token]:
    """The cells of a line, without spaces around them; none if it has no tab."""
    if "\t" not in line.text:
        return []
    first = _FIRST_CELL.match(line.text)
    assert first is not None
    cells = [first, *_CELL.finditer(line.text, first.end())]
    texts = [cell.group() for cell in cells]
    return [
        Token(text.strip(), line.offset + cell.start() + len(text) - len(text.lstrip()))
        for cell, text in zip(cells, texts, strict=True)
    ]


def _is_name(cell: Token) -> bool:
    has_words = any(map(str.isalpha, cell.text)) and VALUE.fullmatch(cell.text) is None
    return has_words and not cell.text.endswith((":", "="))
