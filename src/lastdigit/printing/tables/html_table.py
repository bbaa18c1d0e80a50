"""Reads HTML tables, as pandas and its Styler write them into notebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lastdigit.base.number_format import is_integer
from lastdigit.base.rule import Rule
from lastdigit.printing.described_arrays import described
from lastdigit.printing.printers import PANDAS, POLARS, STYLER, TABLE
from lastdigit.printing.tables.html_rows import HtmlCell, HtmlTable, html_tables
from lastdigit.printing.tables.table_cells import DOTS, dtype_by_name, dtype_of_masked, without_dots
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.thresholds import HEADER_LINES
from lastdigit.printing.tokens import Token

DATAFRAME = Rule(
    r"\bclass\s*=\s*[\"'][^\"'<>]*\bdataframe\b", "pandas", 'border="1" class="dataframe"', 'class="frame"'
)
STYLED = Rule(r"\bid\s*=\s*[\"']T_", "pandas' Styler", 'id="T_1f2e"', 'id="t_1"')
DTYPES = Rule(
    r"(?:[iuf](?:8|16|32|64|128)|str|bool|date|time|cat|enum|null|binary|object|(?:datetime|duration|decimal|list|array|struct)\[.*\]"
    r"|u?int\d+|float\d+|complex\d+|str\d+|bytes\d+|<U\d+|Time|SkyCoord)",
    "a dtype, which polars and Astropy write below the name of each column",
    "f64",
    "f1",
)
_CAPTION = re.compile(r"<table[^<>]{0,400}>\s{0,40}<caption[^<>]{0,400}>([^<>]{0,20000})</caption>", re.IGNORECASE)
HAS_TABLE = re.compile("<table", re.IGNORECASE)


def tables_in_html(source: str) -> Iterator[TablePrint]:
    """Every table of ``source`` with a header and a numeric column, in linear time; offsets are those of the HTML."""
    for table in html_tables(source) if HAS_TABLE.search(source) else ():
        read = _read(table)
        if read is not None:
            yield _as_captioned(read, source)


def _as_captioned(table: TablePrint, source: str) -> TablePrint:
    """A table with the shape and the dtype that its caption says, as of an array that is shown as a table."""
    caption = _CAPTION.match(source, table.start)
    said = described(source, *caption.span(1)) if caption is not None else None
    if said is None:
        return table
    dtypes = dict(said.fields)
    columns = tuple(_with_dtype(one, dtypes.get(one.name, said.dtype)) for one in table.columns)
    rows = said.extents[0] if table.rows is None else table.rows
    return replace(table, columns=columns, rows=rows, said_shape=said.shape)


def _with_dtype(column: TableColumn, dtype: str) -> TableColumn:
    """A column with the dtype that is said of it, if its numbers are of that kind."""
    fits = dtype and "bool" not in (column.dtype, dtype) and is_integer(column.dtype) == is_integer(dtype)
    return replace(column, dtype=dtype) if fits else column


def _read(table: HtmlTable) -> TablePrint | None:
    head, body = _head_and_body(table)
    head, dtypes = _without_dtypes(head)
    if not head or not body:
        return None
    split = _without_index(body)
    if split is None:
        return None
    labels, depth, cells = split
    width = len(cells[0])
    if any(len(row) != width for row in cells):
        return None
    levels = _levels(head, depth, width)
    shown, gap = without_dots([cell.text for cell in row] for row in cells)
    columns = []
    names_index = not depth and _names_the_index(levels)
    levels = levels[:-1] if names_index else levels
    by_pandas = DATAFRAME.search(table.attributes) is not None
    has_index = names_index or _is_index(levels, shown, cells, depth, by_pandas=by_pandas)
    labels = [row[0].text for row in cells] if has_index else labels
    for number in range(has_index, width):
        column = [cells[row][number] for row in shown]
        texts = [cell.text for cell in column]
        named = dtypes[number] if len(dtypes) == width else ""
        dtype = dtype_of_masked(texts, named) if dtypes else dtype_by_name(named, texts)
        if dtype is not None and levels:
            tokens = tuple(Token(cell.text, cell.offset) for cell in column)
            columns.append(TableColumn(tuple(level[number] for level in levels), tokens, dtype))
    if not columns:
        return None
    rows, in_all = table.size or (None, None)
    if table.omitted and gap is None:
        gap, rows = len(shown), len(shown) + table.omitted
    return TablePrint(
        columns=tuple(columns),
        row_labels=tuple(labels[row] for row in shown),
        start=table.start,
        end=table.end,
        printer=POLARS.name if dtypes and DATAFRAME.search(table.attributes) else _printer(table.attributes),
        gap=gap,
        rows=rows,
        columns_in_all=in_all,
    )


def _names_the_index(levels: list[list[str]]) -> bool:
    """Whether the last line of the header names the first column alone, which has no name above: that of the index."""
    if len(levels) < 2 or len(levels[-1]) < 2:
        return False
    first, *others = levels[-1]
    return bool(first) and not any(others) and not any(level[0] for level in levels[:-1])


def _is_index(
    levels: list[list[str]], shown: list[int], cells: list[list[HtmlCell]], depth: int, *, by_pandas: bool
) -> bool:
    """Whether the first column is an index without ``th``: nameless and written by pandas, or the numbers of rows."""
    names = levels[-1] if levels else []
    if depth or len(names) < 2 or names[0] not in ("", names[1]):
        return False
    if by_pandas and not names[0] and names[1]:
        return True
    texts = [cells[row][0].text for row in shown]
    return texts[:-1] == [str(number) for number in range(len(texts) - 1)] and texts[-1].isdigit()


def _printer(attributes: str) -> str:
    if STYLED.search(attributes):
        return STYLER.name
    return (PANDAS if DATAFRAME.search(attributes) else TABLE).name


def _without_dtypes(head: list[list[HtmlCell]]) -> tuple[list[list[HtmlCell]], list[str]]:
    """The rows of the head, and the dtypes in its last row, as polars and Astropy write them."""
    last = head[-1] if len(head) > 1 else []
    named = [cell for cell in last if cell.text not in DOTS]
    if not named or not all(DTYPES.fullmatch(cell.text) for cell in named):
        return head, []
    return head[:-1], [cell.text for cell in last]


def _head_and_body(table: HtmlTable) -> tuple[list[list[HtmlCell]], list[list[HtmlCell]]]:
    """The rows of the head, or without one the leading rows of ``th`` cells, or a bold first row; and the body.

    Empty rows are dropped.
    """
    head = [row for row in table.head if row]
    body = [row for row in table.body if row]
    if not head:
        end = next((number for number, row in enumerate(body) if not all(cell.heading for cell in row)), len(body))
        end = end or int(bool(body) and all(cell.bold for cell in body[0]))
        head, body = body[:end], body[end:]
    return head, body


def _without_index(body: list[list[HtmlCell]]) -> tuple[list[str], int, list[list[HtmlCell]]] | None:
    """The index of each row, joined by ``/``; the number of index levels; the other cells of each row.

    The index consists of ``th`` cells. One that spans rows applies to the rows below as well; pandas does this for
    outer levels only, so a missing cell is always the leftmost.
    """
    labels: list[str] = []
    cells: list[list[HtmlCell]] = []
    depth = next((n for n, cell in enumerate(body[0]) if not cell.heading), len(body[0]))
    above = [""] * depth
    for row in body:
        own = next((n for n, cell in enumerate(row) if not cell.heading), len(row))
        if own > depth:
            return None
        above = above[: depth - own] + [cell.text for cell in row[:own]]
        labels.append("/".join(above))
        cells.append(row[own:])
    return labels, depth, cells


def _levels(head: list[list[HtmlCell]], depth: int, width: int) -> list[list[str]]:
    """For each level of the header, the name of each column; rows that name index levels are excluded."""
    levels: list[list[str]] = []
    for row in head[:HEADER_LINES]:
        names: list[str] = []
        for cell in row:
            names += [cell.text] * min(cell.colspan, depth + width - len(names))
        if len(names) == depth + width and (any(names[depth:]) or not levels):
            levels.append(names[depth:])
    return levels
