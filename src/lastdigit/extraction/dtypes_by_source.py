"""What the source says about the dtype of printed numbers.

A dtype that neither the source nor the digits settle widens the interval, or is one of several that the golden states.
"""

from __future__ import annotations

from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.by_digits import with_allowed_dtype
from lastdigit.printing.print_format import Inferred, PrintFormat
from lastdigit.printing.printers import PYTHON, TORCH
from lastdigit.printing.thresholds import SELDOM
from lastdigit.printing.unions import widened
from lastdigit.printing.widened_floats import (
    FEWEST_DIGITS,
    HALVES,
    LONGEST,
    SINGLE,
    WIDE,
    by_uniqueness,
    may_be_of,
    open_dtypes,
)
from lastdigit.source.shown_floats import may_be_shorter

NAMES_FLOAT64 = "dtype: float64"
SETS_DEFAULT = Rule(
    r"\bset_default_(?:dtype|tensor_type)\((?:[^()\n]{0,80}(?:float64|double|Double))",
    "a source makes float64 the dtype of tensors",
    "torch.set_default_dtype(torch.float64)",
    "torch.get_default_dtype()",
)
_HALVES = ("float16", "bfloat16", "complex32")


def with_default_of_torch(form: PrintFormat, found: ArrayPrint, context: Context) -> PrintFormat:
    """The format of a tensor without a dtype, which is float64 where a source makes that the default, or was before."""
    if found.by is not TORCH or found.dtype_shown or form.dtype != SINGLE or not context.says("set_default_"):
        return form
    if not any(SETS_DEFAULT.search(one.source.text) for one in context.document.cells):
        return form
    return replace(form, dtype="float64", inferred=Inferred(("float64", SINGLE), settled=False))


def with_dtype(form: PrintFormat, found: ArrayPrint, context: Context, cell: Cell) -> PrintFormat:
    """The coarsest dtype that the digits allow; if they leave it open, only one that the source creates."""
    if not found.by.has_options or found.dtype_shown or found.column or found.is_exact:
        return form
    found, allowed, by_chance = with_allowed_dtype(found)
    if not allowed or (form.dtype == found.dtype and len(allowed) == 1):
        return form
    if len(allowed) > 1:
        if by_chance > SELDOM and not context.coarsest_made(cell):
            return form
        if by_chance > SELDOM and not context.reached.says(cell, may_be_shorter):
            return _as_single_may(form, found, allowed) if context.coarsest_made(cell) else form
        if allowed[-1] in _HALVES and not _makes_halves(context, cell):
            allowed = allowed[:-1]
    return replace(form, dtype=allowed[-1], inferred=Inferred(allowed, len(allowed) == 1))


def _as_single_may(form: PrintFormat, found: ArrayPrint, allowed: tuple[str, ...]) -> PrintFormat:
    """The format, and that of float32, which digits do not exclude."""
    others = (*form.others, replace(form, dtype=allowed[1], others=(), inferred=None))
    return replace(widened(form, others, found.texts), inferred=Inferred(allowed[:2], settled=False))


def as_shorter_float_may(form: PrintFormat, entry: Print, context: Context, cell: Cell, words: str) -> PrintFormat:
    """The format of Python's floats, and those of shorter dtypes that the source may make, if all can be their numbers.

    A float32 of NumPy shows its shortest digits among words and in lists, as Python's own floats do. A column of large
    float32 numbers shows more digits than they have.
    """
    found = entry.found.array
    longest = found.longest_part
    if found.dtype not in WIDE or longest > LONGEST or (form.floatmode != "unique" and longest <= FEWEST_DIGITS):
        return form
    if not context.coarsest_made(cell):
        return form
    if form.floatmode is None and f".{form.precision}f" in cell.source.text:
        return form
    if _names_float64(entry) or (found.by is PYTHON and context.is_float64(cell, entry.expressions(words))):
        return form
    return with_shortest_digits(form, found, context, cell)


def with_shortest_digits(form: PrintFormat, found: ArrayPrint, context: Context, cell: Cell) -> PrintFormat:
    """The format, and those of the shortest digits of the shorter dtypes that the source may make."""
    coarsest = context.coarsest_made(cell)
    names = () if not coarsest else (SINGLE, *HALVES) if coarsest in _HALVES else (SINGLE,)
    others = [by_uniqueness(found, name) for name in names if may_be_of(found, name)]
    return widened(form, tuple(others), found.texts) if others else form


def with_open_dtype(form: PrintFormat, entry: Print, context: Context, cell: Cell) -> PrintFormat:
    """The format, with all dtypes that its numbers may have where a source may make shorter ones than float64.

    It leaves the interval of what is printed as it is: rounded digits are the same for both.
    """
    found = entry.found.array
    if form.inferred is not None or form.dtype not in WIDE or found.dtype_shown or _names_float64(entry):
        return form
    if not context.coarsest_made(cell):
        return form
    dtypes = open_dtypes(found, halves=_makes_halves(context, cell))
    return replace(form, inferred=Inferred(dtypes, settled=False)) if dtypes else form


def _makes_halves(context: Context, cell: Cell) -> bool:
    return context.coarsest_made(cell) in _HALVES


def _names_float64(entry: Print) -> bool:
    """Whether the line below a column says that it has float64 numbers."""
    found = entry.found.array
    behind = entry.passage.text[found.start : found.end + len(NAMES_FLOAT64) + 80] if found.column else ""
    return NAMES_FLOAT64 in behind
