"""Reads tables of HTML, as pandas and its Styler write them into notebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lastdigit.printing.tables.html_rows import HtmlCell, HtmlTable, html_tables
from lastdigit.printing.tables.table_cells import dtype_of_cells, without_dots
from lastdigit.printing.tables.table_print import TableColumn, TablePrint
from lastdigit.printing.tokens import Token

_DATAFRAME = re.compile(r"\bclass\s*=\s*[\"'][^\"'<>]*\bdataframe\b")
_STYLED = re.compile(r"\bid\s*=\s*[\"']T_")
_TABLE = re.compile("<table", re.IGNORECASE)
_MOST_LEVELS = 8


def tables_in_html(source: str) -> Iterator[TablePrint]:
    """Every table of ``source`` with a header and a column of numbers, in linear time; offsets are in the HTML."""
    for table in html_tables(source) if _TABLE.search(source) else ():
        read = _read(table)
        if read is not None:
            yield read


def _read(table: HtmlTable) -> TablePrint | None:
    head, body = _head_and_body(table)
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
    for number in range(width):
        column = [cells[row][number] for row in shown]
        texts = [cell.text for cell in column]
        dtype = dtype_of_cells(texts)
        if dtype is not None and levels:
            tokens = tuple(Token(cell.text, cell.offset) for cell in column)
            columns.append(TableColumn(tuple(level[number] for level in levels), tokens, dtype))
    if not columns:
        return None
    rows, in_all = table.size or (None, None)
    return TablePrint(
        tuple(columns),
        tuple(labels[row] for row in shown),
        table.start,
        table.end,
        _printer(table.attributes),
        "",
        gap,
        rows,
        in_all,
    )


def _printer(attributes: str) -> str:
    if _STYLED.search(attributes):
        return "styler"
    return "pandas" if _DATAFRAME.search(attributes) else "table"


def _head_and_body(table: HtmlTable) -> tuple[list[list[HtmlCell]], list[list[HtmlCell]]]:
    """The rows of the head, or else those at the top that hold headings alone; empty rows are none."""
    head = [row for row in table.head if row]
    body = [row for row in table.body if row]
    if not head:
        end = next((number for number, row in enumerate(body) if not all(cell.heading for cell in row)), len(body))
        head, body = body[:end], body[end:]
    return head, body


def _without_index(body: list[list[HtmlCell]]) -> tuple[list[str], int, list[list[HtmlCell]]] | None:
    """Per row its index, joined by ``/``, and its other cells; with the number of the index's levels.

    The index is what stands in headings. One that spans rows belongs to those below as well; pandas lets only outer
    levels do so, hence what a row lacks is at the left.
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
    """Per level of the header the name of each column; a row that names the levels of the index is none."""
    levels: list[list[str]] = []
    for row in head[:_MOST_LEVELS]:
        names: list[str] = []
        for cell in row:
            names += [cell.text] * min(cell.colspan, depth + width - len(names))
        if len(names) == depth + width and (any(names[depth:]) or not levels):
            levels.append(names[depth:])
    return levels
