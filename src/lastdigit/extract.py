"""From a document to its goldens: what its outputs print, what its source types and what it takes as literal input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lastdigit.documents.document import Cell, Document, Passage, Place
from lastdigit.documents.python_source import (
    SetPrecision,
    line_that_prints,
    literal_arrays,
    printed_expressions,
    set_precisions,
    typed_lines,
)
from lastdigit.golden import Golden, Provenance
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.print_options import DEFAULTS
from lastdigit.printing.scan import scan


@dataclass(frozen=True)
class Extracted:
    """A golden, where it begins in the document, and the place of each of its tokens."""

    golden: Golden
    start: Place
    places: tuple[Place, ...]


@dataclass(frozen=True)
class _Precisions:
    """Every print precision that the document's source sets, with the line where it does."""

    sets: tuple[SetPrecision, ...]

    def of(self, found: ArrayPrint, line: int) -> tuple[int, str]:
        """The precision of an array that is printed on ``line`` of the source, and where it comes from.

        More digits than the source allows for, or exactly as many as it sets elsewhere, show the state of an earlier
        run: the output wins. Fewer digits alone do not, since NumPy trims trailing zeros.
        """
        own = [entry for entry in self.sets if entry.printer == found.printer]
        before = [entry.precision for entry in own if entry.line <= line]
        default = DEFAULTS.get(found.printer)
        expected = before[-1] if before else (default and default.precision) or found.decimals
        elsewhere = {entry.precision for entry in own} - {expected}
        if found.decimals > expected or found.decimals in elsewhere:
            return found.decimals, "left by an earlier run"
        return expected, "set in the source" if before else "default"


def extract(document: Document) -> list[Extracted]:
    """All goldens of ``document``, in order of their first lines, each with a name of its own."""
    precisions = _Precisions(tuple(entry for cell in document.cells for entry in set_precisions(cell.source)))
    found: list[Extracted] = []
    for cell in document.cells:
        found += _literals(document, cell)
        found += _typed(document, cell, precisions)
        found += _printed(document, cell, precisions)
    found.sort(key=lambda extracted: (extracted.start.line, extracted.start.column))
    return list(_with_unique_names(found))


def _printed(document: Document, cell: Cell, precisions: _Precisions) -> Iterator[Extracted]:
    expressions = printed_expressions(cell.source)
    for output in cell.outputs:
        unlabelled = -1
        for found in scan(output.passage.text, cut=output.cut):
            array, label = found.array, found.label
            if not label:
                unlabelled += found.path in ("", "[0]")
                label = expressions[unlabelled] if unlabelled < len(expressions) else f"output {output.number}"
            digits, options = precisions.of(array, line_that_prints(cell.source, label))
            places = tuple(output.passage.place(token.offset) for token in array.tokens)
            start, last = output.passage.place(array.start), output.passage.place(array.end - 1).line
            provenance = Provenance(document.id, cell.number, cell.count, output.number, start.line, last)
            golden = _golden(array.kind, label + found.path, provenance, array, digits, options)
            yield Extracted(golden, start, places)


def _typed(document: Document, cell: Cell, precisions: _Precisions) -> Iterator[Extracted]:
    """Arrays that the source types into the strings it prints."""
    for lines in typed_lines(cell.source):
        passage = Passage("\n".join(text for text, _ in lines), 1)
        for found in scan(passage.text, cut=False):
            digits, _ = precisions.of(found.array, lines[0][1].line)
            places = []
            for token in found.array.tokens:
                within = passage.place(token.offset)
                start = lines[within.line - 1][1]
                places.append(Place(start.line, start.column + within.column - 1))
            provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
            golden = _golden("typed", f"{found.label} typed", provenance, found.array, digits, "typed by hand")
            yield Extracted(golden, places[0], tuple(places))


def _literals(document: Document, cell: Cell) -> Iterator[Extracted]:
    for literal in literal_arrays(cell.source):
        provenance = Provenance(
            document.id, cell.number, cell.count, None, literal.places[0].line, literal.places[-1].line
        )
        golden = Golden(
            name=slug(literal.name),
            kind="literal",
            label=literal.name,
            provenance=provenance,
            format=PrintFormat("python", None, False, literal.dtype),
            options="literal",
            shape=literal.shape,
            tokens=literal.tokens,
            cut=False,
        )
        yield Extracted(golden, literal.places[0], literal.places)


def _golden(kind: str, label: str, provenance: Provenance, array: ArrayPrint, precision: int, options: str) -> Golden:
    tokens = tuple(token.text for token in array.tokens)
    form = array.print_format(precision)
    return Golden(slug(label), kind, label, provenance, form, options, array.shape, tokens, array.cut)


def slug(label: str) -> str:
    """A label as the name of a file: lower case, words joined by underscores, at most 48 characters."""
    words = re.findall(r"[^\W_]+", label.lower())
    name = ""
    for word in words:
        if name and len(name) + len(word) >= 48:
            break
        name = f"{name}_{word}" if name else word[:48]
    return name or "unnamed"


def _with_unique_names(found: list[Extracted]) -> Iterator[Extracted]:
    """The first of a name keeps it; later ones add their cell, and a number where that is not enough."""
    taken = {extracted.golden.name for extracted in found}
    given: set[str] = set()
    for extracted in found:
        unique = name = extracted.golden.name
        number = 1
        while unique in given or (unique in taken and unique != name):
            in_cell = f"{name}_cell_{extracted.golden.provenance.cell}"
            unique = in_cell if number == 1 else f"{in_cell}_{number}"
            number += 1
        given.add(unique)
        yield replace(extracted, golden=replace(extracted.golden, name=unique))
