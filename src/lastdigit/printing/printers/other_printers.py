"""MLX and Python, which know no print options."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.array_printer import ArrayPrinter
from lastdigit.printing.printers.printer import GENERAL_DIGITS, Digits, Printer
from lastdigit.printing.printers.shown_array import ShownArray


class Mlx(ArrayPrinter):
    """MLX: six significant digits as C++ prints them, with no zeros behind them and no point behind whole numbers.

    It summarises as NumPy does. A precision is one that the source gives to a format.
    """

    name = obeys = "mlx"
    defaults = PrintOptions("mlx")
    floats, complexes = "float32", "complex64"
    floatmode = "general"
    looks_like = "numpy"
    dtypes = ("float32", "float16", "complex64")
    """What its numbers are that are no integers."""

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """Six that count, unless all numbers have as many behind the point as was said."""
        precision = options.precision
        fixed = precision is not None and all(len(text.partition(".")[2]) == precision for text in found.texts)
        return Digits(precision, "fixed") if fixed else Digits(GENERAL_DIGITS, "general")

    def _against_exponents(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> None:
        """Each number has an exponent or none by itself."""


class Python(Printer):
    """Python: ``repr`` gives the shortest digits that are unique in float64, a format rounds; a literal is exact."""

    name = obeys = "python"
    defaults = PrintOptions("python")
    floatmode = "maxprec"
    least_decimals = 1
    has_options = False

    def may_hide_point(self, found: ShownArray) -> bool:
        """A format such as ``.0f`` or ``.3g`` writes a float by itself without a point."""
        return found.dtype == "int64" and not found.shape

    def is_exact(self, token: str, precision: int | None, floatmode: str | None) -> bool:
        """A literal: no format, and no ``repr`` either."""
        return precision is None and floatmode is None
