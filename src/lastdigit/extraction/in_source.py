"""Goldens that stand in a source: literal inputs, and arrays typed into the strings that it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from lastdigit.documents.document import Cell, Document, Passage, Place
from lastdigit.documents.print_settings import PrintSettings
from lastdigit.documents.python_source import LiteralArray, literal_arrays, typed_lines
from lastdigit.extraction.extracted import Draft, draft_of
from lastdigit.extraction.names import slug
from lastdigit.extraction.options import options_of
from lastdigit.golden import Golden, Provenance
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.scan import scan


def literals(document: Document, cell: Cell) -> Iterator[Draft]:
    """The arrays that a cell's source assigns to names as lists of numbers."""
    for literal in literal_arrays(cell.source):
        places = literal.places
        provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
        yield Draft(slug(literal.name), provenance, places[0], partial(_literal, literal, provenance), _known(places))


def typed(document: Document, cell: Cell, settings: PrintSettings) -> Iterator[Draft]:
    """Arrays that the source types into the strings it prints."""
    for lines in typed_lines(cell.source):
        passage = Passage("\n".join(text for text, _ in lines), 1)
        starts = [place for _, place in lines]
        for found in scan(passage.text):
            if not found.array.shape or not found.array.tokens:
                continue
            places = tuple(_in_source(passage, starts, token.offset) for token in found.array.tokens)
            provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
            options = options_of(found.array, settings, cell.number, starts[0].line)
            label = f"{found.label} typed"
            of_print = (found.array, "typed", label, provenance, options, "typed by hand")
            yield draft_of(*of_print, places[0], _known(places))


def _literal(literal: LiteralArray, provenance: Provenance, name: str) -> Golden:
    return Golden(
        name=name,
        kind="literal",
        label=literal.name,
        provenance=provenance,
        format=PrintFormat("python", None, False, literal.dtype),
        options="literal",
        shape=literal.shape,
        tokens=literal.tokens,
        cut=False,
    )


def _known(places: tuple[Place, ...]) -> Callable[[], tuple[Place, ...]]:
    return lambda: places


def _in_source(passage: Passage, starts: Sequence[Place], offset: int) -> Place:
    """Where the source types the character at ``offset`` of what it prints."""
    within = passage.place(offset)
    start = starts[within.line - 1]
    return Place(start.line, start.column + within.column - 1)
