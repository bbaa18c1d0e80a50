"""What extraction gives: goldens with the places of their tokens, and what was left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from lastdigit.documents.document import Place
from lastdigit.extraction.names import slug
from lastdigit.golden import Golden, Provenance
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_options import PrintOptions


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Extraction:
    """All goldens of a document, in order of their first lines, and all that was left out."""

    goldens: tuple[Extracted, ...]
    left_out: tuple[LeftOut, ...]


def golden_of(
    array: ArrayPrint, kind: str, label: str, provenance: Provenance, options: PrintOptions, origin: str
) -> Golden:
    """The golden of a print, under the name that its label gives."""
    form = array.print_format(options)
    shown = (array.shape, array.texts, array.cut, array.summary)
    return Golden(slug(label), kind, label, provenance, form, origin, *shown)
