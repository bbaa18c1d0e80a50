"""The printers of tables: pandas and its Styler, tabulate, polars, and tables aligned by hand."""

from __future__ import annotations

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.printer import GENERAL_DIGITS, Digits, Printer
from lastdigit.printing.printers.shown_array import ShownArray
from lastdigit.printing.tokens import decimals, is_scientific, significant_digits


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

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """Those of the column, or of the function that writes each number; such digits are not trimmed."""
        by_function = options.by_function
        if by_function is None:
            return super().digits(found, options)
        digits = Digits(by_function.precision, by_function.floatmode)
        if digits.floatmode == "general" and max(map(significant_digits, found.texts)) <= (digits.precision or 0):
            return digits
        return digits if digits.floatmode == "unique" else Digits(found.decimals, "fixed")


class Polars(Table):
    """polars: each number by itself, with all digits if they are few, else with six decimals without trailing zeros, or
    with an exponent and the decimals that it shows.
    """

    name = obeys = "polars"
    defaults = PrintOptions("polars")
    trims = True
    rounds_to_shown = False
    most_characters = 9
    """A longer number is rounded."""

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """Six decimals, unless a number that is rounded shows more."""
        rounded = (text for text in found.texts if len(text.lstrip("-")) > self.most_characters)
        shown = max((decimals(text) for text in rounded if not is_scientific(text)), default=0)
        return Digits(max(GENERAL_DIGITS, shown), "fixed")

    def was_rounded_to_shown(self, token: str) -> bool:
        """Whether a number has an exponent, with digits that are not trimmed."""
        return is_scientific(token)


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
