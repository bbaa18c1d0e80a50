"""Reads the coefficients in the summary of a fitted model, as statsmodels prints it between rules."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.table_cells import VALUE
from lastdigit.printing.tables.table_header import is_rule
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

P_VALUE = "P>|"
HEADER = Rule(
    r"\s{2,}[Cc]oef\.?\s{2,}.*P>\|[tz]\|.*",
    "the header of a fit's coefficients",
    "           coef    std err          t      P>|t|",
    "  coef  0.5",
)
_NAME = re.compile(r"P>\|[tz]\||\[\d[\d.]*(?=\s{1,40}\d[\d.]*\])|\S+(?: (?!\[\d[\d.]*\s{1,40}\d)\S+)*")
ONE_INTERVAL = Rule(
    r"\[?\d[\d.]*% [^\[\]]{1,40}\]?",
    "one name for both ends of an interval",
    "[95.0% Conf. Int.]",
    "[0.025",
)
_WORD = re.compile(r"\S+")
_INTERVAL = re.compile(r"(?<=[\d ])\[( *[-+]?\d[\d.e+-]*),( *[-+]?\d[\d.e+-]*)\][ \t]*$", re.MULTILINE)


def with_open_intervals(text: str) -> str:
    """``text`` with spaces for the brackets and commas of intervals at the ends of rows, as arch writes them."""
    return _INTERVAL.sub(r" \1 \2 ", text) if P_VALUE in text and "Conf. Int." in text else text


def is_fit_header(line: Line) -> bool:
    """Whether ``line`` is the header of such a table; two of its names look like an interval in brackets."""
    return P_VALUE in line.text and HEADER.fullmatch(line.text) is not None


def _names(header: str) -> list[str]:
    """The names of the columns; the common name of both ends of an interval is repeated for each."""
    names: list[str] = _NAME.findall(header)
    return [*names[:-1], f"{names[-1]} low", f"{names[-1]} high"] if ONE_INTERVAL.fullmatch(names[-1]) else names


def read_fit_summary(lines: list[Line], header: int) -> tuple[TablePrint | None, int]:
    """The columns below the line ``header``, or None if there are none; and the next line.

    Each row ends with one number per column, after the words of its index. A rule or an empty line ends the table.
    """
    names = _names(lines[header].text)
    rows: list[list[Token]] = []
    labels: list[str] = []
    last = number = header
    while number + 1 < len(lines):
        number += 1
        line = lines[number]
        words = list(_WORD.finditer(line.text))
        cells = words[-len(names) :]
        if len(words) <= len(names) or not all(VALUE.fullmatch(cell.group()) for cell in cells):
            if is_rule(line) and not rows:
                continue
            break
        rows.append([Token(cell.group(), line.offset + cell.start()) for cell in cells])
        labels.append(line.text[: cells[0].start()].strip())
        last = number
    if not rows:
        return None, header + 1
    columns = tuple(TableColumn((name,), tuple(row[at] for row in rows), "float64") for at, name in enumerate(names))
    end = lines[last].offset + len(lines[last].text)
    return TablePrint(columns, tuple(labels), lines[header].offset, end, TABLE.name), last + 1
