"""From a document to its goldens: what its outputs print, what its source types and what it takes as literal input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter

from lastdigit.document import Cell, Document, Output, Place
from lastdigit.extraction.by_source import as_source_allows, is_zero_among_full_floats
from lastdigit.extraction.context import Context
from lastdigit.extraction.extracted import Extracted, Extraction, Skipped, golden_of
from lastdigit.extraction.in_source import literals, typed
from lastdigit.extraction.inferred import inferred_facts
from lastdigit.extraction.labels import Print, labelled, may_be_named_by_source
from lastdigit.extraction.names import unique_names
from lastdigit.extraction.options import format_of
from lastdigit.extraction.sentences import PROSE, Sentences
from lastdigit.extraction.written_brackets import may_be_written, true_reason, written_brackets
from lastdigit.extraction.written_integers import written_integer
from lastdigit.golden import Provenance
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import FoundPrint, SkippedText
from lastdigit.printing.scan import scan_all, scan_html
from lastdigit.printing.tables.text_series import is_series
from lastdigit.printing.words.line_kinds import REASONS
from lastdigit.printing.words.line_labels import names_a_time
from lastdigit.source.lone_values import prints_lone_values
from lastdigit.source.printed_expressions import NOTHING, printed_expressions
from lastdigit.source.printed_lines import printed_lines
from lastdigit.source.python_source import line_that_prints

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
    found: list[Extracted] = []
    skipped: list[Skipped] = []
    for cell in document.cells:
        if "[" in cell.source.text:
            found += literals(document, cell)
            found += typed(document, cell, context.settings)
        if not cell.outputs:
            continue
        for entry in _printed(context, cell):
            if isinstance(entry, Skipped):
                skipped.append(entry)
            else:
                found.append(entry)
    found.sort(key=attrgetter("order"))
    names = unique_names([entry.wanted for entry in found])
    return Extraction(tuple(map(Extracted.named, found, names)), skipped)


def _printed(context: Context, cell: Cell) -> Iterator[Extracted | Skipped]:
    """What the outputs of a cell print, and what is left out of them."""
    has_result = any(output.kind == "result" for output in cell.outputs)
    prints: list[Print] = []
    results: list[Print] = []
    for output in cell.outputs:
        for entry in _scan(context, cell, output):
            if isinstance(entry, Skipped):
                yield entry
            else:
                one = (entry if context.with_pandas else entry.by_nobody_known).without_no_label
                (results if output.kind == "result" else prints).append(one)
    if not prints and not results:
        return
    needed = any(map(may_be_named_by_source, [*prints, *results]))
    source = printed_expressions(cell.source, context.helpers) if needed else NOTHING
    expressions = source.prints if has_result else source.all
    shown = (source.result,) if source.result else ()
    unnamed = sum(entry.found.begins and not entry.found.label for entry in prints)
    matched = not unnamed == len(expressions) == 1
    for entry, label in (*labelled(prints, expressions), *labelled(results, shown)):
        array = entry.found.array
        if not entry.found.label and not array.shape and array.dtype.startswith("float") and names_a_time(label):
            yield Skipped(cell, entry.output, SkippedText(array.start, array.end, REASONS["timing"]))
        else:
            by_order = matched and not entry.found.label and entry.output.kind != "result"
            yield _draft(context, cell, entry, label, by_order=by_order)


def _scan(context: Context, cell: Cell, output: Output) -> Iterator[Print | Skipped]:
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
    sentences = Sentences(output.passage.text, context.written)
    is_result = output.kind == "result"
    may_be_lone = not is_result and _BEGINS_WITH_A_VALUE.search(output.passage.text) is not None
    lone = may_be_lone and prints_lone_values(cell.source)
    text = output.passage.text
    for found in scan_all(text, cut=output.cut, result=is_result, lone=lone):
        if isinstance(found, SkippedText):
            taken = _written(context, cell, text, found)
            yield Print(output, output.passage, taken) if taken else Skipped(cell, output, true_reason(text, found))
        elif found.array.kind == "printed" and 0 in found.array.shape:
            yield Skipped(cell, output, SkippedText(found.array.start, found.array.end, EMPTY))
        elif sentences.hold(found):
            yield Skipped(cell, output, SkippedText(found.array.start, found.array.end, PROSE))
        else:
            yield Print(output, output.passage, found)


def _written(context: Context, cell: Cell, text: str, skipped: SkippedText) -> FoundPrint | None:
    """What was skipped and is a value all the same, since the source puts it in there."""
    taken = written_integer(text, skipped, context.written)
    if taken is None and may_be_written(skipped):
        return written_brackets(text, skipped, printed_lines(cell.source, context.helpers))
    return taken


def _is_string(text: str) -> bool:
    """Whether ``text`` represents a string."""
    stripped = text.strip()
    return stripped[-1:] in ("'", '"') and _STRING.match(stripped) is not None


def _draft(context: Context, cell: Cell, entry: Print, label: str, *, by_order: bool) -> Extracted:
    """The golden of a print, without a name; ``by_order``: its label was found by counting prints and expressions."""
    array, passage, settings = entry.found.array, entry.passage, context.settings
    start, last = passage.place_and_last_line(array.start, array.end)
    provenance = Provenance(context.document.id, cell.number, cell.count, entry.output.number, start.line, last)
    within = bool(settings.settings) and settings.are_set_within(cell.number)
    line = line_that_prints(cell.source, entry.found.label or label) if within else 0
    all_digits = (_is_value(entry) and context.exact) or is_zero_among_full_floats(array, passage.text)
    form, origin = format_of(array, settings, cell.number, line, all_digits=all_digits)
    form = as_source_allows(form, array, context, cell, label)
    kind = "shape" if _is_shape(array, label) else array.kind

    def locate() -> tuple[Place, ...]:
        return tuple(passage.place(token.offset) for token in array.tokens)

    inferred = inferred_facts(array, origin, label=by_order, kind=kind != array.kind)
    return Extracted(golden_of(array, kind, label, provenance, form, origin, inferred), start, locate)


def _is_value(entry: Print) -> bool:
    """Whether a print is the value of its cell, as ``repr`` gives it, or a part of that."""
    array, text = entry.found.array, entry.passage.text
    if entry.output.kind != "result" or entry.found.label or array.printer != "python":
        return False
    return bool(array.shape or entry.found.path) or not (text[: array.start] + text[array.end :]).strip()


def _is_shape(array: ArrayPrint, label: str) -> bool:
    """Whether integers in a tuple or list are a shape: ``x.shape`` printed them, or words say so."""
    return array.printer == "python" and array.dtype == "int64" and len(array.shape) == 1 and bool(_SHAPE.search(label))
