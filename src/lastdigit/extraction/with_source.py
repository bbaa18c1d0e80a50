"""What a stream shows, laid upon the source that prints it: what each value is, and how it is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from lastdigit.document import Cell, Output
from lastdigit.extraction.both_sides import named_by_its_side
from lastdigit.extraction.context import Context
from lastdigit.extraction.first_values import with_first_values
from lastdigit.extraction.in_percent import in_percent
from lastdigit.extraction.labels import Print
from lastdigit.extraction.listed_in_brackets import apart, may_be_listed
from lastdigit.extraction.named_among_others import named_among_others
from lastdigit.extraction.next_values import with_own_names
from lastdigit.extraction.one_in_brackets import taken_out
from lastdigit.extraction.opened_brackets import without_opened_bracket
from lastdigit.extraction.printed_by import sources_of_streams
from lastdigit.extraction.put_in_after_all import may_be_put_in, put_in_after_all
from lastdigit.extraction.rows_below_heading import with_headings_of_rows
from lastdigit.extraction.told_by_name import told_by_name
from lastdigit.extraction.values_in_labels import without_values
from lastdigit.printing.found import LeftOut
from lastdigit.source.laid_upon import put_in_at
from lastdigit.source.on_one_line import PrintedText, Span
from lastdigit.source.printed_lines import PrintedLine, printed_lines

_PRINTERS = ("print", "stdout.write")


def with_source(
    context: Context, cell: Cell, output: Output, entries: list[Print | LeftOut]
) -> Iterable[Print | LeftOut]:
    """The same entries with what the source says about each, and named by it."""
    if output.kind != "stream":
        return entries
    if not any(map(cell.source.text.__contains__, _PRINTERS)) and not context.helpers.are_called_in(cell.source.text):
        return entries
    text = context.helpers.with_called(cell.source.text) if context.says("def ") else cell.source.text
    entries = list(chain.from_iterable(_apart(context, cell, output, one) for one in entries))
    without_foreign = [one.without_foreign_heading(text) if isinstance(one, Print) else one for one in entries]
    if not any(map(may_be_put_in, without_foreign)):
        return without_foreign
    sources = sources_of_streams(context, cell)
    source = sources.get(output.number, cell.source)
    whole = sum(other.kind == "stream" and sources.get(other.number, source) is source for other in cell.outputs) == 1
    whole = whole and "display(" not in source.text
    spans = list(_spans(entries))
    of_prints = {span for span, one in zip(spans, entries, strict=True) if isinstance(one, Print)}
    printed = PrintedText(output.passage.text, spans, of_prints)
    said = put_in_at(printed, source, context.helpers, context.reached, whole=whole)
    entries = with_first_values(cell, output, entries, said)
    lines = printed_lines(source, context.helpers) if any(map(_is_a_table_below_words, entries)) else []
    with_their_source: list[Print | LeftOut] = []
    for entry, put_in in zip(entries, said, strict=True):
        if isinstance(entry, Print):
            one = _without_sentence(replace(entry, put_in=put_in or entry.put_in).without_foreign_heading(text), lines)
            with_their_source.append(one.without_no_heading.without_joining_words)
        else:
            with_their_source += put_in_after_all(output, entry, put_in)
    named = with_headings_of_rows(with_own_names(with_their_source), cell.source.text)
    return [_named(one) if isinstance(one, Print) else one for one in without_values(named)]


def _named(entry: Print) -> Print:
    return in_percent(told_by_name(named_by_its_side(without_opened_bracket(named_among_others(entry)))))


def _is_a_table_below_words(entry: Print | LeftOut) -> bool:
    return isinstance(entry, Print) and entry.found.array.column is not None and entry.is_named_above


def _without_sentence(entry: Print, lines: Sequence[PrintedLine]) -> Print:
    """A table without the sentence above it that another ``print`` writes around a value of its own."""
    if not lines or not _is_a_table_below_words(entry):
        return entry
    above = entry.passage.text[: entry.found.array.start].rpartition(entry.found.label)[2].partition("\n")[0]
    sentence = f"{entry.found.label}{above}".strip()
    is_one = not sentence.endswith(":") and any(written.surrounds_its_values(sentence) for written in lines)
    return replace(entry, found=entry.found._replace(label="")) if is_one else entry


def _spans(entries: Sequence[Print | LeftOut]) -> Iterator[Span]:
    """Where the whole value that each entry belongs to starts and ends."""
    container: Span = (0, 0)
    for entry in entries:
        container = entry.found.container or container if isinstance(entry, Print) else container
        start, end = (entry.start, entry.end) if isinstance(entry, LeftOut) else entry.found.whole
        yield container if container[0] <= start and end <= container[1] else (start, end)


def _apart(context: Context, cell: Cell, output: Output, entry: Print | LeftOut) -> Iterable[Print | LeftOut]:
    """The values of a print in brackets that the source writes around them."""
    if isinstance(entry, LeftOut):
        return (taken_out(cell, entry, output),)
    if not may_be_listed(entry, cell.source.text):
        return (entry,)
    return apart(cell, entry, printed_lines(cell.source, context.helpers))
