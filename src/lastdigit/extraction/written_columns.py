"""Columns of tables aligned by hand that a source spells out or goes through in a loop, as the steps of a study."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.printers import PANDAS, TABLE
from lastdigit.source.printed_lines import PrintedLine, printed_lines
from lastdigit.source.put_in_values import reason_of
from lastdigit.source.python_source import literal_arrays

_TRIED = ("setting", "counter")
_FEWEST = 3
"""Integers that are no coincidence."""


def is_written_out(array: ArrayPrint, cell: Cell) -> bool:
    """Whether a source that prints line by line has a list of exactly the integers of a column."""
    if array.column is None or array.dtype != "int64" or array.by not in (TABLE, PANDAS) or len(array.texts) < _FEWEST:
        return False
    if "[" not in cell.source.text or "for " not in cell.source.text:
        return False
    return any(literal.tokens == array.texts for literal in literal_arrays(cell.source))


def is_gone_through(context: Context, cell: Cell, entry: Print) -> bool:
    """Whether a source prints a column line by line, and each number is a literal or what a loop goes through."""
    array, text = entry.found.array, entry.passage.text
    if array.column is None or array.by not in (TABLE, PANDAS) or "for " not in cell.source.text:
        return False
    lines = [line for line in printed_lines(cell.source, context.helpers) if line.repeats]
    reached = context.reached.within(cell.source)
    return bool(lines) and all(
        any(reason_of(hole, reached) in _TRIED for hole in _put_in(lines, text, token.offset, len(token.text)))
        for token in array.tokens
    )


def _put_in(lines: Sequence[PrintedLine], text: str, start: int, length: int) -> list[ast.expr]:
    """What any of the lines of a source may put in a text at a place."""
    begin, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    line = text[begin : end if end >= 0 else None]
    at = start - begin - (len(line) - len(line.lstrip()))
    holes = (written.at(line.strip(), at, at + length) for written in lines)
    return [hole.value.node for hole in holes if hole is not None]
