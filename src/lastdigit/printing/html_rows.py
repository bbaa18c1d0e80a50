"""The rows and cells of HTML tables, with the place of every cell; nothing in the HTML is executed.

Tags are found by one expression in which nothing can be scanned twice. The standard library's ``html.parser`` takes
quadratic time on some malformed input in the versions of Python that this project supports.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TAG = re.compile(r"<(?:!--|(/?)(table|thead|tbody|tfoot|tr|th|td|p|script|style|template)(\s[^<>]*)?>)", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^<>]*>")
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?(\d{1,9})", re.IGNORECASE)
_FOOTER = re.compile(r"\s*(\d{1,18}) rows (?:×|x|&times;) (\d{1,18}) columns\s*")
_CLOSERS = {
    "script": re.compile(r"</script", re.IGNORECASE),
    "style": re.compile(r"</style", re.IGNORECASE),
    "template": re.compile(r"</template", re.IGNORECASE),
}


@dataclass(slots=True)
class HtmlCell:
    """A cell's text without tags and with its entities decoded, and the offset at which it begins in the HTML."""

    text: str
    offset: int
    heading: bool
    rowspan: int = 1
    colspan: int = 1


@dataclass(slots=True)
class HtmlTable:
    """The rows of a table; those of its head first in ``head``. ``size`` is what its footer counts: rows, columns."""

    start: int
    attributes: str
    end: int = 0
    head: list[list[HtmlCell]] = field(default_factory=list)
    body: list[list[HtmlCell]] = field(default_factory=list)
    size: tuple[int, int] | None = None
    in_head: bool = False


def html_tables(source: str) -> Iterator[HtmlTable]:
    """Every complete table of ``source``, the inner ones of nested tables first. Takes linear time."""
    open_tables: list[HtmlTable] = []
    closed: HtmlTable | None = None
    opened: re.Match[str] | None = None
    position = 0
    while (tag := _TAG.search(source, position)) is not None:
        position = tag.end()
        name = (tag[2] or "").lower()
        if not name:
            position = _behind(source, "-->", position)
        elif name in _CLOSERS and not tag[1]:
            closer = _CLOSERS[name].search(source, position)
            position = closer.end() if closer else len(source)
        elif name == "p":
            if closed is not None and not tag[1] and (footer := _FOOTER.match(source, position)):
                closed.size = (int(footer[1]), int(footer[2]))
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
    if closed is not None:
        yield closed


def _behind(source: str, needle: str, position: int) -> int:
    found = source.find(needle, position)
    return found + len(needle) if found >= 0 else len(source)


def _structure(table: HtmlTable, name: str, *, closing: bool) -> None:
    if name in ("thead", "tbody", "tfoot"):
        table.in_head = name == "thead" and not closing
    elif name == "tr" and not closing:
        (table.head if table.in_head else table.body).append([])


def _put_cell(table: HtmlTable, source: str, opened: re.Match[str], end: int) -> None:
    rows = table.head if table.in_head else table.body
    if not rows:
        return
    start = opened.end()
    inner = source[start:end]
    text = _ANY_TAG.sub("", inner) if "<" in inner else inner
    text = text.strip()
    offset = start + max(inner.find(text), 0)
    if "&" in text:
        text = html.unescape(text).strip()
    cell = HtmlCell(text, offset, opened[2] in ("th", "TH"))
    if opened[3]:
        for direction, count in _SPAN.findall(opened[3]):
            if direction.lower() == "row":
                cell.rowspan = max(int(count), 1)
            else:
                cell.colspan = max(int(count), 1)
    rows[-1].append(cell)
