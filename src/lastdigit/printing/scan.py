"""Finds what a text prints: arrays, shapes, containers and tables, with the words that name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.bracketed import bracketed
from lastdigit.printing.html_table import tables_in_html
from lastdigit.printing.table_print import TablePrint
from lastdigit.printing.text_table import tables_in_text

NOT_RECTANGULAR = "brackets that hold no rectangular array"

_PARAMETER = re.compile(r"\s*Parameter containing:\s*\Z")
_LABEL_END = re.compile(r"[\s:=]+\Z|[\s:=]*(?:-+|=+)>[\s:=]*\Z")
_LABEL_START = " \t)],;|>"
_WORD = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class FoundPrint:
    """A print with the words that name it.

    ``path`` is where it stood in the container that it was printed in: ``[0]``, ``['w']``; ``begins`` is False for all
    items of a container but the first.
    """

    array: ArrayPrint
    label: str
    path: str = ""
    begins: bool = True


@dataclass(frozen=True)
class SkippedText:
    """A part of a text that is left out, and the reason."""

    start: int
    end: int
    reason: str


Found = FoundPrint | SkippedText


def scan(text: str, *, cut: bool = False) -> Iterator[FoundPrint]:
    """Every array, scalar and shape that ``text`` prints, in order. ``cut``: the text may end inside the last one."""
    return (found for found in scan_all(text, cut=cut) if isinstance(found, FoundPrint))


def scan_all(text: str, *, cut: bool = False, result: bool = False) -> Iterator[Found]:
    """What ``text`` prints and what is left out of it, in order.

    ``result``: the text is the value of a cell's last expression, so that a lone number is a value. The time is linear
    in the length of the text.
    """
    return _Scan(text, result=result).run(cut=cut)


def scan_html(html: str) -> Iterator[FoundPrint]:
    """The columns of the tables that ``html`` holds; offsets are those of the HTML."""
    for table in tables_in_html(html):
        yield from _columns(table, "", 0)


class _Scan:
    """Goes through a text once: through what stands in brackets, and through the tables and lines between.

    ``position`` is behind the last print, and what follows may name the next one. ``heading`` are the words of the line
    above, where these name nothing on their own line.
    """

    def __init__(self, text: str, *, result: bool) -> None:
        self.text, self.result = text, result
        self.position = 0
        self.heading = ""

    def run(self, *, cut: bool) -> Iterator[Found]:
        for found in bracketed(self.text, cut=cut):
            yield from self._words(found.start)
            if found.leaves:
                label = self._label(found.start)
                yield from (FoundPrint(leaf.array, label, leaf.path, leaf is found.leaves[0]) for leaf in found.leaves)
            else:
                yield SkippedText(found.start, found.end, NOT_RECTANGULAR)
            self.position, self.heading = found.end, ""
        yield from self._words(len(self.text))

    def _words(self, stop: int) -> Iterator[Found]:
        """Tables and whole lines from the position up to ``stop``; the beginning of a line is left for a label."""
        begin = self.position
        for table in tables_in_text(self.text[begin:stop]):
            yield from self._lines(begin + table.start)
            yield from _columns(table, self._label(begin + table.start), begin)
            self.position, self.heading = begin + table.end, ""
        yield from self._lines(stop)

    def _lines(self, stop: int) -> Iterator[Found]:
        """The whole lines from the position up to ``stop``, and the last one where the text ends."""
        while (end := self.text.find("\n", self.position, stop)) >= 0:
            self._line(end)
            self.position = end + 1
        yield from ()

    def _line(self, end: int) -> None:
        words = _PARAMETER.sub("", self.text[self.position : end]).strip()
        if _WORD.search(words):
            self.heading = words
        elif not words and not self.heading.endswith(":"):
            self.heading = ""

    def _label(self, start: int) -> str:
        """The words that name what begins at ``start``: those on its line, or else the line above."""
        line = _PARAMETER.sub("", self.text[self.position : start])
        words = _LABEL_END.sub("", line).lstrip(_LABEL_START)
        return words if _WORD.search(words) else _LABEL_END.sub("", self.heading)


def _columns(table: TablePrint, label: str, shift: int) -> Iterator[FoundPrint]:
    """The columns of numbers of a table, each a print of its own; a Series is one without a name."""
    for number, column in enumerate(table.columns):
        path = "" if table.is_series or not column.name else f"[{column.name!r}]"
        yield FoundPrint(table.array(column, shift), label, path, begins=number == 0)
