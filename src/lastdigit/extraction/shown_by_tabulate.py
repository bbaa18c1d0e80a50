"""Numbers in tables of tabulate, which reads texts as numbers and shows floats with significant digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.labels import Print
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import TABLE, TABULATE
from lastdigit.printing.printers.printer import GENERAL_DIGITS
from lastdigit.printing.tables.simple_table import has_simple_rule
from lastdigit.printing.thresholds import FEW_DECIMALS, UNROUNDED
from lastdigit.printing.tokens import most_decimals, significant_digits
from lastdigit.printing.trimmed_digits import rounded_before
from lastdigit.printing.unions import widened

FORMATS_TO = Rule(
    r"[:%]\.(\d)f['\"}]", "a source makes texts of numbers, which tabulate reads as numbers", "'{:.2f}'", "x.2f"
)
FORMATS_DIGITS = Rule(
    r"[:%][-+ ]?[0-9]{0,3}\.(\d)[eEgG]['\"}]",
    "a source makes texts of numbers with so many significant digits",
    "'{:.3g}'",
    "x.3g",
)
BY_SPARK = Rule(
    r"\A\+(?:-{1,200}\+){1,200}\n\|(?:[^|\n]{0,200}[^|\s]\|){1,200}(?:\n|\Z)",
    "a grid as Spark draws it",
    "+---+---+\n|  a| bc|\n",
    "+---+----+\n| a | bc |\n",
)
RULE_OF_RICH = "┡"
_FLOAT = re.compile(r"(?<![\w.])[-+]?\d{1,30}\.\d{1,30}(?:e[-+]?\d{1,4})?(?![\w.])")


def is_by_tabulate(entry: Print) -> bool:
    """Whether tabulate may have printed a table: it draws a grid, or a rule below each name.

    Spark puts no space before the lines of its grid, and Rich has a rule of its own below the names.
    """
    found = entry.found.array
    is_ruled = found.by is TABLE and has_simple_rule(entry.passage.text, found.start, found.end)
    shown = entry.passage.text[found.start : found.end]
    return is_ruled or (found.by is TABULATE and not (BY_SPARK.search(shown) or RULE_OF_RICH in shown))


def floats_without_point(entry: Print, cell: Cell) -> Iterator[PrintFormat]:
    """The formats of floats that a table shows without a point; they may have been rounded before."""
    by, floats = entry.found.array.printer, entry.found.array.by.floats
    yield PrintFormat(by, GENERAL_DIGITS, False, floats, "general", _rounded_in_table(entry, cell))
    shown = sorted({max(int(one), 1) for one in FORMATS_DIGITS.expression.findall(cell.source.text)})
    yield from (PrintFormat(TABLE.name, digits, False, floats, "general") for digits in shown)


def as_texts_may_be(form: PrintFormat, entry: Print, cell: Cell) -> PrintFormat:
    """The format of floats, and the one of numbers that were texts with the decimals that they show.

    A column that shows all digits of a float64 was not rounded.
    """
    found = entry.found.array
    if found.by is not TABULATE:
        return form
    if form.floatmode != "general":
        if max(map(significant_digits, found.whole_texts), default=0) >= UNROUNDED - 1:
            return form
        rounded = PrintFormat(TABLE.name, found.decimals, form.scientific, form.dtype, "fixed")
        return widened(form, (rounded,), found.texts)
    shown = rounded_before(found.texts, GENERAL_DIGITS) if found.decimals else _rounded_in_table(entry, cell)
    if shown is None:
        return form
    return widened(form, (replace(form, rounded_to=shown, others=(), inferred=None),), found.texts)


def _rounded_in_table(entry: Print, cell: Cell) -> int | None:
    """The decimals to which numbers without a point may have been rounded, as the source formats or others show."""
    formats = [int(one) for one in FORMATS_TO.expression.findall(cell.source.text)]
    if formats:
        return min(formats)
    found, text = entry.found.array, entry.passage.text
    numbers = _FLOAT.findall(text, found.start, found.end)
    most = most_decimals(numbers)
    return most if 0 < most <= FEW_DECIMALS else rounded_before(numbers, GENERAL_DIGITS)
