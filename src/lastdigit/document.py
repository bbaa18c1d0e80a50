"""A document: its cells, each with its source and outputs, and the position of every character."""

from __future__ import annotations

import bisect
import hashlib
import re
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from lastdigit.base.frozen import frozen

_LAST = sys.maxsize
_SHORT = 1000
"""In shorter texts a line number is found by counting line feeds; in longer ones from an index of line starts."""


@frozen
class Place:
    """A position in a file or in one of its parts; line and column count from 1.

    ``within`` names the part they are counted in, such as ``"cell 4, output 1"``, if not the file itself.
    """

    line: int
    column: int
    within: str = ""


@frozen
class Passage:
    """Consecutive lines of a document, from line number ``first_line`` on.

    ``within`` names what lines and columns are counted in, where that is not the file. ``jumps`` says where the text
    does not simply follow its line in the file, because markup was left out of it: from each (offset, line, column) on
    it stands there. They are sorted. Making a passage costs nothing for its places; each is found when it is asked for.
    """

    text: str
    first_line: int
    within: str = ""
    jumps: tuple[tuple[int, int, int], ...] = ()

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def _contained(self) -> dict[str, bool]:
        return {}

    def contains(self, words: str) -> bool:
        """Whether its text contains ``words``; remembered, since each number in a long text asks for the same ones."""
        if words not in self._contained:
            self._contained[words] = words in self.text
        return self._contained[words]

    def place(self, offset: int) -> Place:
        """The position in the document of the character at ``offset``, in logarithmic time."""
        line, column = self._line_and_column(offset)
        return Place(line, column, self.within)

    def place_and_last_line(self, start: int, end: int) -> tuple[Place, int]:
        """The position of ``start``, and the line of the last character before ``end``."""
        place = self.place(start)
        one_line = not self.jumps and self.text.find("\n", start, end) < 0
        return place, place.line if one_line else self.line(max(end - 1, start))

    def line(self, offset: int) -> int:
        """The line of the character at ``offset``."""
        return self._line_and_column(offset)[0]

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        if len(self.text) < _SHORT and not self.jumps:
            return self.first_line + self.text.count("\n", 0, offset), offset - self.text.rfind("\n", 0, offset)
        starts = self._starts
        row = bisect.bisect_right(starts, offset) - 1
        line, column = self.first_line + row, offset - starts[row] + 1
        if self.jumps:
            jump = bisect.bisect_right(self.jumps, (offset, _LAST, _LAST)) - 1
            if jump >= 0:
                at, line, column_at = self.jumps[jump]
                if at >= starts[row]:
                    column = column_at + offset - at
                else:
                    line += row - bisect.bisect_right(starts, at) + 1
        return line, column

    def part(self, start: int, end: int) -> Passage:
        """The text from ``start`` to ``end``, with the position of every character."""
        return self.joined([(start, end)])

    def joined(self, spans: Sequence[tuple[int, int]], separator: str = "\n") -> Passage:
        """These spans of the text joined by ``separator``, with the position of every character."""
        jumps: list[tuple[int, int, int]] = []
        length, first_line = 0, self.first_line
        following: tuple[int, int] | None = None
        for number, (start, end) in enumerate(spans):
            place = self._line_and_column(start)
            if number == 0:
                first_line, following = place[0], (place[0], 1)
            if place != following:
                jumps.append((length, *place))
            if self.jumps:
                for at, line, column in self.jumps_between(start, end):
                    jumps.append((length + at - start, line, column))
            length += end - start + len(separator)
            following = (self._line_and_column(end)[0] + 1, 1) if separator == "\n" else None
        text = separator.join([self.text[start:end] for start, end in spans])
        return Passage(text, first_line, self.within, tuple(jumps))

    def jumps_between(self, start: int, end: int) -> tuple[tuple[int, int, int], ...]:
        """The jumps after ``start`` and before ``end``."""
        if not self.jumps:
            return ()
        first = bisect.bisect_right(self.jumps, (start, _LAST, _LAST))
        return self.jumps[first : bisect.bisect_left(self.jumps, (end, 0, 0))]

    def lines(self) -> list[tuple[int, int]]:
        """The span of every line of the text, without its line feed."""
        return list(zip(self._starts, [*(start - 1 for start in self._starts[1:]), len(self.text)], strict=True))


@frozen
class Output:
    """One output of a cell, as plain text without terminal colours.

    ``kind`` is ``"stream"`` (printed), ``"stderr"``, ``"result"`` (the value of a cell's last expression),
    ``"display"`` or ``"error"`` (a traceback). ``html`` is the same value as HTML, if the document has it; without a
    plain text, the text is that of the HTML. ``cut``: the document truncates it.
    """

    number: int
    passage: Passage
    cut: bool
    kind: str = "stream"
    html: Passage | None = None


@frozen
class Cell:
    """A code cell of a notebook, a code block of a text, or one statement of a session with its output.

    ``number`` counts the code cells of the document; ``count`` is the kernel's execution count, if known.
    """

    number: int
    count: int | None
    source: Passage
    outputs: tuple[Output, ...]


PYTHON = "python"


@frozen
class Document:
    """A document; ``language`` is the language of its code, if stated, and ``version`` that of its interpreter."""

    path: Path
    sha256: str
    cells: tuple[Cell, ...]
    language: str = PYTHON
    version: tuple[int, ...] = ()

    @cached_property
    def id(self) -> str:
        """Its short name."""
        return document_id(self.path)


def document_id(path: Path) -> str:
    """The short name of a document: the file's stem without a content hash at its end."""
    return re.sub(r"_[0-9a-f]{16}$", "", path.stem)


def sha256(content: bytes) -> str:
    """The SHA-256 of ``content`` in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
