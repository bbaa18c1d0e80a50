"""Tables whose columns are marked by a rule of dashes below their names, as astropy prints them."""

from __future__ import annotations

import re

from lastdigit.printing.printers import TABLE
from lastdigit.printing.tables.column_spans import cell_at, fits
from lastdigit.printing.tables.table_cells import DOTS, dtype_of_cells, dtype_of_masked, without_dots
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line

RULE = re.compile(r"^ *-{1,400}(?: (?:-{1,400}|\.\.\.)){1,400} *$", re.MULTILINE)
"""A rule for each column; dots stand for columns that are not shown."""
_COLUMN = re.compile(r"-+|\.\.\.")
_FOOTER = re.compile(r"Length = (\d{1,18}) rows")
_MOST_ABOVE = 3
"""The most lines above a rule: names, units and dtypes."""
_FEWEST_ROWS = 32
"""The fewest rows after which a line that fits no columns ends a table; with fewer there is none. Bounds the time."""


def has_rule(text: str) -> bool:
    """Whether any line of a text is such a rule."""
    return ("- -" in text or "- ... -" in text) and RULE.search(text) is not None


def is_ruled(lines: list[Line], number: int) -> bool:
    """Whether a line names the columns of a rule below it, with only units and dtypes between."""
    return _rule_below(lines, number) is not None


def read_ruled_table(lines: list[Line], start: int) -> tuple[TablePrint | None, int]:
    """The table whose names are at line ``start``, or None if it has no numbers or no columns; and the next line."""
    rule = _rule_below(lines, start)
    if rule is None:
        return None, start + 1
    spans = [match.span() for match in _COLUMN.finditer(lines[rule].text)]
    end = rule + 1
    while end < len(lines) and lines[end].text and not _FOOTER.fullmatch(lines[end].text):
        if not fits(lines[end], spans):
            if end - rule <= _FEWEST_ROWS:
                return None, rule + 1
            break
        end += 1
    names = [lines[start].text[first:last].strip() for first, last in spans]
    rows = [[cell_at(line, span) for span in spans] for line in lines[rule + 1 : end]]
    shown, gap = without_dots([cell.text for cell in row] for row in rows)
    kept = [rows[row] for row in shown]
    columns = []
    for number, name in enumerate(names):
        tokens = tuple(row[number] for row in kept)
        dtype = dtype_of_masked([token.text for token in tokens])
        if dtype is not None and name and name not in DOTS:
            columns.append(TableColumn((name,), tokens, dtype))
    if not columns:
        return None, end
    footer = _FOOTER.fullmatch(lines[end].text) if end < len(lines) else None
    has_labels = dtype_of_cells([row[0].text for row in kept]) is None
    last = lines[end] if footer else lines[end - 1]
    table = TablePrint(
        columns=tuple(columns),
        row_labels=tuple(row[0].text if has_labels else "" for row in kept),
        start=lines[start].offset,
        end=last.offset + len(last.text),
        printer=TABLE.name,
        gap=gap,
        rows=int(footer[1]) if footer else None,
    )
    return table, end + bool(footer)


def _rule_below(lines: list[Line], number: int) -> int | None:
    """The line of the rule to whose columns the words of a line belong, each column with a name."""
    for below in range(number + 1, min(number + 1 + _MOST_ABOVE, len(lines))):
        if RULE.fullmatch(lines[below].text):
            spans = [match.span() for match in _COLUMN.finditer(lines[below].text)]
            line = lines[number]
            has_names = all(line.text[first:last].strip() for first, last in spans)
            return below if has_names and fits(line, spans) and not RULE.fullmatch(line.text) else None
    return None
