"""One printed array, scalar or shape, as it was found in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lastdigit.frozen import frozen
from lastdigit.number_format import is_integer
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.token_run import texts_of
from lastdigit.printing.tokens import Token, is_scientific

_NO_DIGIT = str.maketrans("", "", "+-.()j naif")
_FRACTION = re.compile(r"\.([0-9]*)")

GENERAL_DIGITS = 6
"""Significant digits of C's ``%g`` and of a C++ stream, unless told otherwise; and pandas' precision."""


_LONG = {"float128", "complex256"}
_LONG_DIGITS = 20
"""Significant digits of a long double in NumPy 1.13, too few to tell all apart; of shorter formats it showed enough."""

UNROUNDED = 15
"""Significant digits that some number of a list needs unless all were rounded before: of a hundred random float64
numbers one needs fewer, and then its interval is a little wider than it has to be."""

FINER_THAN_FLOAT64 = 17
"""Significant digits whose last is worth less than an ulp of float64, since 10^-16 < 2^-53: whether a number of so many
was rounded to them or not, its interval is the same."""


@dataclass(frozen=True)
class Summary:
    """What of a summarised array is shown.

    ``edges`` has per axis how many leading and how many trailing items stand around its dots, or None for an axis that
    is shown whole. ``full_shape`` is the shape of the array behind it, where that was printed.
    """

    edges: tuple[tuple[int, int] | None, ...]
    full_shape: tuple[int, ...] | None = None


@frozen
class ArrayPrint:
    """One printed array or scalar, or one printed shape (``kind`` is ``"printed"`` or ``"shape"``).

    ``tokens`` are flat in row-major order and carry their offsets in the text; ``start`` to ``end`` is the whole
    print. ``shape`` is that of the tokens: of what is shown, where the array is summarised. ``cut``: the text ended
    inside it, and the last token may be a part of one. ``dtype`` is the one that is shown, or else what this printer
    prints without showing it. ``widest`` is the number of characters of the longest of its lines with two tokens or
    more, indentation aside. ``by_uniqueness``: it has as many digits as each number needs, whatever the print options.
    ``in_table``: it is a column of a table. ``in_words``: it stands on a line of words, where a format
    may have rounded it.
    """

    kind: str
    tokens: Sequence[Token]
    shape: tuple[int, ...]
    cut: bool
    printer: str
    dtype: str
    start: int
    end: int
    dtype_shown: bool = False
    summary: Summary | None = None
    widest: int = 0
    by_uniqueness: bool = False
    in_table: bool = False
    in_words: bool = False

    def print_format(self, options: PrintOptions | int) -> PrintFormat:
        """How it was printed under these ``options``; a number is the precision, with all else left to the printer.

        A list of Python floats shows as many digits as each needs, unless a precision is given: then its numbers were
        rounded to so many digits before.
        """
        options = PrintOptions(self.printer, options) if isinstance(options, int) else options
        if self.in_table:
            return _of_column(self, options.precision)
        exact = self.dtype == "bool" or is_integer(self.dtype)
        if exact and not (self._may_hide_point and options.precision == 0):
            return PrintFormat(self.printer, None, False, self.dtype)
        printer = options.printer if options.printer == "mlx" and self.printer == "numpy" else self.printer
        dtype = "float32" if exact else self.dtype
        precision, floatmode = _digits(self, printer, options)
        scientific = "e" in " ".join(self.texts).lower()
        return PrintFormat(printer, precision, scientific, dtype, floatmode)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its tokens."""
        return texts_of(self.tokens)

    @cached_property
    def digits_behind_points(self) -> frozenset[int]:
        """The numbers of digits that follow points in tokens that are certainly whole."""
        return _digits_behind_points(self.texts[:-1] if self.cut else self.texts)

    @property
    def decimals(self) -> int:
        """The most digits after the point of any token that is certainly whole."""
        return max(self.digits_behind_points, default=0)

    @property
    def rounded_to(self) -> int | None:
        """To how many digits after the point the numbers of Python's were rounded before; None where they were not.

        Python shows all digits that a number needs, and most need many. A format, as in ``f"{x:.15f}"``, may show as
        many and have rounded all the same.
        """
        if self.printer != "python" or not self.dtype.startswith(("float", "complex")):
            return None
        texts = self.texts
        enough = FINER_THAN_FLOAT64 if self.in_words else UNROUNDED
        for text in texts:
            if _significant_digits(text) >= enough:
                return None
        return max(_digits_behind_points(texts[:-1] if self.cut else texts), default=0)

    @property
    def was_surely_rounded(self) -> bool:
        """Whether its numbers, if Python showed all digits that each needs, would surely have shown more of them."""
        return all(_significant_digits(text) < UNROUNDED for text in self.texts)

    @property
    def _may_hide_point(self) -> bool:
        """Whether these could be floats all the same: torch prints them without a point at a precision of 0."""
        return self.printer == "torch" and self.dtype == "int64" and not self.dtype_shown


def _digits_behind_points(texts: Sequence[str]) -> frozenset[int]:
    return frozenset(map(len, _FRACTION.findall(" ".join(texts))))


def _of_column(found: ArrayPrint, precision: int | None) -> PrintFormat:
    """How the column of a table was formatted, by a printer that was told to show ``precision`` digits.

    pandas takes one format for a whole column: significands where a number other than zero lies below 10^-precision, or
    where one above 10^6 makes the column wider than precision + 6. It trims the zeros that all tokens of a fixed column
    end in, so that fewer digits say nothing of the precision, nor do they with polars; more show that it was larger. It
    does not trim significands, which therefore tell it themselves. tabulate's ``g`` keeps ``precision`` significant
    digits and trims zeros. Whoever else prints trims nothing.
    """
    if not found.dtype.startswith(("float", "complex")):
        return PrintFormat(found.printer, None, False, found.dtype)
    precision = GENERAL_DIGITS if precision is None else precision
    if found.printer == "tabulate" and not any("." in text and text.endswith("0") for text in found.texts):
        return PrintFormat(found.printer, precision, False, found.dtype, "general")
    scientific = any(map(is_scientific, found.texts))
    trimmed = found.printer in {"pandas", "polars"} and not scientific
    shown = max(precision, found.decimals) if trimmed else found.decimals
    return PrintFormat(found.printer, shown, scientific, found.dtype, "fixed")


def _digits(found: ArrayPrint, printer: str, options: PrintOptions) -> tuple[int | None, str | None]:
    """Precision and float mode of a print format."""
    precision = options.precision
    if found.by_uniqueness and (printer != "python" or precision is None):
        return None, "unique"
    if printer == "numpy" and found.dtype.startswith(("bfloat", "float8")):
        return GENERAL_DIGITS, "general"
    if printer == "mlx":
        fixed = precision is not None and all(len(text.partition(".")[2]) == precision for text in found.texts)
        return (precision, "fixed") if fixed else (GENERAL_DIGITS, "general")
    if printer == "torch":
        whole_numbers = all(text.endswith(".") for text in found.texts)
        return (None if whole_numbers else precision), None
    if printer == "numpy" and options.legacy == "1.13":
        if not found.shape:
            return (_LONG_DIGITS, "general") if found.dtype in _LONG else (None, "unique")
        if options.floatmode != "fixed" or found.dtype.startswith("complex"):
            return precision, "1.13"
    if options.floatmode == "unique":
        return None, "unique"
    return precision, "fixed" if options.floatmode == "fixed" else None


def _significant_digits(token: str) -> int:
    """How many digits of a token count: those from the first that is not 0 on."""
    return len(token.lower().partition("e")[0].translate(_NO_DIGIT).lstrip("0"))
