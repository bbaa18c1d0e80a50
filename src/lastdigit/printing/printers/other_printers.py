"""MLX, awkward and Python, which have no print options."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.array_printer import ArrayPrinter
from lastdigit.printing.printers.printer import GENERAL_DIGITS, Digits, Printer
from lastdigit.printing.printers.shown_array import ShownArray


class Mlx(ArrayPrinter):
    """MLX: six significant digits as C++ prints them, without trailing zeros, and no point in whole numbers.

    It summarises as NumPy does. A precision is that of a format in the source.
    """

    name = obeys = "mlx"
    defaults = PrintOptions("mlx")
    floats, complexes = "float32", "complex64"
    floatmode = "general"
    looks_like = "numpy"
    dtypes = ("float32", "float16", "complex64")
    """The possible dtypes of numbers that are not integers."""

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """Six significant digits, unless the source gives a precision that all numbers have as decimals."""
        precision = options.precision
        fixed = precision is not None and all(len(text.partition(".")[2]) == precision for text in found.texts)
        return Digits(precision, "fixed") if fixed else Digits(GENERAL_DIGITS, "general")

    def _against_exponents(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> None:
        """None: each number has an exponent or not on its own."""


class Awkward(Printer):
    """awkward: three significant digits as ``%.3g`` writes them, no point in whole numbers, and dots between items."""

    name = obeys = "awkward"
    defaults = PrintOptions("awkward")
    floatmode = "general"
    digits_shown = 3

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """Three significant digits, unless the source sets others."""
        return Digits(self.digits_shown if options.precision is None else options.precision, self.floatmode)


class Python(Printer):
    """Python: ``repr`` gives the shortest digits that are unique in float64, a format rounds; a literal is exact."""

    name = obeys = "python"
    defaults = PrintOptions("python")
    floatmode = "maxprec"
    least_decimals = 1
    has_options = False

    def may_hide_point(self, found: ShownArray) -> bool:
        """Whether a format such as ``.0f`` or ``.3g`` may have printed a lone float without a point."""
        return found.dtype == "int64" and not found.shape

    def is_exact(self, token: str, precision: int | None, floatmode: str | None) -> bool:
        """Whether it is a literal: without a precision or ``floatmode``."""
        return precision is None and floatmode is None
