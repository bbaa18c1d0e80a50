"""Reads the comparisons of pairs of groups that statsmodels prints between rules, as of ``pairwise_tukeyhsd``."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.table_cells import VALUE, dtype_of_cells
from lastdigit.printing.tables.table_header import is_rule
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

DIFFERENCE = "meandiff"
TITLE = Rule(
    r"\s*Multiple Comparison of Means",
    "the title of comparisons of pairs, which states their error rate",
    "Multiple Comparison of Means - Tukey HSD, FWER=0.05",
    "Comparison of means: 0.05",
)
HEADER = Rule(
    r"\s*group1\s+group2\s+meandiff\s.*\breject\s*",
    "the header of comparisons of pairs",
    "group1 group2 meandiff  lower   upper  reject",
    "group1 group2 meandiff",
)
_OF_GROUPS = 2
"""The first columns, which name the groups."""
_WORD = re.compile(r"\S+")


def begins_pairs(line: Line) -> bool:
    """Whether ``line`` is the title or the header of such a table."""
    return TITLE.match(line.text) is not None or HEADER.fullmatch(line.text) is not None


def read_pairs(lines: list[Line], start: int) -> tuple[TablePrint | None, int]:
    """The columns below the title or the header at ``start``, with both groups as a row's label; and the next line.

    None if there are none. A rule below the rows, or any line that is no row, ends the table.
    """
    header = next((number for number in range(start, min(start + 3, len(lines))) if _is_header(lines[number])), None)
    if header is None:
        return None, start + 1
    names = lines[header].text.split()[_OF_GROUPS:]
    rows: list[list[Token]] = []
    labels: list[str] = []
    number = header + 1
    while number < len(lines):
        line = lines[number]
        cells = list(_WORD.finditer(line.text))[-len(names) :]
        label = "/".join(line.text[: cells[0].start()].split()) if len(cells) == len(names) else ""
        if not label or not all(VALUE.fullmatch(cell.group()) for cell in cells):
            if rows or not is_rule(line):
                break
        else:
            rows.append([Token(cell.group(), line.offset + cell.start()) for cell in cells])
            labels.append(label)
        number += 1
    if not rows:
        return None, header + 1
    columns = tuple(_column(name, tuple(row[at] for row in rows)) for at, name in enumerate(names))
    number += number < len(lines) and is_rule(lines[number])
    last = lines[number - 1]
    return TablePrint(columns, tuple(labels), lines[start].offset, last.offset + len(last.text), TABLE.name), number


def _is_header(line: Line) -> bool:
    return HEADER.fullmatch(line.text) is not None


def _column(name: str, cells: tuple[Token, ...]) -> TableColumn:
    return TableColumn((name,), cells, dtype_of_cells([cell.text for cell in cells]) or "float64")
