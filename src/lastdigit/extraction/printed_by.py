"""Which expressions may have printed the values of a cell that have no words beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lastdigit.base.frozen import frozen
from lastdigit.document import Cell, Passage
from lastdigit.extraction.context import Context
from lastdigit.extraction.counted import is_incremented
from lastdigit.extraction.labels import Print
from lastdigit.extraction.split_by_figures import hold_whole_rounds
from lastdigit.printing.printers import PANDAS
from lastdigit.source.loop_variables import selecting
from lastdigit.source.parted_by_displays import parted_by_displays
from lastdigit.source.printed_expressions import PrintedExpression, PrintedSource, printed_expressions
from lastdigit.source.written_words import counters


@frozen
class PrintedBy:
    """The ``expressions`` that may have printed some values.

    ``certain``: there is one for each value, or nothing else may print any. ``by_order``: which is whose follows from
    counting both.
    """

    expressions: tuple[PrintedExpression, ...]
    certain: bool
    by_order: bool


def printed_by(
    context: Context, cell: Cell, source: PrintedSource, prints: Sequence[Print], *, has_result: bool
) -> PrintedBy:
    """What a ``source`` printed of the ``prints`` of a cell without words; ``has_result``: its value is not among them.

    What a loop counts prints no value that has brackets.
    """
    unnamed = [entry for entry in prints if entry.found.begins and not entry.found.label]
    expressions = _may_have_printed(source, unnamed, has_result=has_result)
    certain = not expressions or len(unnamed) == len(expressions) or (len(expressions) == 1 and bool(source.prints))
    by_order = not len(unnamed) == len(expressions) == 1 and not all(entry.put_in for entry in unnamed)
    if len(expressions) > 1 and all(entry.found.array.shape or entry.found.path for entry in unnamed):
        has_loops = "for " in cell.source.text
        numbers = counters(cell.source.text) | selecting(cell.source) if has_loops else frozenset()
        known = context.reached.definitions
        expressions = tuple(
            [one for one in expressions if one.text not in numbers and not is_incremented(one.text, known)]
        )
    if any(output.kind == "display" for output in cell.outputs):
        expressions = tuple([one for one in expressions if not one.displayed])
    streams = [entry for entry in prints if entry.output.kind != "display"]
    if not hold_whole_rounds(streams, expressions, cell.source.text):
        expressions = ()
    return PrintedBy(expressions, certain, by_order)


def _may_have_printed(
    source: PrintedSource, unnamed: Sequence[Print], *, has_result: bool
) -> tuple[PrintedExpression, ...]:
    """The expressions that may have printed the ``unnamed`` values.

    Those below words count if there is a value for each. A summary counts if there is a table that may be its.
    """
    expressions = source.prints if has_result else source.all
    if not has_result and len(expressions) < len(unnamed) == len(source.with_headed):
        expressions = source.with_headed
    if any(entry.found.path and entry.found.array.by is not PANDAS for entry in unnamed):
        return expressions
    return tuple([one for one in expressions if not one.is_summary])


def sources_of_streams(context: Context, cell: Cell) -> Mapping[int, Passage]:
    """The source of each stream of a cell, by the number of its output, where what is displayed parts them."""
    kinds = {output.kind for output in cell.outputs}
    return parted_by_displays(cell, context.helpers) if {"stream", "display"} <= kinds else {}


def printed_by_each(
    context: Context, cell: Cell, streams: Sequence[Print], sources: Mapping[int, Passage]
) -> list[tuple[Sequence[Print], PrintedBy]]:
    """The prints of each source, as :func:`sources_of_streams` parts them, and what it may have printed of them."""
    found: list[tuple[Sequence[Print], PrintedBy]] = []
    for source in dict.fromkeys(sources.values()):
        prints = [entry for entry in streams if sources[entry.output.number] is source]
        if prints:
            expressions = printed_expressions(source, context.helpers)
            found.append((prints, printed_by(context, cell, expressions, prints, has_result=True)))
    return found
