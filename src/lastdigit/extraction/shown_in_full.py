"""Whether a print shows all digits: its numbers are computed, rounded nowhere, and printed as they are."""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.document import PYTHON as LANGUAGE
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.rounded_before import rounding_before
from lastdigit.printing.by_digits import with_fewer_digits
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import NUMPY, PANDAS, PYTHON
from lastdigit.source.rounded_numbers import UNKNOWN

UNIT = Rule(
    r" ?([^\W\d_]{1,20})", "a word behind a number, which may be its unit: some classes round then", " mV", ", 3"
)
LIKE_FLOAT32 = range(7, 10)
"""How many digits nearly every float32 shows, and none shows more."""
_DECIMALS_OF_NUMPY = 8
"""The most decimals that NumPy shows of a number in brackets, which looks as a list of one number does."""
_ONCE_SHOWN = 12
"""The digits that NumPy before 1.14, and Python 2, print of a float64."""


def is_shown_in_full(entry: Print, context: Context, cell: Cell, words: str, *, is_value: bool) -> bool:
    """Whether the digits of a print of ``cell`` labelled with ``words`` are those of an unrounded float.

    ``is_value``: it is the value of the cell, whose expression is its label.
    """
    found = entry.found.array
    if found.by is not PYTHON or found.dtype != "float64" or found.rounded_to is None or found.has_zeros_at_ends:
        return False
    if len(found.texts) == 1 and found.shape and found.decimals <= _DECIMALS_OF_NUMPY and context.says_numpy:
        return False
    if not (is_value or _is_shown_as_it_is(entry, context, cell, words)):
        return False
    if entry.output.kind == "result" and _shows_values_otherwise(context):
        return False
    if not _is_unrounded(entry, context, cell, words):
        return False
    is_single = found.digits_shown in LIKE_FLOAT32 and context.coarsest_made(cell)
    return not is_single or context.is_float64(cell, entry.expressions(words))


def is_array_in_full(entry: Print, context: Context, cell: Cell, words: str) -> bool:
    """Whether an array of NumPy, or a column of pandas, has all decimals that its print options leave it.

    The source computes it, rounds it nowhere, and prints it as it is.
    """
    if entry.found.array.by not in (NUMPY, PANDAS) or context.formats_elements or context.reached.formats_cells:
        return False
    if entry.output.kind == "result" and _shows_values_otherwise(context):
        return False
    return _is_shown_as_it_is(entry, context, cell, words) and _is_unrounded(entry, context, cell, words)


def _is_shown_as_it_is(entry: Print, context: Context, cell: Cell, words: str) -> bool:
    return entry.is_plain or (entry.put_in is None and context.prints_as_it_is(cell, words))


def _is_unrounded(entry: Print, context: Context, cell: Cell, words: str) -> bool:
    """Whether all that a print may show is computed and rounded nowhere, and nothing else may have shown it."""
    expressions = entry.expressions(words)
    if not expressions or context.may_name_mlx or context.document.language != LANGUAGE:
        return False
    if not all(context.is_unrounded(cell, one) for one in expressions):
        return False
    if context.uses_unseen and _may_have_a_unit(entry, context):
        return False
    return rounding_before(context, cell, entry, words) in (None, UNKNOWN)


def _shows_values_otherwise(context: Context) -> bool:
    """Whether a source may tell IPython how to show the value of a cell; SymPy does so for numbers of Python, too."""
    return context.says("%precision") or context.says("magic(") or context.names_any_precision


def _may_have_a_unit(entry: Print, context: Context) -> bool:
    """Whether a word behind a number is in no source, so that the number's own class may show it."""
    unit = UNIT.expression.match(entry.passage.text, entry.found.array.end)
    return unit is not None and not context.says(unit[1])


def with_digits_of_old_versions(
    form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str
) -> PrintFormat:
    """The format of floats with all digits, that of a shorter dtype, and that of the twelve which were once shown."""
    found = entry.found.array
    expressions = entry.expressions(words)
    may_be_once = entry.output.kind != "result" and found.digits_shown <= _ONCE_SHOWN
    shows_all = not may_be_once or context.prints_all_digits(cell) or context.is_of_python(cell, expressions)
    digits = 0 if shows_all else _ONCE_SHOWN
    coarsest = context.coarsest_made(cell) if found.digits_shown < LIKE_FLOAT32.stop else ""
    if coarsest and context.is_float64(cell, expressions):
        coarsest = ""
    return with_fewer_digits(form, found, coarsest, digits) if digits or coarsest else form
