"""The coarsest dtype in which a document may have computed what it prints, whatever the digits and their dtype are.

A float64 may be the mean of float32 losses, or a float32 that was cast. What sources do not name is not thought of: no
half format without its name, and no format of operands, such as that of tensor cores.
"""

from __future__ import annotations

from lastdigit.base.number_format import FORMATS, is_integer, printed_format
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.printing.print_format import PrintFormat


def computed_in(context: Context, cell: Cell, form: PrintFormat) -> str:
    """The coarsest dtype in which the source that a print depends on may compute; "" if that is the print's own.

    Where no source of the document makes any other dtype, and only what it does not show may, the digits tell.
    """
    coarsest = context.coarsest_made(cell)
    is_open = form.inferred is not None and len(form.inferred.dtypes) > 1
    if not coarsest or not (is_open or context.makes_other_dtypes):
        return ""
    has_own = not (is_integer(form.dtype) or form.dtype == "bool")
    if has_own and printed_format(form.dtype).digits <= FORMATS[coarsest].digits:
        return ""
    return coarsest
