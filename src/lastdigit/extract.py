"""From a document to its goldens: what its outputs print, what its source types and what it takes as literal input."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lastdigit.documents.document import Cell, Document, Output, Passage, Place
from lastdigit.documents.print_settings import PrintSettings, print_settings
from lastdigit.documents.printed_expressions import PrintedExpression, labels_for, printed_expressions
from lastdigit.documents.python_source import line_that_prints, literal_arrays, typed_lines
from lastdigit.golden import Golden, Provenance
from lastdigit.golden_names import slug, unique_names
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.containers import python_number
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.print_options import DEFAULTS, PrintOptions
from lastdigit.printing.scan import FoundPrint, SkippedText, scan, scan_all, scan_html

LEFT_OUT = {"error": "a traceback", "stderr": "written to the error stream"}
"""The kinds of output that print no golden, and why."""

EMPTY = "an array without numbers"

_PANDAS = re.compile(r"\bpandas\b|\bpd\.")
_SHAPE = re.compile(r"(?:^|\W)(?:shape|size)(?: is| of)?\W*\Z", re.IGNORECASE)


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


def extract(document: Document) -> list[Extracted]:
    """All goldens of ``document``, in order of their first lines, each with a name of its own."""
    return list(extract_all(document).goldens)


def extract_all(document: Document) -> Extraction:
    """All goldens of ``document``, each with a name of its own, and what is no golden in its outputs, with reasons."""
    settings = print_settings(document)
    with_pandas = any(_PANDAS.search(cell.source.text) for cell in document.cells)
    found: list[tuple[tuple[int, int, int], Extracted]] = []
    left_out: list[LeftOut] = []
    for cell in document.cells:
        in_source = [*_literals(document, cell), *_typed(document, cell, settings)]
        found += [((cell.number, 0, entry.start.line), entry) for entry in in_source]
        for entry in _printed(document, cell, settings, with_pandas=with_pandas):
            if isinstance(entry, LeftOut):
                left_out.append(entry)
            else:
                found.append(((cell.number, entry.golden.provenance.output or 0, entry.start.line), entry))
    goldens = [entry for _, entry in sorted(found, key=lambda pair: (pair[0], pair[1].start.column))]
    names = unique_names((entry.golden.name, entry.golden.provenance.cell) for entry in goldens)
    return Extraction(tuple(map(_named, goldens, names)), tuple(left_out))


def _named(entry: Extracted, name: str) -> Extracted:
    return entry if entry.golden.name == name else replace(entry, golden=replace(entry.golden, name=name))


def options_of(array: ArrayPrint, settings: PrintSettings, cell: int, line: int) -> PrintOptions:
    """The print options under which ``array`` was printed by ``line`` of the source of ``cell``.

    More digits than the source allows for, or exactly as many as it sets elsewhere, show the state of an earlier run:
    the output wins. Fewer digits alone do not, since NumPy trims trailing zeros. Python itself shows all digits that a
    number needs: where no number of a list needs many, they were rounded before.
    """
    expected = settings.at(array.printer, cell, line)
    if array.rounded_to is not None:
        return replace(expected, precision=array.rounded_to, origin="rounded before it was printed")
    if expected.precision is None:
        return replace(expected, precision=array.decimals) if array.printer in DEFAULTS else expected
    elsewhere = {options.precision for options in settings.elsewhere(array.printer)} - {expected.precision}
    if array.decimals > expected.precision or array.decimals in elsewhere:
        return replace(expected, precision=array.decimals, origin="left by an earlier run")
    return expected


@dataclass(frozen=True)
class _Print:
    """One print of an output, found in its text or in its HTML."""

    output: Output
    passage: Passage
    found: FoundPrint

    @property
    def by_nobody_known(self) -> _Print:
        """The same print where pandas was not at hand."""
        array = self.found.array
        if array.printer != "pandas":
            return self
        return replace(self, found=replace(self.found, array=replace(array, printer="table")))


def _printed(
    document: Document, cell: Cell, settings: PrintSettings, *, with_pandas: bool
) -> Iterator[Extracted | LeftOut]:
    """What the outputs of a cell print, and what is left out of them.

    What looks like a table of pandas, in a document that never names it, was aligned by somebody else, who trimmed no
    zeros: then its digits are all that was printed.
    """
    source = printed_expressions(cell.source)
    has_result = any(output.kind == "result" for output in cell.outputs)
    prints: list[_Print] = []
    results: list[_Print] = []
    for output in cell.outputs:
        for entry in _scan(cell, output):
            if isinstance(entry, LeftOut):
                yield entry
            else:
                one = entry if with_pandas else entry.by_nobody_known
                (results if output.kind == "result" else prints).append(one)
    expressions = source.prints if has_result else source.all
    for entry, label in _labelled(prints, expressions):
        yield _extracted(document, cell, entry, label, settings)
    for entry, label in _labelled(results, (source.result,) if source.result else ()):
        yield _extracted(document, cell, entry, label, settings)


def _scan(cell: Cell, output: Output) -> Iterator[_Print | LeftOut]:
    """What an output prints: by its HTML, where that holds tables, since pandas cuts these short in plain text."""
    if output.kind in LEFT_OUT:
        yield _left_out(cell, output, SkippedText(0, len(output.passage.text), LEFT_OUT[output.kind]))
        return
    columns = list(scan_html(output.html.text)) if output.html else []
    if output.html and columns:
        yield from (_Print(output, output.html, column) for column in columns)
        return
    for found in scan_all(output.passage.text, cut=output.cut, result=output.kind == "result"):
        if isinstance(found, SkippedText):
            yield _left_out(cell, output, found)
        elif found.array.kind == "printed" and not found.array.tokens:
            yield _left_out(cell, output, SkippedText(found.array.start, found.array.end, EMPTY))
        else:
            yield _Print(output, output.passage, found)


def _labelled(prints: Sequence[_Print], expressions: Sequence[PrintedExpression]) -> Iterator[tuple[_Print, str]]:
    """Each print with its label: its own words, or the expression that is printed without any."""
    unnamed = [entry for entry in prints if entry.found.begins and not entry.found.label]
    labels = iter(labels_for(expressions, len(unnamed)))
    label = ""
    for entry in prints:
        found = entry.found
        if found.label:
            label = found.label
        elif found.begins:
            label = next(labels)
        items = next((one.items for one in expressions if one.text == label), ())
        if not found.label and found.array.printer == "list" and (len(items),) == found.array.shape[:1]:
            yield from zip(_one_by_one(entry), items, strict=True)
        else:
            yield entry, _item(label, found.path, items) or f"output {entry.output.number}{found.path}"


def _one_by_one(entry: _Print) -> Iterator[_Print]:
    """The items of a tuple that the source writes out, each as a print of its own."""
    array = entry.found.array
    shape = array.shape[1:]
    size = math.prod(shape)
    for first in range(0, len(array.tokens), size):
        tokens = array.tokens[first : first + size]
        item = replace(array, tokens=tokens, shape=shape) if shape else python_number(*tokens[0])
        yield replace(entry, found=replace(entry.found, array=item))


def _item(label: str, path: str, items: Sequence[str]) -> str:
    """The label of an item: of a tuple that the source writes out, the expression."""
    match = re.match(r"\[(\d+)\]", path) if items else None
    if match and int(match[1]) < len(items):
        return items[int(match[1])] + path[match.end() :]
    return label and label + path


def _extracted(document: Document, cell: Cell, entry: _Print, label: str, settings: PrintSettings) -> Extracted:
    array, passage = entry.found.array, entry.passage
    start, last = passage.place(array.start), passage.place(max(array.end - 1, array.start)).line
    provenance = Provenance(document.id, cell.number, cell.count, entry.output.number, start.line, last)
    line = line_that_prints(cell.source, entry.found.label or label) if settings.settings else 0
    options = options_of(array, settings, cell.number, line)
    kind = "shape" if _is_shape(array, label) else array.kind
    golden = _golden(kind, label, provenance, array, options, options.origin)
    return Extracted(golden, start, lambda: tuple(passage.place(token.offset) for token in array.tokens))


def _is_shape(array: ArrayPrint, label: str) -> bool:
    """Whether integers in a tuple or list are a shape: ``x.shape`` printed them, or words say so."""
    return array.printer == "list" and array.dtype == "int64" and len(array.shape) == 1 and bool(_SHAPE.search(label))


def _left_out(cell: Cell, output: Output, skipped: SkippedText) -> LeftOut:
    passage = output.passage
    text = passage.text[skipped.start : skipped.end]
    return LeftOut(cell.number, output.number, passage.place(skipped.start), text, skipped.reason)


def _typed(document: Document, cell: Cell, settings: PrintSettings) -> Iterator[Extracted]:
    """Arrays that the source types into the strings it prints."""
    for lines in typed_lines(cell.source):
        passage = Passage("\n".join(text for text, _ in lines), 1)
        starts = [place for _, place in lines]
        for found in scan(passage.text):
            if not found.array.shape:
                continue
            places = tuple(_in_source(passage, starts, token.offset) for token in found.array.tokens)
            provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
            options = options_of(found.array, settings, cell.number, starts[0].line)
            golden = _golden("typed", f"{found.label} typed", provenance, found.array, options, "typed by hand")
            yield Extracted(golden, places[0], _known(places))


def _known(places: tuple[Place, ...]) -> Callable[[], tuple[Place, ...]]:
    return lambda: places


def _in_source(passage: Passage, starts: Sequence[Place], offset: int) -> Place:
    """Where the source types the character at ``offset`` of what it prints."""
    within = passage.place(offset)
    start = starts[within.line - 1]
    return Place(start.line, start.column + within.column - 1)


def _literals(document: Document, cell: Cell) -> Iterator[Extracted]:
    for literal in literal_arrays(cell.source):
        places = literal.places
        provenance = Provenance(document.id, cell.number, cell.count, None, places[0].line, places[-1].line)
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
        yield Extracted(golden, places[0], _known(places))


def _golden(
    kind: str, label: str, provenance: Provenance, array: ArrayPrint, options: PrintOptions, origin: str
) -> Golden:
    form = array.print_format(options)
    return Golden(
        slug(label), kind, label, provenance, form, origin, array.shape, array.texts, array.cut, array.summary
    )
