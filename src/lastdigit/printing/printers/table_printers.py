"""The printers of tables: pandas and its Styler, tabulate, polars, and whoever aligned one by hand."""

from __future__ import annotations

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.printer import GENERAL_DIGITS, Digits, Printer
from lastdigit.printing.printers.shown_array import ShownArray
from lastdigit.printing.tokens import is_scientific


class Table(Printer):
    """Whoever prints a table and trims no zeros: its digits are all that was printed."""

    name = obeys = "table"
    defaults = PrintOptions("table")

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """How a column was formatted by a printer that was told to show so many digits.

        One that trims the zeros that all tokens of a fixed column end in shows by fewer digits nothing of the
        precision; more show that it was larger. Significands are not trimmed, and tell it themselves.
        """
        precision = GENERAL_DIGITS if options.precision is None else options.precision
        trimmed = self.trims and not any(map(is_scientific, found.texts))
        return Digits(max(precision, found.decimals) if trimmed else found.decimals, "fixed")


class Styler(Table):
    """pandas' Styler: so many digits behind every point."""

    name = obeys = "styler"
    defaults = PrintOptions("styler")


class Pandas(Table):
    """pandas: one format for a whole column.

    Significands where a number other than zero lies below 10^-precision, or where one above 10^6 makes the column wider
    than precision + 6.
    """

    name = obeys = "pandas"
    defaults = PrintOptions("pandas", GENERAL_DIGITS)
    least_decimals = 1
    trims = True


class Polars(Table):
    """polars."""

    name = obeys = "polars"
    defaults = PrintOptions("polars")
    trims = True


class Tabulate(Table):
    """tabulate: ``g`` keeps six significant digits and trims zeros; another format shows zeros."""

    name = obeys = "tabulate"
    defaults = PrintOptions("tabulate")

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """General unless a number ends in a zero."""
        if any("." in text and text.endswith("0") for text in found.texts):
            return super().digits(found, options)
        return Digits(GENERAL_DIGITS if options.precision is None else options.precision, "general")
