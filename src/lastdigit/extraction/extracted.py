"""What extraction gives: goldens with the places of their tokens, and what was left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from lastdigit.documents.document import Cell, Output, Place
from lastdigit.extraction.names import slug
from lastdigit.frozen import frozen
from lastdigit.golden import Golden, Provenance
from lastdigit.printing.array_print import ArrayPrint, Summary
from lastdigit.printing.found import SkippedText
from lastdigit.printing.print_format import PrintFormat


@frozen
class Extracted:
    """A golden, where it begins in the document, and how the place of each of its tokens is found."""

    golden: Golden
    start: Place
    locate: Callable[[], tuple[Place, ...]]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The place of each token."""
        return self.locate()


@dataclass(frozen=True)
class LeftOut:
    """A part of an output that is no golden: where it begins, its text, and the reason."""

    cell: int
    output: int
    place: Place
    text: str
    reason: str


class Draft(NamedTuple):
    """What a golden will be once it has a name of its own, where it begins, and how its tokens' places are found."""

    kind: str
    label: str
    provenance: Provenance
    format: PrintFormat
    options: str
    shape: tuple[int, ...]
    tokens: tuple[str, ...]
    start: Place
    locate: Callable[[], tuple[Place, ...]]
    cut: bool = False
    summary: Summary | None = None

    @classmethod
    def of(
        cls,
        array: ArrayPrint,
        kind: str,
        label: str,
        provenance: Provenance,
        form: PrintFormat,
        options: str,
        start: Place,
        locate: Callable[[], tuple[Place, ...]],
    ) -> Draft:
        """The draft of what was printed as ``form`` says, by ``options`` of that origin."""
        shown = (array.shape, array.texts)
        return cls(kind, label, provenance, form, options, *shown, start, locate, array.cut, array.summary)

    @property
    def wanted(self) -> tuple[str, int]:
        """The name that its label gives it, and its cell."""
        return slug(self.label), self.provenance.cell

    @property
    def order(self) -> tuple[int, int, int, int]:
        """By which goldens are sorted: where they stand; a source stands before what it prints."""
        return self.provenance.cell, self.provenance.output or 0, self.start.line, self.start.column

    def named(self, name: str) -> Extracted:
        """The golden under that name."""
        kind, label, provenance, form, options, shape, tokens, start, locate, cut, summary = self
        golden = Golden(name, kind, label, provenance, form, options, shape, tokens, cut, summary)
        return Extracted(golden, start, locate)


@frozen
class Skipped:
    """What was left out of an output; ``text`` has the offsets of the output's."""

    cell: Cell
    output: Output
    text: SkippedText

    @property
    def left_out(self) -> LeftOut:
        """It with its place and its words."""
        passage, left = self.output.passage, self.text
        text = passage.text[left.start : left.end]
        return LeftOut(self.cell.number, self.output.number, passage.place(left.start), text, left.reason)


@dataclass(frozen=True)
class Extraction:
    """All goldens of a document, in order of their first lines, and what was left out of its outputs."""

    goldens: tuple[Extracted, ...]
    skipped: Sequence[Skipped]

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        """All that was left out, in the order in which it stands in the document."""
        ordered = sorted(self.skipped, key=lambda entry: (entry.cell.number, entry.output.number, entry.text.start))
        return tuple(entry.left_out for entry in ordered)
