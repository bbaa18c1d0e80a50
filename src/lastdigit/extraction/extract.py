"""From a document to its goldens: what its outputs print, what its source types and what it takes as literal input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter

from lastdigit.documents.document import Cell, Document, Output, Place
from lastdigit.documents.lone_values import prints_lone_values
from lastdigit.documents.printed_expressions import NOTHING, printed_expressions
from lastdigit.documents.python_source import line_that_prints
from lastdigit.documents.written_words import WrittenWords
from lastdigit.extraction.by_source import as_source_allows, is_zero_among_full_floats
from lastdigit.extraction.context import Context
from lastdigit.extraction.extracted import Draft, Extracted, Extraction, Skipped
from lastdigit.extraction.in_source import literals, typed
from lastdigit.extraction.labels import Print, labelled, may_be_named_by_source
from lastdigit.extraction.names import unique_names
from lastdigit.extraction.options import format_of
from lastdigit.extraction.sentences import PROSE, Sentences
from lastdigit.extraction.written_integers import written_integer
from lastdigit.golden import Provenance
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import SkippedText
from lastdigit.printing.scan import scan_all, scan_html
from lastdigit.printing.tables.text_series import is_series
from lastdigit.printing.words.line_kinds import REASONS
from lastdigit.printing.words.line_labels import names_a_time

LEFT_OUT = {"error": "a traceback", "stderr": "written to the error stream"}
"""The kinds of output that print no golden, and why."""

EMPTY = "an array without numbers"

_STRING = re.compile(r"[bu]?['\"]")
_FORMATTED = re.compile(r"(?:\A|\n)\s*(?:f['\"]|['\"][^\n]*['\"]\s*(?:%|\.format\())[^\n]*\s*\Z")
"""The last line of a source that puts values into a string."""
_BEGINS_WITH_A_VALUE = re.compile(r"^[ \t]*(?:[-+]?\d|True|False)", re.MULTILINE)
_SHAPE = re.compile(r"(?:^|\W)(?:shape|size)(?: is| of| \([^()]{1,40}\))?\W*\Z", re.IGNORECASE)


def extract(document: Document) -> list[Extracted]:
    """All goldens of ``document``, in order of their first lines, each with a name of its own."""
    return list(extract_all(document).goldens)


def extract_all(document: Document) -> Extraction:
    """All goldens of ``document``, each with a name of its own, and what is no golden in its outputs, with reasons."""
    context = Context.of(document)
    drafts: list[Draft] = []
    skipped: list[Skipped] = []
    for cell in document.cells:
        drafts += literals(document, cell)
        drafts += typed(document, cell, context.settings)
        if not cell.outputs:
            continue
        for entry in _printed(context, cell):
            if isinstance(entry, Skipped):
                skipped.append(entry)
            else:
                drafts.append(entry)
    drafts.sort(key=attrgetter("order"))
    names = unique_names([draft.wanted for draft in drafts])
    return Extraction(tuple(map(Draft.named, drafts, names)), skipped)


def _printed(context: Context, cell: Cell) -> Iterator[Draft | Skipped]:
    """What the outputs of a cell print, and what is left out of them."""
    has_result = any(output.kind == "result" for output in cell.outputs)
    prints: list[Print] = []
    results: list[Print] = []
    for output in cell.outputs:
        for entry in _scan(cell, output, context.written):
            if isinstance(entry, Skipped):
                yield entry
            else:
                one = entry if context.with_pandas else entry.by_nobody_known
                (results if output.kind == "result" else prints).append(one)
    if not prints and not results:
        return
    needed = any(map(may_be_named_by_source, [*prints, *results]))
    source = printed_expressions(cell.source) if needed else NOTHING
    expressions = source.prints if has_result else source.all
    shown = (source.result,) if source.result else ()
    for entry, label in (*labelled(prints, expressions), *labelled(results, shown)):
        array = entry.found.array
        if not entry.found.label and not array.shape and array.dtype.startswith("float") and names_a_time(label):
            yield Skipped(cell, entry.output, SkippedText(array.start, array.end, REASONS["timing"]))
        else:
            yield _draft(context, cell, entry, label)


def _scan(cell: Cell, output: Output, written: WrittenWords) -> Iterator[Print | Skipped]:
    """What an output prints: by its HTML, where that holds tables, since pandas cuts these short in plain text."""
    if output.kind in LEFT_OUT:
        yield Skipped(cell, output, SkippedText(0, len(output.passage.text), LEFT_OUT[output.kind]))
        return
    columns = list(scan_html(output.html.text)) if output.html else []
    if output.html and columns:
        of_series = len(columns) == 1 and is_series(output.passage.text)
        yield from (Print(output, output.html, one._replace(path="") if of_series else one) for one in columns)
        return
    if output.kind == "result" and _is_string(output.passage.text) and not _FORMATTED.search(cell.source.text):
        yield Skipped(cell, output, SkippedText(0, len(output.passage.text), REASONS["string"]))
        return
    sentences = Sentences(output.passage.text, written)
    is_result = output.kind == "result"
    may_be_lone = not is_result and _BEGINS_WITH_A_VALUE.search(output.passage.text) is not None
    lone = may_be_lone and prints_lone_values(cell.source)
    for found in scan_all(output.passage.text, cut=output.cut, result=is_result, lone=lone):
        if isinstance(found, SkippedText) and (taken := written_integer(output.passage.text, found, written)):
            yield Print(output, output.passage, taken)
        elif isinstance(found, SkippedText):
            yield Skipped(cell, output, found)
        elif found.array.kind == "printed" and not found.array.tokens:
            yield Skipped(cell, output, SkippedText(found.array.start, found.array.end, EMPTY))
        elif sentences.hold(found):
            yield Skipped(cell, output, SkippedText(found.array.start, found.array.end, PROSE))
        else:
            yield Print(output, output.passage, found)


def _is_string(text: str) -> bool:
    """Whether ``text`` represents a string."""
    stripped = text.strip()
    return stripped[-1:] in ("'", '"') and _STRING.match(stripped) is not None


def _draft(context: Context, cell: Cell, entry: Print, label: str) -> Draft:
    array, passage, settings = entry.found.array, entry.passage, context.settings
    start, last = passage.place_and_last_line(array.start, array.end)
    provenance = Provenance(context.document.id, cell.number, cell.count, entry.output.number, start.line, last)
    within = settings.are_set_within(cell.number)
    line = line_that_prints(cell.source, entry.found.label or label) if within else 0
    all_digits = (_is_value(entry) and context.exact) or is_zero_among_full_floats(array, passage.text)
    form, origin = format_of(array, settings, cell.number, line, all_digits=all_digits)
    form = as_source_allows(form, array, context, cell, label)
    kind = "shape" if _is_shape(array, label) else array.kind

    def locate() -> tuple[Place, ...]:
        return tuple(passage.place(token.offset) for token in array.tokens)

    return Draft.of(array, kind, label, provenance, form, origin, start, locate)


def _is_value(entry: Print) -> bool:
    """Whether a print is the value of its cell, as ``repr`` gives it, or a part of that."""
    array, text = entry.found.array, entry.passage.text
    if entry.output.kind != "result" or entry.found.label or array.printer != "python":
        return False
    return bool(array.shape or entry.found.path) or not (text[: array.start] + text[array.end :]).strip()


def _is_shape(array: ArrayPrint, label: str) -> bool:
    """Whether integers in a tuple or list are a shape: ``x.shape`` printed them, or words say so."""
    return array.printer == "python" and array.dtype == "int64" and len(array.shape) == 1 and bool(_SHAPE.search(label))
