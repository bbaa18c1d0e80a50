"""What extraction gives: goldens with the places of their tokens, and what was left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lastdigit.document import Cell, Output, Place
from lastdigit.extraction.names import slug
from lastdigit.frozen import frozen
from lastdigit.golden import Golden, Provenance
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import SkippedText
from lastdigit.printing.print_format import PrintFormat


@frozen
class Extracted:
    """A golden, where it begins in the document, and how the place of each of its tokens is found.

    It has no name yet while others of its document are looked for.
    """

    golden: Golden
    start: Place
    locate: Callable[[], tuple[Place, ...]]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The place of each token."""
        return self.locate()

    @property
    def wanted(self) -> tuple[str, int]:
        """The name that its label gives it, and its cell."""
        return slug(self.golden.label), self.golden.provenance.cell

    @property
    def order(self) -> tuple[int, int, int, int]:
        """By which goldens are sorted: where they stand; a source stands before what it prints."""
        provenance = self.golden.provenance
        return provenance.cell, provenance.output or 0, self.start.line, self.start.column

    def named(self, name: str) -> Extracted:
        """The same under that name."""
        return replace(self, golden=replace(self.golden, name=name))


def golden_of(
    array: ArrayPrint,
    kind: str,
    label: str,
    provenance: Provenance,
    form: PrintFormat,
    options: str,
    inferred: tuple[str, ...],
) -> Golden:
    """The golden of ``array``, without a name, as it was printed by ``options`` that come from there."""
    shown = (array.shape, array.texts)
    return Golden("", kind, label, provenance, form, options, *shown, array.cut, array.summary, inferred)


@dataclass(frozen=True)
class LeftOut:
    """A part of an output that is no golden: where it begins, its text, and the reason."""

    cell: int
    output: int
    place: Place
    text: str
    reason: str


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
