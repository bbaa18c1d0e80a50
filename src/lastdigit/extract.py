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
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.scan import FoundPrint, scan

DEFAULT_PRECISION = {"numpy": 8, "torch": 4}


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

    def of(self, found: FoundPrint, line: int) -> tuple[int, str]:
        """The precision of an array that is printed on ``line`` of the source, and where it comes from.

        More digits than the source allows for, or exactly as many as it sets elsewhere, show the state of an earlier
        run: the output wins. Fewer digits alone do not, since NumPy trims trailing zeros.
        """
        own = [entry for entry in self.sets if entry.printer == found.printer]
        before = [entry.precision for entry in own if entry.line <= line]
        expected = before[-1] if before else DEFAULT_PRECISION.get(found.printer, found.decimals)
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
            label = found.label
            if not label:
                unlabelled += found.item in (None, 0)
                label = expressions[unlabelled] if unlabelled < len(expressions) else f"output {output.number}"
            digits, options = precisions.of(found, line_that_prints(cell.source, label))
            if found.item is not None:
                label = f"{label}[{found.item}]"
            places = tuple(output.passage.place(token.offset) for token in found.tokens)
            first, last = output.passage.place(found.start).line, output.passage.place(found.end - 1).line
            provenance = Provenance(document.id, cell.number, cell.count, output.number, first, last)
            kind, shape = found.kind, (len(found.tokens),) if found.kind == "shape" else found.shape
            start = output.passage.place(found.start)
            yield _extracted(kind, label, provenance, found.print_format(digits), options, shape, found, start, places)


def _typed(document: Document, cell: Cell, precisions: _Precisions) -> Iterator[Extracted]:
    """Arrays that the source types into the strings it prints."""
    for lines in typed_lines(cell.source):
        passage = Passage("\n".join(text for text, _ in lines), 1)
        for found in scan(passage.text, cut=False):
            digits, _ = precisions.of(found, lines[0][1].line)
            places = []
            for token in found.tokens:
                within = passage.place(token.offset)
                start = lines[within.line - 1][1]
                places.append(Place(start.line, start.column + within.column - 1))
            provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
            label = f"{found.label} typed"
            form = found.print_format(digits)
            yield _extracted(
                "typed", label, provenance, form, "typed by hand", found.shape, found, places[0], tuple(places)
            )


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


def _extracted(
    kind: str,
    label: str,
    provenance: Provenance,
    form: PrintFormat,
    options: str,
    shape: tuple[int, ...],
    found: FoundPrint,
    start: Place,
    places: tuple[Place, ...],
) -> Extracted:
    tokens = tuple(token.text for token in found.tokens)
    golden = Golden(slug(label), kind, label, provenance, form, options, shape, tokens, found.cut)
    return Extracted(golden, start, places)


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
