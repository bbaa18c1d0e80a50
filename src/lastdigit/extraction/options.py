"""Under which print options an array was printed: those that the source had set by then, or what the print shows."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from lastdigit.documents.print_settings import PrintSettings
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.print_options import DEFAULTS, PrintOptions
from lastdigit.printing.shown_options import contradiction, options_shown

COMPARED = 1000
"""Printers show so many numbers in full unless told otherwise; of larger arrays the digits alone are compared with the
options."""


def options_of(array: ArrayPrint, settings: PrintSettings, cell: int, line: int) -> PrintOptions:
    """The print options under which ``array`` was printed by ``line`` of the source of ``cell``.

    More digits than the source allows for, exactly as many as it sets elsewhere, or whatever else it could not have
    printed show the state of an earlier run: the output wins. Fewer digits alone do not, since NumPy trims trailing
    zeros. Python itself shows all digits that a number needs: where no number of a list needs many, they were rounded
    before.
    """
    expected = settings.at(array.printer, cell, line)
    rounded_to = array.rounded_to
    if rounded_to is not None:
        return _rounded_before(array.printer, rounded_to, surely=not array.in_words or array.was_surely_rounded)
    if expected.precision is None:
        return replace(expected, precision=array.decimals) if array.printer in DEFAULTS else expected
    decimals = array.decimals
    set_elsewhere = decimals != expected.precision and decimals in settings.precisions(array.printer)
    more_or_others = decimals > expected.precision or set_elsewhere
    if more_or_others or (len(array.tokens) <= COMPARED and contradiction(array, expected)):
        shown = {name: value for name, value in vars(options_shown(array)).items() if value is not None}
        if not more_or_others and array.printer != "torch":
            shown["precision"] = expected.precision
        return replace(expected, **shown)
    return expected


@lru_cache(maxsize=256)
def _rounded_before(printer: str, precision: int, *, surely: bool) -> PrintOptions:
    """The options of a printer that has none, whose numbers were rounded before, or may have been."""
    origin = "rounded before it was printed" if surely else "rounded before it was printed, or all digits that it needs"
    return PrintOptions(printer, precision, origin)
