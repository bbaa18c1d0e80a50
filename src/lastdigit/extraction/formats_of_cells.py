"""Columns of pandas whose numbers a format wrote one by one, so that they are known to the digits that it leaves.

pandas trims the zeros that all numbers of a column share, so a column with such zeros was written by a format.
"""

from __future__ import annotations

from dataclasses import replace

from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.by_digits import as_each_shows
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers import PANDAS, POLARS, TABLE
from lastdigit.printing.tables.text_series import is_series
from lastdigit.printing.unions import widened
from lastdigit.source.number_formats import UNKNOWN, formats_cells_to

MOST_DIGITS_OF_A_FORMAT = 12
"""The most significant digits of a format that rounds noticeably."""


def as_function_writes(form: PrintFormat, found: ArrayPrint, options: PrintOptions) -> PrintFormat:
    """The format of a column, each number of which a function that is not known may have written in its own way."""
    return as_each_shows(form, found) if options.by_function == UNKNOWN and found.column is not None else form


def as_cells_are_formatted(form: PrintFormat, found: ArrayPrint, context: Context, cell: Cell) -> PrintFormat:
    """The format of a column of pandas, whose numbers a format in the source may have rounded to what they show."""
    if found.by is POLARS and form.precision is not None and context.says("float_precision"):
        return replace(form, precision=min(form.precision, found.decimals))
    if found.by is not PANDAS or found.column is None or form.scientific or form.precision is None:
        return form
    if form.floatmode == "fixed" and found.decimals < form.precision and _are_formatted(found, context, cell):
        return replace(form, precision=found.decimals)
    if not context.formats_cells:
        return form
    for digits in range(max(found.digits_shown, 1), MOST_DIGITS_OF_A_FORMAT):
        if context.reached.says(cell, formats_cells_to(digits, "g")):
            return widened(form, (PrintFormat(form.printer, digits, False, form.dtype, "general"),), found.texts)
    return form


def _are_formatted(found: ArrayPrint, context: Context, cell: Cell) -> bool:
    """Whether a format wrote as many decimals as all numbers of a column show."""
    if found.keeps_zeros:
        return True
    shown = found.digits_behind_points
    is_asked = len(shown) == 1 and context.formats_cells
    return is_asked and context.reached.says(cell, formats_cells_to(found.decimals, "f"))


def with_hidden_points(form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str) -> PrintFormat:
    """The format of whole numbers in a column, and that of floats which an option of pandas shows without a point."""
    found, settings = entry.found.array, context.settings
    if not settings.settings or found.by is not PANDAS or found.column is None or found.dtype != "int64":
        return form
    options = settings.at(PANDAS, cell.number, settings.line_that_prints(cell, entry.found.label or words))
    by_function = options.by_function
    hides = options.precision == 0 if by_function is None else by_function.may_hide_point
    if not hides or is_series(entry.passage.text[found.start : found.end]):
        return form
    floats = PrintFormat(TABLE.name, 0, False, found.by.floats, "fixed")
    if by_function is not None and by_function.floatmode == "general":
        digits = max(by_function.precision or 1, found.digits_shown)
        floats = PrintFormat(found.printer, digits, False, found.by.floats, "general")
    return replace(form, others=(*form.others, floats))
