"""Columns of tables aligned by hand whose integers a list of the source spells out, such as the steps of a study."""

from __future__ import annotations

from lastdigit.document import Cell
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.printers import PANDAS, TABLE
from lastdigit.source.python_source import literal_arrays

_FEWEST = 3
"""Integers that are no coincidence."""


def is_written_out(array: ArrayPrint, cell: Cell) -> bool:
    """Whether a source that prints line by line has a list of exactly the integers of a column."""
    if array.column is None or array.dtype != "int64" or array.by not in (TABLE, PANDAS) or len(array.texts) < _FEWEST:
        return False
    if "[" not in cell.source.text or "for " not in cell.source.text:
        return False
    return any(literal.tokens == array.texts for literal in literal_arrays(cell.source))
