"""A document: its cells, each with a source and what it printed, and the place of every character."""

from __future__ import annotations

import bisect
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """A place in a file; line and column count from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Passage:
    """A run of lines of a document: ``first_line`` is the number of its first one."""

    text: str
    first_line: int

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def place(self, offset: int) -> Place:
        """Where the character at ``offset`` stands in the document."""
        row = bisect.bisect_right(self._starts, offset) - 1
        return Place(self.first_line + row, offset - self._starts[row] + 1)


@dataclass(frozen=True)
class Output:
    """One output of a cell, as plain text without terminal colours.

    ``kind`` is ``"stream"`` (printed), ``"stderr"``, ``"result"`` (the value of a cell's last expression),
    ``"display"`` or ``"error"`` (a traceback). ``html`` is the same value as HTML, where the document has both. ``cut``
    where the document ended it before it was complete.
    """

    number: int
    passage: Passage
    cut: bool
    kind: str = "stream"
    html: Passage | None = None


@dataclass(frozen=True)
class Cell:
    """A code cell: ``number`` counts the code cells of the document, ``count`` is the kernel's, where it is known."""

    number: int
    count: int | None
    source: Passage
    outputs: tuple[Output, ...]


@dataclass(frozen=True)
class Document:
    """A document as it was read."""

    path: Path
    sha256: str
    cells: tuple[Cell, ...]

    @property
    def id(self) -> str:
        """Its short name."""
        return document_id(self.path)


def document_id(path: Path) -> str:
    """The short name of a document: the file's stem without a content hash at its end."""
    return re.sub(r"_[0-9a-f]{16}$", "", path.stem)


def sha256(content: bytes) -> str:
    """The SHA-256 of ``content`` in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
