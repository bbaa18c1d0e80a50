"""One printed array, scalar or shape, as it was found in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from lastdigit.base.frozen import frozen
from lastdigit.base.number_format import is_integer
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers import PYTHON, Digits, Printer, printer_named
from lastdigit.printing.printers.exponents import has_exponents
from lastdigit.printing.shown_part import Column, Summary
from lastdigit.printing.thresholds import UNROUNDED
from lastdigit.printing.token_run import texts_of
from lastdigit.printing.tokens import Token, is_scientific

_NO_DIGIT = str.maketrans("", "", "+-.()j naif")
_FRACTION = re.compile(r"\.([0-9]*)")

FINER_THAN_FLOAT64 = 17
"""Significant digits whose last is worth less than an ulp of float64, since 10^-16 < 2^-53: whether a number of so many
was rounded to them or not, its interval is the same."""


@frozen
class ArrayPrint:
    """One printed array or scalar, or one printed shape (``kind`` is ``"printed"`` or ``"shape"``).

    ``tokens`` are flat in row-major order and carry their offsets in the text; ``start`` to ``end`` is the whole
    print. ``shape`` is that of the tokens: of what is shown, where the array is summarised. ``cut``: the text ended
    inside it, and the last token may be a part of one. ``dtype`` is the one that is shown, or else what this printer
    prints without showing it. ``widest`` is the number of characters of the longest of its lines with two tokens or
    more, indentation aside. ``by_uniqueness``: it shows the shortest unique digits, whatever the print options.
    ``column`` says of which column of a table it is. ``in_words``: it stands on a line of words, where a format may
    have rounded it. ``ragged``: its numbers do not stand with their points below each other.
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
    column: Column | None = None
    in_words: bool = False
    ragged: bool = False

    def print_format(self, options: PrintOptions | int) -> PrintFormat:
        """How it was printed under these ``options``; a number is the precision, with all else left to the printer.

        A list of Python floats shows as many digits as each needs, unless a precision is given: then its numbers were
        rounded to so many digits before.
        """
        options = PrintOptions(self.printer, options) if isinstance(options, int) else options
        told = printer_named(options.printer)
        printer = told if told.looks_like == self.printer else self.by
        exact = self.is_exact
        if exact and not (printer.may_hide_point(self) and (printer.is_own or options.precision == 0)):
            return PrintFormat(self.printer, None, False, self.dtype)
        scientific = any(map(is_scientific, self.texts)) if self.column else has_exponents(self.texts)
        digits = printer.digits(self, options)
        if self.by_uniqueness and (printer.has_options or options.precision is None):
            digits = Digits(None, "unique")
        dtype = printer.floats if exact else self.dtype
        return PrintFormat(printer.name or self.printer, digits.precision, scientific, dtype, digits.floatmode)

    @property
    def by(self) -> Printer:
        """Its printer."""
        return printer_named(self.printer)

    @property
    def whole_texts(self) -> tuple[str, ...]:
        """The texts of those of its tokens that were certainly not cut."""
        return self.texts[:-1] if self.cut else self.texts

    @property
    def is_exact(self) -> bool:
        """Whether its numbers are integers or truth values."""
        return self.dtype == "bool" or is_integer(self.dtype)

    @property
    def is_list_of_integers(self) -> bool:
        """Whether it is a list or a tuple of Python's integers, as a shape may be."""
        return self.by is PYTHON and self.dtype == "int64" and len(self.shape) == 1

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its tokens."""
        return texts_of(self.tokens)

    @cached_property
    def digits_behind_points(self) -> frozenset[int]:
        """The numbers of digits that follow points in tokens that are certainly whole."""
        return _digits_behind_points(self.whole_texts)

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
        if self.by.has_options or not self.dtype.startswith(("float", "complex")):
            return None
        texts = self.texts
        enough = FINER_THAN_FLOAT64 if self.in_words else UNROUNDED
        for text in texts:
            if significant_digits(text) >= enough and not _has_zeros_at_its_end(text):
                return None
        return self.decimals

    @property
    def has_zeros_at_ends(self) -> bool:
        """Whether some of its numbers end in zeros that Python does not show of a float that it represents."""
        return any(map(_has_zeros_at_its_end, self.texts))

    @property
    def was_surely_rounded(self) -> bool:
        """Whether its numbers, if Python showed all digits that each needs, would surely have shown more of them."""
        return all(significant_digits(text) < UNROUNDED for text in self.texts)


def _has_zeros_at_its_end(text: str) -> bool:
    """Whether ``text`` ends in a zero that Python does not show of a float that it represents; SymPy does."""
    return text.endswith("0") and not text.endswith(".0") and "." in text and "e" not in text.lower()


def _digits_behind_points(texts: Sequence[str]) -> frozenset[int]:
    return frozenset(map(len, _FRACTION.findall(" ".join(texts))))


def significant_digits(token: str) -> int:
    """How many digits of a token count: those from the first that is not 0 on."""
    return len(token.lower().partition("e")[0].translate(_NO_DIGIT).lstrip("0"))
