"""Finds what a text prints: arrays, shapes, containers, tables and numbers in words, with the words that name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import OPENER, read_array
from lastdigit.printing.containers import CONTAINER, Leaf, read_container
from lastdigit.printing.html_table import tables_in_html
from lastdigit.printing.table_print import TablePrint
from lastdigit.printing.text_table import tables_in_text

NOT_RECTANGULAR = "brackets that hold no rectangular array"

_OPENER = re.compile(rf"{OPENER.pattern}|{CONTAINER.pattern}")
_PARAMETER = re.compile(r"\s*Parameter containing:\s*\Z")
_LABEL_END = re.compile(r"[\s:=]+\Z|[\s:=]*(?:-+|=+)>[\s:=]*\Z")
_LABEL_START = " \t)],;|>"
_WORD = re.compile(r"[^\W\d_]")
_IN_BRACKETS = re.compile(r"^[ \t]*(?:[\[(]|tensor|array)(?!\d+ rows x)", re.MULTILINE)
_SHAPE_BEFORE = re.compile(r"(?:^|\b(?:shape|size)[ \t]*(?:is|of|:|=)?)[ \t]*\Z", re.IGNORECASE)
_DIMENSIONS = re.compile(r"\(\d+,(?: ?\d+,)*(?: ?\d+)?\)")
_BEHIND_A_SHAPE = re.compile(r"[ \t]*(?:$|[\[({,]|(?:torch\.)?(?:b?float|u?int|bool|complex)\d*$)", re.MULTILINE)
_LINE_END = re.compile(r"[ \t]*$", re.MULTILINE)
_MORE_VALUES = re.compile(r"[ \t]*(?:$|[\[({,;|)]|[^\s\d]\S*[ \t]*[:=])", re.MULTILINE)
_BRACKET = re.compile(r"[(\[{]|[)\]}]|\n[ \t]*\n")


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
    return _Scan(text, cut=cut, result=result).run()


def scan_html(html: str) -> Iterator[FoundPrint]:
    """The columns of the tables that ``html`` holds; offsets are those of the HTML."""
    for table in tables_in_html(html):
        yield from _columns(table, "")


def _columns(table: TablePrint, label: str) -> Iterator[FoundPrint]:
    """The columns of numbers of a table, each a print of its own; a Series is one without a name."""
    for number, column in enumerate(table.columns):
        path = "" if table.is_series or not column.name else f"[{column.name!r}]"
        yield FoundPrint(table.array(column), label, path, begins=number == 0)


class _Scan:
    """Goes through a text once. ``position``: what comes next; ``named``: the text from here on may name it.

    ``heading`` are the words of the line above, where these name nothing on their own line.
    """

    def __init__(self, text: str, *, cut: bool, result: bool) -> None:
        self.text, self.cut, self.result = text, cut, result
        self.position = self.named = 0
        self.heading = ""

    def run(self) -> Iterator[Found]:
        for table in tables_in_text(self.text):
            if _IN_BRACKETS.search(self.text, table.start, table.end):
                continue
            yield from self._up_to(table.start)
            if table.start < self.position:
                continue
            yield from _columns(table, self._label(table.start))
            self.position = self.named = table.end
            self.heading = ""
        yield from self._up_to(len(self.text))

    def _up_to(self, stop: int) -> Iterator[Found]:
        while self.position < stop:
            end = self.text.find("\n", self.position, stop)
            end = stop if end < 0 else end
            opener = _OPENER.search(self.text, self.position, end)
            if opener is None:
                yield from self._rest_of_line(end)
            else:
                yield from self._print(opener.start(), end)

    def _rest_of_line(self, end: int) -> Iterator[Found]:
        """Words and numbers up to the end of the line, which holds no other print."""
        words = _PARAMETER.sub("", self.text[self.named : end]).strip()
        if _WORD.search(words):
            self.heading = words
        elif not words and not self.heading.endswith(":"):
            self.heading = ""
        self.position = self.named = end + 1
        return iter(())

    def _print(self, start: int, line_end: int) -> Iterator[Found]:
        leaves, end = self._read(start)
        if leaves:
            label = self._label(start)
            yield from (FoundPrint(leaf.array, label, leaf.path, leaf is leaves[0]) for leaf in leaves)
            self.position = self.named = end
            self.heading = ""
            return
        end = self._behind(start)
        if end > line_end:
            yield SkippedText(start, end, NOT_RECTANGULAR)
            self.named = end
            self.heading = ""
        self.position = end

    def _read(self, start: int) -> tuple[tuple[Leaf, ...], int]:
        """The prints of what opens at ``start``, and where it ends."""
        array = read_array(self.text, start, cut=self.cut)
        if array is not None:
            called = not self.text.startswith(("[", "("), start)
            if called or self._stands_alone(array.start, array.end, (Leaf(array, ""),), cut=array.cut):
                return (Leaf(array, ""),), array.end
            return (), start
        container = read_container(self.text, start, cut=self.cut)
        if container is None or not self._stands_alone(start, container.end, container.leaves, cut=container.cut):
            return (), start
        return container.leaves, container.end

    def _behind(self, start: int) -> int:
        """Where what opens at ``start`` closes; or where its paragraph ends. No part of it is a print."""
        depth = 0
        for match in _BRACKET.finditer(self.text, start):
            if match.group().isspace():
                return match.end()
            depth += 1 if match.group() in "([{" else -1
            if depth == 0:
                return match.end()
        return len(self.text)

    def _label(self, start: int) -> str:
        """The words that name what begins at ``start``: those on its line, or else the line above."""
        line = _PARAMETER.sub("", self.text[self.named : start]).rpartition("\n")[2]
        words = _LABEL_END.sub("", line).lstrip(_LABEL_START)
        return words if _WORD.search(words) else _LABEL_END.sub("", self.heading)

    def _stands_alone(self, start: int, end: int, leaves: tuple[Leaf, ...], *, cut: bool) -> bool:
        """Whether brackets are printed values: they end their line, and begin it or follow a label's colon.

        ``Epoch [12]`` and ``step [3/10]`` are log lines. Behind two numbers with a point, other values may follow, and
        so they may behind a shape.
        """
        if cut:
            return True
        before = self.text[max(self.named, self.text.rfind("\n", 0, start) + 1) : start].rstrip(" ")
        if self.text.startswith("(", start) and _SHAPE_BEFORE.search(before) and _DIMENSIONS.match(self.text, start):
            return before != "" or _BEHIND_A_SHAPE.match(self.text, end) is not None
        points = sum("." in token.text for leaf in leaves for token in leaf.array.tokens)
        if not (_MORE_VALUES if points > 1 else _LINE_END).match(self.text, end):
            return False
        return before == "" or before[-1] in ":=" or points > 0
