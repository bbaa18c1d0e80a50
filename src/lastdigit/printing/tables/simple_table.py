"""Tables of tabulate's default layout: names above a rule of dashes for each column, two spaces apart."""

from __future__ import annotations

import re

from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.column_spans import Span, cell_at, fits
from lastdigit.printing.tables.table_cells import dtype_of_cells
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line

RULE = re.compile(r"^ *-{2,400}(?:  -{2,400}){1,200} *$", re.MULTILINE)
NUMBERS_OF_ROWS = frozenset({"", "#"})
"""What stands above the numbers of rows."""


def has_simple_rule(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether any line of a part of a text is such a rule.

    >>> has_simple_rule("a    b\\n---  ---\\n0.5  1.5")
    True
    """
    end = len(text) if end is None else end
    return text.find("--  --", start, end) >= 0 and RULE.search(text, start, end) is not None


def is_simple(lines: list[Line], number: int) -> bool:
    """Whether a line names the columns of a rule directly below it; the numbers of rows need no name."""
    if number + 1 >= len(lines) or not RULE.fullmatch(lines[number + 1].text):
        return False
    first, *others = _spans(lines[number + 1])
    line = lines[number]
    return all(line.text[slice(*span)].strip() for span in others) and fits(line, [first, *others])


def read_simple_table(lines: list[Line], start: int) -> tuple[TablePrint | None, int]:
    """The table whose names are at line ``start``, or None if it has no numbers; and the next line.

    It ends at the first line that does not fit its columns.
    """
    spans = _spans(lines[start + 1])
    first = end = start + 2
    while end < len(lines) and lines[end].text and not RULE.fullmatch(lines[end].text) and fits(lines[end], spans):
        end += 1
    rows = [[cell_at(line, span) for span in spans] for line in lines[first:end]]
    if not rows:
        return None, first
    names = [lines[start].text[slice(*span)].strip() for span in spans]
    columns = [tuple(row[number] for row in rows) for number in range(len(spans))]
    dtypes = [dtype_of_cells([token.text for token in column]) for column in columns]
    dtypes[0] = None if names[0] in NUMBERS_OF_ROWS else dtypes[0]
    heads = next((number for number, dtype in enumerate(dtypes) if dtype is not None), None)
    if heads is None:
        return None, end
    return TablePrint(
        columns=tuple(
            TableColumn((name,), column, dtype)
            for name, column, dtype in zip(names, columns, dtypes, strict=True)
            if dtype is not None
        ),
        row_labels=tuple("/".join(token.text for token in row[:heads] if token.text) for row in rows),
        start=lines[start].offset,
        end=lines[end - 1].offset + len(lines[end - 1].text),
        printer=TABLE.name,
    ), end


def _spans(rule: Line) -> list[Span]:
    return [match.span() for match in re.finditer(r"-+", rule.text)]
