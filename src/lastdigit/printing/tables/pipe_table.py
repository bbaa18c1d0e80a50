"""Tables drawn with bars: Markdown as by ``to_markdown``, polars' boxes, and grids of dashes."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.printing.printers import POLARS, TABULATE
from lastdigit.printing.tables.layer_summary import PARAMETERS
from lastdigit.printing.tables.table_cells import DOTS, dtype_by_name, without_dots
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tables.text_lines import Line
from lastdigit.printing.tokens import Token

BAR = re.compile(r"\s*[|│┃┌╞└├╭┏┡╒]|\s*\+[-=+]+\+\Z")
_RULE = re.compile(r"[\s|│┆+:─═╌┌┐└┘├┤┬┴┼╞╡╪╭╮╰╯┏┓┗┛━┳┻╇┡┩┃╒╕╘╛╤╧=-]+")
_CELL = re.compile(r"[^|│┆┃]+")
_NUMBER = re.compile(r"(?:[-+]?\d[\d.,]*(?:[eE][-+]?\d+)?%?)?")
_GOES_ON = re.compile(r"\s*only showing top \d{1,9} rows?\s*")
"""What Spark writes below a table that has more rows."""
_SHAPE = re.compile(r"shape: \((\d[\d_,]{0,25}), (\d{1,18})\)")

Cells = list[tuple[str, int]]


def read_pipe_table(lines: list[Line], start: int) -> tuple[TablePrint | None, int]:
    """The table of the barred lines from ``start``, or None if it has no numbers or no names; and the next line."""
    end = start
    while end < len(lines) and BAR.match(lines[end].text):
        end += 1
    rows = [_cells(line) for line in lines[start:end] if not _RULE.fullmatch(line.text)]
    before = _SHAPE.fullmatch(lines[start - 1].text) if start else None
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        return None, end
    dtypes = [""] * len(rows[0])
    header, *body = rows
    numbers = [name for name, _ in header if _NUMBER.fullmatch(name)]
    if len(numbers) == len(header) or any("." in number for number in numbers):
        return None, end
    if before and body:
        dtypes, body = [cell for cell, _ in body[0]], body[1:]
    table = _table(header, body, dtypes, before, lines[start].offset, lines[end - 1])
    if table is not None and table.gap is None and end < len(lines) and _GOES_ON.fullmatch(lines[end].text):
        table = replace(table, gap=len(table.row_labels))
    return table, end


def _cells(line: Line) -> Cells:
    """The cells between the bars, with their offsets; text outside the first and last bar is ignored."""
    inner_start = re.search(r"[|│┃]", line.text)
    inner_end = max(line.text.rfind(bar) for bar in "|│┃")
    if inner_start is None or inner_end <= inner_start.start():
        return []
    cells = []
    for match in _CELL.finditer(line.text, inner_start.end(), inner_end):
        cell = match.group().strip()
        cells.append((cell, line.offset + match.start() + match.group().find(cell)))
    return cells


def _table(
    header: Cells, body: list[Cells], dtypes: list[str], shape: re.Match[str] | None, start: int, last: Line
) -> TablePrint | None:
    shown, gap = without_dots([cell for cell, _ in row] for row in body)
    kept = [body[row] for row in shown]
    labels = [""] * len(kept)
    columns = []
    for number, ((name, _), dtype_name) in enumerate(zip(header, dtypes, strict=True)):
        tokens = [Token(*row[number]) for row in kept]
        if name == PARAMETERS:
            tokens = [Token(token.text.replace(",", ""), token.offset) for token in tokens]
        cells = [token.text for token in tokens]
        if number == 0 and not name:
            labels = cells
            continue
        dtype = dtype_by_name(dtype_name, cells)
        if number == 0 and dtype is None and not shape:
            labels = cells
        if dtype is not None and name not in DOTS:
            columns.append(TableColumn((name,), tuple(tokens), dtype))
    if not columns:
        return None
    printer = (POLARS if shape else TABULATE).name
    rows = int(re.sub(r"[_,]", "", shape[1])) if shape else None
    in_all = int(shape[2]) if shape else None
    return TablePrint(
        columns=tuple(columns),
        row_labels=tuple(labels),
        start=start,
        end=last.offset + len(last.text),
        printer=printer,
        gap=gap,
        rows=rows,
        columns_in_all=in_all,
    )
