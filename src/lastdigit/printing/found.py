"""What is found in a text: a print with the words that name it, and what is left out with the reason."""

from __future__ import annotations

from typing import NamedTuple

from lastdigit.printing.array_print import ArrayPrint


class FoundPrint(NamedTuple):
    """A print with the words that name it.

    ``path`` is where it stood in the container that it was printed in: ``[0]``, ``['w']``; ``begins`` is False for all
    items of a container but the first.
    """

    array: ArrayPrint
    label: str
    path: str = ""
    begins: bool = True


class SkippedText(NamedTuple):
    """A part of a text that is left out, and the reason."""

    start: int
    end: int
    reason: str


Found = FoundPrint | SkippedText
