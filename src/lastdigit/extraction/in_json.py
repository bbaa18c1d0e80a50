"""Numbers in what pandas writes as JSON, which has ten decimals of each unless a source asks for others."""

from __future__ import annotations

from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import PYTHON

WRITES_JSON = Rule(r"\.to_json\(", "a source writes a frame as JSON", "frame.to_json()", "json.dumps(x)")
ASKS_FOR_DECIMALS = Rule(
    r"\bdouble_precision ?= ?(\d{1,2})",
    "a source asks for a number of decimals in JSON",
    "frame.to_json(double_precision=12)",
    "frame.to_json()",
)
DECIMALS = 10


def as_in_json(form: PrintFormat, found: ArrayPrint, context: Context, cell: Cell) -> PrintFormat:
    """The format of full-precision numbers, which pandas rounded if it wrote them as JSON."""
    if found.by is not PYTHON or form.floatmode != "unique" or form.rounded_to is not None:
        return form
    if not context.says(".to_json(") or not context.reached.says(cell, _writes_json):
        return form
    asked = ASKS_FOR_DECIMALS.search(cell.source.text)
    decimals = int(asked[1]) if asked else DECIMALS
    return replace(form, rounded_to=decimals) if found.decimals <= decimals else form


def _writes_json(source: str) -> bool:
    return WRITES_JSON.search(source) is not None
