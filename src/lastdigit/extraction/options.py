"""The print options in effect for an array: those set by the source so far, or those that the print itself shows."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from lastdigit.extraction.formats_of_cells import as_function_writes
from lastdigit.extraction.thresholds import FEWEST_SIGNIFICANDS
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.by_digits import precision_needed
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers import NUMPY, PANDAS, PYTHON
from lastdigit.printing.shown_options import LEFT_BY_AN_EARLIER_RUN, contradiction, options_shown
from lastdigit.printing.thresholds import SHOWN_IN_FULL
from lastdigit.source.print_settings import PrintSettings

DECIMALS_OF_XARRAY = 6
_SIGNIFICAND = re.compile(r"(?<![\w.])-?\d\.(\d{1,9})e[-+]\d\d(?!\w)")
_SHORT_NUMBER = re.compile(r"[-+]?[0-9]{1,7}(?:\.([0-9]{0,7}))?")


def format_of(
    array: ArrayPrint, settings: PrintSettings, cell: int, line: int, *, all_digits: bool = False
) -> tuple[PrintFormat, str]:
    """The format of ``array``, printed by ``line`` of the source of ``cell``, and the origin of its print options.

    ``all_digits``: if Python printed it, it did so with full precision.
    """
    if all_digits and not array.by.has_options and array.dtype.startswith("float"):
        return array.print_format(PYTHON.defaults), "default"
    if not array.by.has_options and not array.shape:
        number = _SHORT_NUMBER.fullmatch(array.tokens[0].text)
        if number is not None:
            return _format_of_short_number(array.dtype, len(number[1] or ""))
    options = options_of(array, settings, cell, line)
    return as_function_writes(array.print_format(options), array, options), options.origin


def with_precision_of_table(form: PrintFormat, array: ArrayPrint, text: str, origin: str) -> tuple[PrintFormat, str]:
    """The format of a pandas column, whose precision follows from the significands of the whole table.

    A single column does not determine it, since trailing zeros are dropped.
    """
    if array.column is None or array.by is not PANDAS or form.precision is None or origin != "default":
        return form, origin
    digits = _digits_of_significands(text, array.start, array.end)
    if digits is None or digits >= form.precision or array.decimals > digits:
        return form, origin
    return replace(form, precision=digits), LEFT_BY_AN_EARLIER_RUN


def with_precision_of_xarray(form: PrintFormat, array: ArrayPrint, text: str) -> PrintFormat:
    """The format of an array in what xarray shows: older versions show six decimals, newer ones as many as NumPy.

    An array without more than six may be of either.
    """
    shown = precision_needed(form, array)
    is_by_numpy = array.by is NUMPY and not array.by_uniqueness and text.rfind("<xarray.", 0, array.start) >= 0
    may_be_older = is_by_numpy and shown <= DECIMALS_OF_XARRAY < (form.precision or 0)
    return replace(form, precision=DECIMALS_OF_XARRAY) if may_be_older else form


def with_precision_of_file(form: PrintFormat, array: ArrayPrint, origin: str) -> tuple[PrintFormat, str]:
    """The format of an array with as many decimals as it shows, which a file that the source runs may have set."""
    if array.column is not None or not array.by.trims or origin != "default" or form.precision is None:
        return form, origin
    shown = precision_needed(form, array)
    return (replace(form, precision=shown), LEFT_BY_AN_EARLIER_RUN) if 0 < shown < form.precision else (form, origin)


@lru_cache(maxsize=8)
def _digits_of_significands(text: str, start: int, end: int) -> int | None:
    """The number of decimals of all significands of a table; None if there are few, or if they differ."""
    found = list(map(len, _SIGNIFICAND.findall(text, start, end)))
    return found[0] if len(found) >= FEWEST_SIGNIFICANDS and len(set(found)) == 1 and found[0] > 1 else None


@lru_cache(maxsize=256)
def _format_of_short_number(dtype: str, decimals: int) -> tuple[PrintFormat, str]:
    """The format for numbers printed by Python with so few digits that rounding cannot be excluded."""
    rounded = dtype.startswith("float")
    options = _rounded_before(PYTHON.name, decimals, surely=True) if rounded else PYTHON.defaults
    return PrintFormat(PYTHON.name, options.precision, False, dtype), options.origin


def options_of(array: ArrayPrint, settings: PrintSettings, cell: int, line: int) -> PrintOptions:
    """The print options in effect when ``line`` of the source of ``cell`` printed ``array``.

    An output that these options cannot have produced, such as more digits than they allow, stems from an earlier run:
    then the output wins. Fewer digits alone are no contradiction, since NumPy trims trailing zeros. Python prints full
    precision: if no number of a list has many digits, they were rounded before.
    """
    expected = settings.at(array.by, cell, line) if settings.settings else array.by.defaults
    rounded_to = array.rounded_to
    if rounded_to is not None:
        return _rounded_before(array.printer, rounded_to, surely=not array.in_words or array.was_surely_rounded)
    if expected.precision is None:
        return replace(expected, precision=array.decimals) if array.by.defaults.precision else expected
    if array.by_uniqueness:
        return expected
    decimals = array.decimals
    may_be_others = decimals < expected.precision and bool(settings.settings)
    more_or_others = decimals > expected.precision or (may_be_others and decimals in settings.precisions(array.printer))
    may_contradict = len(array.tokens) <= SHOWN_IN_FULL and array.kind == "printed" and not array.by_uniqueness
    if more_or_others or (may_contradict and contradiction(array, expected)):
        shown = {name: value for name, value in vars(options_shown(array)).items() if value is not None}
        if not more_or_others and array.by.trims and shown.get("floatmode") != "fixed":
            shown["precision"] = expected.precision
        return replace(expected, **shown)
    return expected


@lru_cache(maxsize=256)
def _rounded_before(printer: str, precision: int, *, surely: bool) -> PrintOptions:
    """The options of a printer without options, whose numbers were rounded before, or may have been."""
    origin = "rounded before printing" if surely else "possibly rounded before printing"
    return PrintOptions(printer, precision, origin)
