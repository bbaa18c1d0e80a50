"""Whether Python shows all digits of a float: the source computes it, rounds it nowhere, and prints it as it is."""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.document import PYTHON as LANGUAGE
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.rounded_before import rounding_before
from lastdigit.printing.by_digits import with_fewer_digits
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import PYTHON

HAS_A_UNIT = Rule(
    r"\A ?[^\W\d_]",
    "a letter behind a number, which may be its unit: some classes round then",
    " mV",
    ", V",
)
FEWER_THAN_FLOAT32 = 6
"""The most digits of a number that says nothing of float32: nearly every float32 shows more."""
_SHOWS_ALL_SINCE = 3, 8
"""NumPy for this Python prints all digits of a float64; before 1.14, and Python 2, print twelve."""
_ONCE_SHOWN = 12


def is_shown_in_full(entry: Print, context: Context, cell: Cell, words: str, *, is_value: bool) -> bool:
    """Whether the digits of a print of ``cell`` labelled with ``words`` are those of an unrounded float.

    ``is_value``: it is the value of the cell, whose expression is its label.
    """
    found = entry.found.array
    if found.by is not PYTHON or found.dtype != "float64" or found.rounded_to is None or found.has_zeros_at_ends:
        return False
    if not (is_value or (entry.put_in is not None and entry.is_plain)):
        return False
    expressions = entry.expressions(words)
    if not expressions or context.names_any_precision or context.may_name_mlx or context.document.language != LANGUAGE:
        return False
    if not all(context.is_unrounded(cell, one) for one in expressions):
        return False
    if found.digits_shown > FEWER_THAN_FLOAT32 and context.coarsest_made(cell):
        return False
    if context.uses_unseen and HAS_A_UNIT.match(entry.passage.text[found.end : found.end + 2]):
        return False
    return rounding_before(context, cell, entry, words) is None


def with_digits_of_old_versions(form: PrintFormat, entry: Print, context: Context, cell: Cell) -> PrintFormat:
    """The format of floats with all digits, that of a shorter dtype, and that of the twelve which were once shown."""
    is_new = entry.output.kind == "result" or context.document.version >= _SHOWS_ALL_SINCE
    return with_fewer_digits(form, entry.found.array, context.coarsest_made(cell), 0 if is_new else _ONCE_SHOWN)
