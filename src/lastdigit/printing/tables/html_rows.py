"""The rows and cells of HTML tables, with the offset of every cell; nothing in the HTML is executed.

Tags are found with one expression that scans nothing twice. The standard library's ``html.parser`` takes quadratic time
on some malformed input in the versions of Python that this project supports.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TAG = re.compile(r"<(?:!--|(/?)(table|thead|tbody|tfoot|tr|th|td|p|script|style|template)(\s[^<>]*)?>)", re.IGNORECASE)
_PLAIN_CELL = re.compile(r"\s*<t([dh])(\s[^<>]*)?>([^<>&]*)</t[dh]>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^<>]*>")
_BOLD = re.compile(r"\s*<(b|strong)>[^<>]*</\1>\s*", re.IGNORECASE)
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?(\d{1,9})", re.IGNORECASE)
_FOOTER = re.compile(r"\s*(\d{1,18}) rows (?:×|x|&times;) (\d{1,18}) columns\s*")
_OMITTED = re.compile(r"\s*\.\.\. \((\d{1,18}) rows omitted\)\s*")
_CLOSERS = {
    "!--": re.compile(r"-->"),
    "script": re.compile(r"</script", re.IGNORECASE),
    "style": re.compile(r"</style", re.IGNORECASE),
    "template": re.compile(r"</template", re.IGNORECASE),
}


@dataclass(slots=True)
class HtmlCell:
    """A cell's text, without tags and with entities decoded, and its offset in the HTML.

    ``bold``: all of the cell is bold, as in headings written without ``th``.
    """

    text: str
    offset: int
    heading: bool
    bold: bool = False
    rowspan: int = 1
    colspan: int = 1


@dataclass(slots=True)
class HtmlTable:
    """The rows of a table and those of its head.

    ``size`` is the size that its footer states: rows, columns; ``omitted`` the number of rows that it says are not
    shown below the last one.
    """

    start: int
    attributes: str
    end: int = 0
    head: list[list[HtmlCell]] = field(default_factory=list)
    body: list[list[HtmlCell]] = field(default_factory=list)
    size: tuple[int, int] | None = None
    omitted: int = 0
    in_head: bool = False


def html_tables(source: str) -> Iterator[HtmlTable]:
    """Every complete table of ``source``, inner tables before outer ones. Takes linear time."""
    open_tables: list[HtmlTable] = []
    closed: HtmlTable | None = None
    opened: re.Match[str] | None = None
    position = 0
    while (tag := _TAG.search(source, position)) is not None:
        position = tag.end()
        name = (tag[2] or "!--").lower()
        if name in _CLOSERS:
            closer = None if tag[1] else _CLOSERS[name].search(source, position)
            position = closer.end() if closer else position if tag[1] else len(source)
        elif name == "p":
            if closed is not None and not tag[1]:
                _read_footer(closed, source, position)
        else:
            if opened is not None and open_tables:
                _put_cell(open_tables[-1], source, opened, tag.start())
            opened = tag if name in ("td", "th") and not tag[1] else None
            if name == "table" and not tag[1]:
                open_tables.append(HtmlTable(tag.start(), tag[3] or ""))
            elif open_tables and name == "table":
                if closed is not None:
                    yield closed
                closed = open_tables.pop()
                closed.end = tag.end()
            elif open_tables:
                _structure(open_tables[-1], name, closing=bool(tag[1]))
                if name == "tr" and not tag[1]:
                    position = _put_plain_cells(open_tables[-1], source, position)
    if closed is not None:
        yield closed


def _read_footer(table: HtmlTable, source: str, position: int) -> None:
    if footer := _FOOTER.match(source, position):
        table.size = (int(footer[1]), int(footer[2]))
    elif omitted := _OMITTED.match(source, position):
        table.omitted = int(omitted[1])


def _structure(table: HtmlTable, name: str, *, closing: bool) -> None:
    if name in ("thead", "tbody", "tfoot"):
        table.in_head = name == "thead" and not closing
    elif name == "tr" and not closing:
        (table.head if table.in_head else table.body).append([])


def _put_plain_cells(table: HtmlTable, source: str, position: int) -> int:
    """Reads consecutive cells without tags and entities; returns the next position."""
    row = (table.head if table.in_head else table.body)[-1]
    while (plain := _PLAIN_CELL.match(source, position)) is not None:
        kind, attributes, inner = plain.groups()
        text = inner.strip()
        cell = HtmlCell(text, plain.start(3) + inner.find(text), kind in "hH")
        if attributes:
            _set_spans(cell, attributes)
        row.append(cell)
        position = plain.end()
    return position


def _put_cell(table: HtmlTable, source: str, opened: re.Match[str], end: int) -> None:
    """Reads the cell with the opening tag ``opened``, up to the tag at ``end``."""
    rows = table.head if table.in_head else table.body
    if not rows:
        return
    start = opened.end()
    inner = source[start:end]
    text = _ANY_TAG.sub("", inner).strip()
    offset = start + max(inner.find(text), 0)
    cell = HtmlCell(html.unescape(text).strip(), offset, opened[2] in ("th", "TH"), _BOLD.fullmatch(inner) is not None)
    _set_spans(cell, opened[3] or "")
    rows[-1].append(cell)


def _set_spans(cell: HtmlCell, attributes: str) -> None:
    for direction, count in _SPAN.findall(attributes):
        if direction.lower() == "row":
            cell.rowspan = max(int(count), 1)
        else:
            cell.colspan = max(int(count), 1)
