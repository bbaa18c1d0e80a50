"""Reads a sparse matrix as SciPy prints it: one line per stored item, with its row, column and value."""

from __future__ import annotations

import re

from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.table_cells import VALUE, dtype_of_cells
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

COORDINATES = re.compile(r"\(\d{1,18}(?:, \d{1,18})*,?\)\t")
_ROW = re.compile(rf" {{0,4}}(\({COORDINATES.pattern[2:-2]})\t({VALUE.pattern})")
_GAP = re.compile(r" {0,4}:\t:")


def is_sparse_row(line: Line) -> bool:
    """Whether ``line`` is such an item."""
    return "\t" in line.text and _ROW.fullmatch(line.text) is not None


def read_sparse_rows(lines: list[Line], start: int) -> tuple[TablePrint | None, int]:
    """The items from line ``start``, labelled by row and column like a Series; and the next line.

    A line of colons stands for omitted items. What shares a line with other text is a part of a formula, and no table.
    """
    tokens: list[Token] = []
    labels: list[str] = []
    gap: int | None = None
    number = start
    while number < len(lines):
        row = _ROW.fullmatch(lines[number].text)
        if row is not None:
            labels.append(row[1])
            tokens.append(Token(row[2], lines[number].offset + row.start(2)))
        elif gap is None and _GAP.fullmatch(lines[number].text):
            gap = len(tokens)
        else:
            break
        number += 1
    dtype = dtype_of_cells([token.text for token in tokens])
    around = (lines[start - 1].text if start else "", lines[number].text if number < len(lines) else "")
    if dtype is None or any(map(COORDINATES.search, around)):
        return None, number
    column = TableColumn(("",), tuple(tokens), dtype)
    end = lines[number - 1].offset + len(lines[number - 1].text)
    begin = lines[start].offset
    table = TablePrint((column,), tuple(labels), begin, end, TABLE.name, gap=gap, is_series=True)
    return table, number
