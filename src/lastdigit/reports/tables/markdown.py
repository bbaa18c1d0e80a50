"""Markdown that a pull request takes, however large the run is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LIMIT = 65_536
"""Characters that GitHub takes in a comment. Counted in bytes of UTF-8 here, which are never fewer."""
RESERVE = 1_024
"""Bytes kept for what says that something was left out."""
LONGEST_CELL = 160

# An @ would notify whoever is called so, a # point to some issue, and an address become a link.
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;", "#": "&#35;"} | {mark: f"\\{mark}" for mark in "\\|`*[]~"}
)


def cell(text: str, longest: int = LONGEST_CELL) -> str:
    """Text that stays text in Markdown, on one line, cut where it is long."""
    # A lone surrogate has no UTF-8.
    plain = " ".join(text.encode("utf-8", "replace").decode("utf-8").split())
    if len(plain) > longest:
        plain = plain[: longest - 1] + "…"
    return plain.translate(_ESCAPES).replace("://", ":&#47;&#47;")


def row(cells: Iterable[str]) -> str:
    """A row of a table, of cells that are Markdown already."""
    return "| " + " | ".join(cells) + " |"


def table(heading: Sequence[str], rows: Iterable[str]) -> list[str]:
    """A table of rows."""
    return [row(heading), "|" + "---|" * len(heading), *rows]


class Page:
    """Lines of Markdown, section after section, as far as they fit."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._left = limit - RESERVE
        self._lines: list[str] = []

    def add(self, lines: Sequence[str]) -> bool:
        """Add lines if all of them fit."""
        size = sum(len(line.encode("utf-8", "replace")) + 1 for line in lines)
        if size > self._left:
            return False
        self._lines += lines
        self._left -= size
        return True

    def add_rows(self, before: Sequence[str], rows: Sequence[str], after: Sequence[str], more: str, most: int) -> None:
        """Add a list between two pieces, as many rows as fit and not more than ``most``; ``more`` says what is left."""
        ending = [*after, more.format(len(rows))]
        self._left -= sum(len(line.encode("utf-8", "replace")) + 1 for line in ending)
        shown = 0
        if self.add(before):
            while shown < min(len(rows), most) and self.add([rows[shown]]):
                shown += 1
            self._lines += after
            if shown < len(rows):
                self._lines.append(more.format(len(rows) - shown))

    @property
    def text(self) -> str:
        """The page."""
        return "\n".join(self._lines) + "\n"
