"""The format in which a value was printed: by print options, by its digits, and by what its source leaves open."""

from __future__ import annotations

from lastdigit.document import Cell
from lastdigit.extraction.by_source import as_source_allows, is_zero_among_full_floats, with_rounding_in_float32
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.options import (
    format_of,
    with_precision_of_file,
    with_precision_of_table,
    with_precision_of_xarray,
)
from lastdigit.extraction.shown_in_full import is_shown_in_full, with_digits_of_old_versions
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import PYTHON
from lastdigit.printing.widened_floats import FEWEST_DIGITS, WIDE, with_shorter_dtype
from lastdigit.source.shown_floats import may_be_shorter

AS_NUMPY_SHOWS = (7, 8)
"""The most decimals that NumPy shows by default, or that a float32 has; float64 numbers have more, and data fewer."""


def format_of_print(context: Context, cell: Cell, entry: Print, label: str) -> tuple[PrintFormat, str]:
    """The format of a print of ``cell`` labelled so, and the origin of its print options."""
    array, text, settings = entry.found.array, entry.passage.text, context.settings
    line = settings.line_that_prints(cell, entry.found.label or label) if settings.settings else 0
    is_value = _is_value(entry)
    all_digits = (is_value and context.exact) or context.is_exact_julia or is_zero_among_full_floats(array, text)
    is_plain = not all_digits and is_shown_in_full(entry, context, cell, label, is_value=is_value)
    form, origin = format_of(array, settings, cell.number, line, all_digits=all_digits or is_plain)
    if is_plain:
        form = with_digits_of_old_versions(form, entry, context, cell, label)
    form, origin = with_precision_of_table(form, array, text, origin)
    if entry.passage.contains("<xarray."):
        form = with_precision_of_xarray(form, array, text)
    if context.runs_a_file:
        form, origin = with_precision_of_file(form, array, origin)
    form = as_source_allows(form, entry, context, cell, label, in_full=is_plain)
    if not _may_be_widened(array):
        return form, origin
    widened, shorter = with_shorter_dtype(form, array, lambda: context.reached.says(cell, may_be_shorter))
    if widened != form and context.is_float64(cell, entry.expressions(label)):
        return form, origin
    return (with_rounding_in_float32(widened, array, context, cell, label), shorter) if shorter else (widened, origin)


def _may_be_widened(array: ArrayPrint) -> bool:
    """Whether its digits may tell that a shorter float was made a longer one."""
    is_plain = array.column is not None or not array.by.has_options
    return array.dtype in WIDE and is_plain and max(map(len, array.texts), default=0) > FEWEST_DIGITS


def _is_value(entry: Print) -> bool:
    """Whether a print is the ``repr`` of the cell's value, or part of it, with all digits of float64 numbers.

    Records of NumPy look like tuples, and show eight decimals of float64 numbers.
    """
    array, text = entry.found.array, entry.passage.text
    if entry.output.kind != "result" or entry.found.label or array.by is not PYTHON:
        return False
    if array.has_zeros_at_ends or array.decimals in AS_NUMPY_SHOWS:
        return False
    return bool(entry.found.path) or not (text[: array.start] + text[array.end :]).strip()
