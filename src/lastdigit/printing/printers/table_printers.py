"""The printers of tables: pandas and its Styler, tabulate, polars, and tables aligned by hand."""

from __future__ import annotations

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.printer import GENERAL_DIGITS, Digits, Printer
from lastdigit.printing.printers.shown_array import ShownArray
from lastdigit.printing.tokens import is_scientific, significant_digits


class Table(Printer):
    """A table printer that trims no zeros: its digits are all that was printed."""

    name = obeys = "table"
    defaults = PrintOptions("table")
    rounds_to_shown = True

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """The digits of a column, all in one format.

        A printer that trims zeros common to a fixed column may have had a higher precision than it shows, and not a
        lower one. Significands are not trimmed and show the precision.
        """
        precision = GENERAL_DIGITS if options.precision is None else options.precision
        trimmed = self.trims and not any(map(is_scientific, found.texts))
        return Digits(max(precision, found.decimals) if trimmed else found.decimals, "fixed")


class Styler(Table):
    """pandas' Styler: the same number of decimals in every number."""

    name = obeys = "styler"
    defaults = PrintOptions("styler")


class Pandas(Table):
    """pandas: one format for a whole column.

    It uses exponents if a nonzero number is below 10^-precision, or a number above 10^6 makes the column wider than
    precision + 6.
    """

    name = obeys = "pandas"
    defaults = PrintOptions("pandas", GENERAL_DIGITS)
    least_decimals = 1
    trims = True
    rounds_to_shown = False


class Polars(Table):
    """polars."""

    name = obeys = "polars"
    defaults = PrintOptions("polars")
    trims = True
    rounds_to_shown = False


class Tabulate(Table):
    """tabulate: ``g`` shows six significant digits and trims zeros; other formats show them, and other programs draw
    the same tables with all digits.
    """

    name = obeys = "tabulate"
    defaults = PrintOptions("tabulate")
    rounds_to_shown = False

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """General unless a number has a trailing zero, or more digits than the general format shows."""
        precision = GENERAL_DIGITS if options.precision is None else options.precision
        texts = [text for text in found.texts if "." in text]
        if max(map(significant_digits, texts), default=0) > precision or any(text.endswith("0") for text in texts):
            return super().digits(found, options)
        return Digits(precision, "general")
