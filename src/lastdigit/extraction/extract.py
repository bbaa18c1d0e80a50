"""Turns a document into goldens: prints of its outputs, arrays typed into its source, and literal inputs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, starmap
from operator import attrgetter

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Document, Output, Place
from lastdigit.extraction.by_source import prints_by_itself
from lastdigit.extraction.carried_options import with_carried_options
from lastdigit.extraction.computed_in import computed_in
from lastdigit.extraction.context import Context
from lastdigit.extraction.counted import counters_of_lines
from lastdigit.extraction.extracted import Extracted, Extraction, golden_of
from lastdigit.extraction.format_of_print import format_of_print
from lastdigit.extraction.formatted_by_cell import is_formatted_by_cell
from lastdigit.extraction.in_arrays_of_julia import ArraysOfJulia
from lastdigit.extraction.in_lists_of_r import is_an_item_of_r, named_by_its_list
from lastdigit.extraction.in_source import literals, typed
from lastdigit.extraction.index_names import without_index_name
from lastdigit.extraction.inferred import inferred_facts
from lastdigit.extraction.items_on_lines import items_on_lines
from lastdigit.extraction.joined_by_plus import is_joined_by_plus
from lastdigit.extraction.known_results import is_known_result
from lastdigit.extraction.labels import Print, labelled, may_be_named_by_source, named_by_summary
from lastdigit.extraction.names import slug, unique_names
from lastdigit.extraction.no_values import shows_no_values
from lastdigit.extraction.numbered_lines import (
    are_numbers,
    behind_what_prints,
    called_by_its_row,
    is_numbered,
    with_name,
)
from lastdigit.extraction.one_by_one import one_by_one
from lastdigit.extraction.places_in_rows import with_places_in_rows
from lastdigit.extraction.printed_by import printed_by, printed_by_each, sources_of_streams
from lastdigit.extraction.reason_by_name import reason_by_name
from lastdigit.extraction.sentences import PROSE, Sentences
from lastdigit.extraction.told_apart import told_apart
from lastdigit.extraction.unbalanced import true_reason
from lastdigit.extraction.with_source import with_source
from lastdigit.extraction.words_below import with_words_below
from lastdigit.extraction.written_integers import written_integer
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.golden import CANDIDATE, Provenance
from lastdigit.printing.scan import scan_all, scan_html
from lastdigit.printing.tables.html_table import DATAFRAME, HAS_TABLE
from lastdigit.printing.tables.text_series import is_series
from lastdigit.printing.words.reasons import REASONS
from lastdigit.source.lone_values import prints_lone_values
from lastdigit.source.printed_expressions import (
    NOTHING,
    PrintedExpression,
    PrintedSource,
    printed_expressions,
    values_shown,
)

LEFT_OUT = {"error": "a traceback", "stderr": "written to the error stream"}
"""Kinds of output without goldens, with the reason."""

EMPTY = "an array without numbers"

_BEGINS_WITH_A_VALUE = re.compile(r"^[ \t]*(?:[-+]?\d|True|False)", re.MULTILINE)
SHAPE = Rule(
    r"(?i)\Ashapes? of [\w ]{1,40}\Z|\A(?:(?:np|numpy|jnp|onp|tf|ops|K)\.)?shape\(.*\)\Z"
    r"|(?:\A|\b|_)shapes\([\w., ]{0,80}\)(?:\[[^]]{1,80}\])+\Z"
    r"|(?:(?:^|\W)(?:shape|size|shapes(?=.*\]))|_shape)(?: is| of| \([^()]{1,40}\))?(?:\[[^]]{1,80}\])*\W*\Z",
    "a label calls a list a shape",
    "x.shape",
    "reshape",
)

ENDS_IN_A_REPORT = Rule(
    r"\.info\([^()\n]*\);?\s*\Z", "the last line prints a report and has no value", "frame.info()", "frame.info().size"
)

PUTS_A_SHAPE = Rule(
    r"(?:[ :=]|\\n){0,5}(?:['\"][ ]?,[ ]?|\{(?:\}['\"]\.format\()?|['\"][ ]?\+[ ]?str\()"
    r"[\w.\[\]()]{1,80}\.shape\b(?![\[(])",
    "what stands behind words in a source is a shape",
    ": ', x.shape)",
    ": ', x.shape[0])",
)


def extract(document: Document) -> list[Extracted]:
    """All goldens of ``document``, in order of their first lines, with unique names."""
    return list(extract_all(document).goldens)


def extract_all(document: Document) -> Extraction:
    """All goldens of ``document``, with unique names, and the values left out, with reasons."""
    context = Context.of(document)
    found: list[Extracted] = []
    left_out: list[LeftOut] = []
    for cell in document.cells:
        if "[" in cell.source.text:
            found += literals(document, cell)
            if "print" in cell.source.text or "display" in cell.source.text:
                found += typed(document, cell, context.settings)
        if not cell.outputs:
            continue
        for entry in _printed(context, cell):
            if isinstance(entry, LeftOut):
                left_out.append(entry)
            else:
                found.append(entry)
    found.sort(key=attrgetter("order"))
    return Extraction(tuple(_named(with_carried_options(found))), tuple(sorted(left_out, key=attrgetter("order"))))


def _named(found: list[Extracted]) -> Iterator[Extracted]:
    """Give each golden and each frame a unique name; goldens take precedence."""
    columns = [entry for entry in found if entry.golden.column and entry.golden.frame != entry.golden.label]
    frames = {entry.table: (slug(entry.golden.frame), entry.golden.provenance.cell) for entry in columns}
    names = list(unique_names([*(entry.wanted for entry in found), *frames.values()]))
    frame_names = dict(zip(frames, names[len(found) :], strict=True))
    for entry, name in zip(found, names, strict=False):
        yield entry.named(name, frame_names.get(entry.table, "") if entry.golden.column else "")


def _printed(context: Context, cell: Cell) -> Iterator[Extracted | LeftOut]:
    """The prints in the outputs of a cell, and what is left out."""
    has_result = any(output.kind == "result" for output in cell.outputs)
    prints: list[Print] = []
    results: list[Print] = []
    for entry in chain.from_iterable(_read(context, cell, output) for output in cell.outputs):
        if isinstance(entry, LeftOut):
            yield entry
        else:
            (results if entry.output.kind == "result" else prints).append(entry)
    if not prints and not results:
        return
    needed = any(map(may_be_named_by_source, [*prints, *results]))
    source = printed_expressions(cell.source, context.helpers) if needed else NOTHING
    shown = _shown_by(source, results, has_prints=any(output.kind != "result" for output in cell.outputs))
    values = _values_shown(cell, results, shown)
    streams, displays = _by_whom(prints)
    whole = printed_by(context, cell, source, prints, has_result=has_result)
    sources = sources_of_streams(context, cell) if needed else {}
    parts = printed_by_each(context, cell, streams, sources) if sources else [(streams, whole)]
    by_output = {entry.output.number: one for entries, one in parts for entry in entries}
    displayed = source.displayed(cell.source, len({one.output.number for one in displays})) if displays else ()
    counters_here = counters_of_lines(prints)
    kept: list[tuple[Print, str]] = []
    shows = one_by_one(cell, displays, displayed)
    of_streams = items_on_lines(cell, streams, whole.expressions) or chain.from_iterable(
        labelled(entries, one.expressions) for entries, one in parts
    )
    labels = chain(of_streams, *starmap(labelled, shows), *starmap(labelled, values))
    for placed in with_places_in_rows(labels, cell.source.text):
        entry, array = placed.entry, placed.entry.found.array
        label = named_by_summary(_named_by_its_line(entry) or placed.label, entry.found, cell.source.text)
        if are_numbers(label) and entry.output.kind == "stream":
            label = behind_what_prints(label, entry, source.prints, cell.source) or label
        is_sure = by_output.get(entry.output.number, whole).certain or entry.output.kind == "result"
        counts = (entry.output.number, array.start) in counters_here
        otherwise = "counter" if counts else "nameless" if placed.is_of_a_text else ""
        if reason := reason_by_name(context, cell, entry, label, certain=is_sure) or otherwise:
            yield LeftOut(array.start, array.end, REASONS[reason], cell, entry.output)
        else:
            kept.append((entry, label))
    for (entry, label), called in zip(kept, told_apart(kept, cell.source.text), strict=True):
        is_matched = by_output.get(entry.output.number, whole).by_order
        by_order = is_matched and not entry.found.label and entry.output.kind != "result"
        yield _draft(context, cell, entry, label, called, by_order=by_order)


def _may_be_by_pandas(context: Context, cell: Cell, entry: Print) -> bool:
    """Whether pandas may have printed a table: the document uses it, and no other library does the printing.

    A Series is told by its last line.
    """
    if not entry.found.path:
        return True
    if not context.with_pandas:
        return False
    return not entry.found.array.column or entry.output.kind != "stream" or not prints_by_itself(context, cell)


def _read(context: Context, cell: Cell, output: Output) -> Iterator[Print | LeftOut]:
    """The prints of an output with what the source says about them, and what is left out."""
    for entry in with_source(context, cell, output, list(_scan(context, cell, output))):
        if isinstance(entry, LeftOut):
            yield entry
            continue
        by_pandas = _may_be_by_pandas(context, cell, entry) and not is_formatted_by_cell(entry)
        one = (entry if by_pandas else entry.without_pandas).without_no_label
        one = named_by_its_list(with_words_below(without_index_name(one, cell.source.text, context.says)))
        yield called_by_its_row(one) if is_numbered(one) else one


def _shown_by(source: PrintedSource, results: Sequence[Print], *, has_prints: bool) -> Sequence[PrintedExpression]:
    """The expression of the cell's value; none if that is a tuple of several and the value is not.

    Where the source has no value, what it prints may be shown as one, unless the cell shows prints as well.
    """
    if source.result is None:
        return () if has_prints else source.prints
    return (source.result,) if not source.result.items or all(map(_may_be_several, results)) else ()


def _values_shown(
    cell: Cell, results: Sequence[Print], shown: Sequence[PrintedExpression]
) -> Sequence[tuple[Sequence[Print], Sequence[PrintedExpression]]]:
    """The prints in the values of a cell, with what they show: one for each where a shell shows all expressions."""
    numbers = list(dict.fromkeys(output.number for output in cell.outputs if output.kind == "result"))
    are_several = len(numbers) > 1
    may_be_above = are_several or ENDS_IN_A_REPORT.search(cell.source.text) is not None
    expressions = values_shown(cell.source, len(numbers)) if may_be_above else ()
    if not are_several and not expressions:
        return [(results, shown)]
    return [
        ([entry for entry in results if entry.output.number == number], expressions[at : at + 1])
        for at, number in enumerate(numbers)
    ]


def _may_be_several(entry: Print) -> bool:
    """Whether the output of a print may be that of a literal tuple or list, which has brackets."""
    return entry.output.passage.text.lstrip()[:1] in ("(", "[")


def _by_whom(prints: list[Print]) -> tuple[list[Print], list[Print]]:
    """What ``print`` printed; and what ``display`` showed, or a call that shows something by itself."""
    displays = [entry for entry in prints if entry.output.kind == "display"]
    return [entry for entry in prints if entry.output.kind != "display"], displays


def _named_by_its_line(entry: Print) -> str:
    """Name an unlabelled number after its expression in the source, found by its place on the line."""
    if entry.found.label or entry.found.path or entry.found.array.shape or entry.output.kind == "result":
        return ""
    return with_name(entry).found.label.strip()


def _scan(context: Context, cell: Cell, output: Output) -> Iterator[Print | LeftOut]:
    """The prints of an output, read from its HTML if that has tables: pandas truncates them in plain text."""
    if output.kind in LEFT_OUT:
        yield LeftOut(0, len(output.passage.text), LEFT_OUT[output.kind], cell, output)
        return
    columns = list(scan_html(output.html.text)) if output.html else []
    if output.html and columns:
        of_series = len(columns) == 1 and is_series(output.passage.text)
        yield from (Print(output, output.html, one._replace(path="") if of_series else one) for one in columns)
        return
    if output.html and DATAFRAME.search(output.html.text):
        yield LeftOut(0, len(output.passage.text), REASONS["words"], cell, output)
        return
    if output.html and output.kind == "display" and HAS_TABLE.search(output.html.text):
        yield LeftOut(0, len(output.passage.text), REASONS["table"], cell, output)
        return
    if what := shows_no_values(cell.source, output):
        yield LeftOut(0, len(output.passage.text), REASONS[what], cell, output)
        return
    is_result = output.kind == "result"
    may_be_lone = not is_result and _BEGINS_WITH_A_VALUE.search(output.passage.text) is not None
    lone = may_be_lone and prints_lone_values(cell.source)
    text = output.passage.text
    reason_of = _reasons_in(context, cell, text)
    first: FoundPrint | None = None
    for found in scan_all(text, cut=output.cut, result=is_result, lone=lone):
        if isinstance(found, LeftOut):
            taken = written_integer(text, found, context.written)
            yield (
                Print(output, output.passage, taken)
                if taken
                else replace(true_reason(text, found), cell=cell, output=output)
            )
        elif reason := reason_of(found):
            first = found if found.begins else first
            yield LeftOut(found.array.start, found.array.end, reason, cell, output)
        else:
            yield Print(output, output.passage, _with_beginning(found, first))
            first = None


def _with_beginning(found: FoundPrint, first: FoundPrint | None) -> FoundPrint:
    """An item of a container as the one with which it begins, where the ``first`` was left out."""
    if first is None or found.begins or first.container is None:
        return found
    return found._replace(label=first.label, begins=True, container=first.container)


def _reasons_in(context: Context, cell: Cell, text: str) -> Callable[[FoundPrint], str]:
    """What says why a print in a text is no golden by the text alone; "" if it may be one."""
    sentences, of_julia = Sentences(text, context.written), ArraysOfJulia(text)

    def reason_of(found: FoundPrint) -> str:
        array = found.array
        if array.kind == "printed" and 0 in array.shape:
            return EMPTY
        if of_julia.hold(array.start):
            return REASONS["language"]
        if is_an_item_of_r(text, array):
            return REASONS["enumeration"]
        if is_joined_by_plus(text, array, cell.source.text):
            return REASONS["word"]
        return PROSE if sentences.hold(found) else ""

    return reason_of


def _draft(context: Context, cell: Cell, entry: Print, label: str, called: str, *, by_order: bool) -> Extracted:
    """The golden of a print, without a name: ``label`` are the words that the source writes, ``called`` is what tells
    it apart; ``by_order``: its label results from counting prints and expressions.
    """
    array, passage = entry.found.array, entry.passage
    start, last = passage.place_and_last_line(array.start, array.end)
    provenance = Provenance(context.document.id, cell.number, cell.count, entry.output.number, start.line, last)
    form, origin = format_of_print(context, cell, entry, label)
    puts_a_shape = _prints_a_shape(entry, cell.source.text)
    kind = "shape" if puts_a_shape or _is_shape(array, label) else array.kind

    def locate() -> tuple[Place, ...]:
        return tuple(passage.place(token.offset) for token in array.tokens)

    is_told = (kind == array.kind or puts_a_shape) and is_known_result(context, cell, entry, label, by_order=by_order)
    if (kind == "printed" and not is_told) or label == entry.nameless:
        kind = CANDIDATE
    inferred = inferred_facts(array, origin, label=by_order, kind=kind == "shape" and not is_told)
    is_open = form.inferred is not None and not form.inferred.settled
    inferred = ("dtype", *inferred) if is_open and "dtype" not in inferred else inferred
    frame = called.removesuffix(entry.found.path)
    golden = golden_of(array, kind, called, provenance, form, origin, inferred, frame)
    if golden.is_printed:
        golden = replace(golden, computed_in=computed_in(context, cell, form))
    return Extracted(golden, start, locate)


def _is_put_in_as_shape(entry: Print) -> bool:
    return entry.put_in is not None and entry.put_in.is_shape and entry.found.array.is_list_of_integers


def _prints_a_shape(entry: Print, source: str) -> bool:
    """Whether the source inserts a shape after the words that precede a tuple."""
    array, words = entry.found.array, entry.found.label
    if _is_put_in_as_shape(entry):
        return True
    if not (words and array.is_list_of_integers and entry.passage.text.startswith("(", array.start)):
        return False
    return any(PUTS_A_SHAPE.match(source, at.end()) for at in re.finditer(re.escape(words), source))


def _is_shape(array: ArrayPrint, label: str) -> bool:
    """Whether integers in a tuple or list are a shape: printed by ``x.shape``, or labelled as one."""
    return array.is_list_of_integers and SHAPE.search(label) is not None
