"""Goldens in the source: literal inputs, and arrays typed into printed strings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lastdigit.document import Cell, Document, Passage, Place
from lastdigit.extraction.extracted import Extracted, golden_of
from lastdigit.extraction.inferred import inferred_facts
from lastdigit.extraction.options import format_of
from lastdigit.printing.golden import Golden, Provenance
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import PYTHON
from lastdigit.printing.scan import scan
from lastdigit.source.print_settings import PrintSettings
from lastdigit.source.python_source import literal_arrays, typed_lines


def literals(document: Document, cell: Cell) -> Iterator[Extracted]:
    """The arrays that a cell's source assigns to names as lists of numbers."""
    for literal in literal_arrays(cell.source) if "[" in cell.source.text else ():
        places = literal.places
        provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
        form = PrintFormat(PYTHON.name, None, False, literal.dtype)
        golden = Golden(
            "", "literal", literal.name, provenance, form, "literal", literal.shape, literal.tokens, cut=False
        )
        yield Extracted(golden, places[0], _known(places))


def typed(document: Document, cell: Cell, settings: PrintSettings) -> Iterator[Extracted]:
    """Arrays typed into strings that the source prints."""
    for lines in typed_lines(cell.source) if "print" in cell.source.text else ():
        passage = Passage("\n".join(text for text, _ in lines), 1)
        starts = [place for _, place in lines]
        for found in scan(passage.text):
            if not found.array.shape or not found.array.tokens:
                continue
            places = tuple(_in_source(passage, starts, token.offset) for token in found.array.tokens)
            provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
            form, _ = format_of(found.array, settings, cell.number, starts[0].line)
            golden = golden_of(
                found.array,
                "typed",
                f"{found.label} typed",
                provenance,
                form,
                "typed by hand",
                inferred_facts(found.array, "typed by hand", label=False, kind=False),
            )
            yield Extracted(golden, places[0], _known(places))


def _known(places: tuple[Place, ...]) -> Callable[[], tuple[Place, ...]]:
    return lambda: places


def _in_source(passage: Passage, starts: Sequence[Place], offset: int) -> Place:
    """The source position of the character at ``offset`` of a printed string."""
    within = passage.place(offset)
    start = starts[within.line - 1]
    return Place(start.line, start.column + within.column - 1)
