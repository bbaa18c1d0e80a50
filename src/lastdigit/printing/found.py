"""What a scan finds in a text: prints with their labels, and parts that are left out with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from lastdigit.base.frozen import frozen
from lastdigit.document import Cell, Output, Place
from lastdigit.printing.array_print import ArrayPrint


class FoundPrint(NamedTuple):
    """A print with its label.

    ``path`` is its place in the printed container: ``[0]``, ``['w']``; ``begins`` is False for all items of a container
    but the first. ``container``: where the text of the container starts and ends.
    """

    array: ArrayPrint
    label: str = ""
    path: str = ""
    begins: bool = True
    container: tuple[int, int] | None = None

    @property
    def whole(self) -> tuple[int, int]:
        """Where the text of the whole printed value starts and ends: of the container, if it is an item of one."""
        return self.container or (self.array.start, self.array.end)


@frozen
class Bracketed:
    """The prints in one pair of brackets, empty if they are not values; the brackets are ``text[start:end]``.

    ``cut``: the text ended inside the brackets. ``settings`` is the part that says how an array is stored.
    """

    prints: Sequence[FoundPrint]
    start: int
    end: int
    cut: bool = False
    settings: tuple[int, int] | None = None


@frozen
class LeftOut:
    """A part of a text that is left out, with the reason; in a document also with its ``cell`` and ``output``."""

    start: int
    end: int
    reason: str
    cell: Cell | None = None
    output: Output | None = None

    def moved(self, shift: int) -> LeftOut:
        """The same, with offsets larger by ``shift``."""
        return LeftOut(self.start + shift, self.end + shift, self.reason)

    @property
    def text(self) -> str:
        """The part of the output that was left out."""
        return self.output.passage.text[self.start : self.end] if self.output else ""

    @property
    def place(self) -> Place:
        """The place in the document where it begins."""
        return self.output.passage.place(self.start) if self.output else Place(1, self.start + 1)

    @property
    def order(self) -> tuple[int, int, int]:
        """The sort key: its place in the document."""
        return self.cell.number if self.cell else 0, self.output.number if self.output else 0, self.start

    def record(self) -> dict[str, Any]:
        """Itself as plain values."""
        cell, output, _ = self.order
        return {"cell": cell, "output": output, "place": asdict(self.place), "text": self.text, "reason": self.reason}


Found = FoundPrint | LeftOut
