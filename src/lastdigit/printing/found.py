"""What is found in a text: a print with the words that name it, and what is left out with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from lastdigit.base.frozen import frozen
from lastdigit.document import Cell, Output, Place
from lastdigit.printing.array_print import ArrayPrint


class FoundPrint(NamedTuple):
    """A print with the words that name it.

    ``path`` is where it stood in the container that it was printed in: ``[0]``, ``['w']``; ``begins`` is False for all
    items of a container but the first.
    """

    array: ArrayPrint
    label: str = ""
    path: str = ""
    begins: bool = True


@frozen
class Bracketed:
    """The prints of one pair of brackets, none where they are no values; ``start`` to ``end`` are the brackets.

    ``cut`` where the text ended inside of them.
    """

    prints: Sequence[FoundPrint]
    start: int
    end: int
    cut: bool = False


@frozen
class LeftOut:
    """A part of a text that is left out, and the reason; in a document also in which ``cell`` and ``output``."""

    start: int
    end: int
    reason: str
    cell: Cell | None = None
    output: Output | None = None

    def moved(self, shift: int) -> LeftOut:
        """The same further behind."""
        return LeftOut(self.start + shift, self.end + shift, self.reason)

    @property
    def text(self) -> str:
        """What was left out of an output."""
        return self.output.passage.text[self.start : self.end] if self.output else ""

    @property
    def place(self) -> Place:
        """Where it begins in the document."""
        return self.output.passage.place(self.start) if self.output else Place(1, self.start + 1)

    @property
    def order(self) -> tuple[int, int, int]:
        """By which what is left out of a document is sorted: where it stands."""
        return self.cell.number if self.cell else 0, self.output.number if self.output else 0, self.start

    def record(self) -> dict[str, Any]:
        """It as plain values."""
        cell, output, _ = self.order
        return {"cell": cell, "output": output, "place": asdict(self.place), "text": self.text, "reason": self.reason}


Found = FoundPrint | LeftOut
