"""One printed array, scalar or shape, as found in a text."""

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
from lastdigit.printing.tokens import (
    Token,
    decimals,
    is_finite,
    is_scientific,
    last_place,
    parts,
    significant_digits,
)

_FRACTION = re.compile(r"\.([0-9]*)")

FINER_THAN_FLOAT64 = 17
"""Significant digits that resolve less than an ulp of float64, since 10⁻¹⁶ < 2⁻⁵³: rounding to so many, or not
rounding, gives the same interval."""


@frozen
class ArrayPrint:
    """One printed array or scalar, or one printed shape (``kind`` is ``"printed"`` or ``"shape"``).

    ``tokens`` are flat in row-major order, with their offsets in the text; the whole print is ``text[start:end]``.
    ``shape`` is the shape of the tokens, so of the visible items if the array is summarised. ``cut``: the text ended
    inside the array, and the last token may be incomplete. ``dtype`` is the printed one, or else the printer's default.
    ``widest`` is the length in characters of the longest line with at least two tokens, without indentation.
    ``by_uniqueness``: it shows the shortest unique digits, whatever the print options. ``column`` is its column, if it
    is part of a table. ``in_words``: it is part of a line of words, where a format may have rounded it. ``ragged``: its
    decimal points are not aligned. ``digits``: the significant digits with which its numbers may have been formatted
    one by one.
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
    digits: int | None = None

    def print_format(self, options: PrintOptions | int) -> PrintFormat:
        """The print format under these ``options``; an integer is a precision, with the printer's defaults otherwise.

        A list of Python floats shows the shortest unique digits, unless a precision is given: then its numbers were
        rounded to that many digits before printing.
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
        name = printer.name or self.printer
        if scientific and digits.precision is not None and not printer.has_options and self.mixes_notations:
            return PrintFormat(name, None, scientific, dtype, "unique", max(map(last_place, self._finite)))
        return PrintFormat(name, digits.precision, scientific, dtype, digits.floatmode)

    @property
    def _finite(self) -> list[str]:
        return [part for text in self.texts for part in parts(text) if is_finite(part)]

    @property
    def mixes_notations(self) -> bool:
        """Whether numbers have different numbers of decimals, or only some an exponent, as no single format writes."""
        numbers = self._finite
        return len({(is_scientific(one), decimals(one)) for one in numbers}) > 1

    @property
    def by(self) -> Printer:
        """Its printer."""
        return printer_named(self.printer)

    @property
    def whole_texts(self) -> tuple[str, ...]:
        """The texts of its tokens, without one that may be truncated."""
        return self.texts[:-1] if self.cut else self.texts

    @property
    def is_exact(self) -> bool:
        """Whether its numbers are integers or booleans."""
        return self.dtype == "bool" or is_integer(self.dtype)

    @property
    def is_list_of_integers(self) -> bool:
        """Whether it is a flat list or tuple of Python integers, which may be a shape."""
        return self.by is PYTHON and self.dtype == "int64" and len(self.shape) == 1

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its tokens."""
        return texts_of(self.tokens)

    @cached_property
    def digits_behind_points(self) -> frozenset[int]:
        """The numbers of decimals that occur among its complete tokens."""
        return _digits_behind_points(self.whole_texts)

    @property
    def longest_part(self) -> int:
        """The most characters of a number, or of a part of a complex one."""
        if not self.dtype.startswith("complex"):
            return max(map(len, self.texts), default=0)
        return max((len(part) for text in self.texts for part in parts(text)), default=0)

    @property
    def decimals(self) -> int:
        """The largest number of decimals of a complete token."""
        return max(self.digits_behind_points, default=0)

    @property
    def rounded_to(self) -> int | None:
        """The number of decimals to which Python numbers were rounded before printing; None if they were not rounded.

        Python shows the shortest unique digits of a float, mostly 15 or more. A format such as ``f"{x:.15f}"`` may show
        as many although it rounds.
        """
        if self.by.has_options or not self.dtype.startswith(("float", "complex")):
            return None
        texts = self.texts
        enough = FINER_THAN_FLOAT64 if self.in_words else UNROUNDED
        for text in texts:
            if significant_digits(text) >= enough and not _has_zeros_at_its_end(text):
                return None
        return self.decimals if self.has_a_number else None

    @property
    def has_a_number(self) -> bool:
        """Whether a token has digits, which can say something of rounding."""
        return any(character.isdigit() for text in self.texts for character in text)

    @property
    def has_zeros_at_ends(self) -> bool:
        """Whether a number has a trailing zero, which ``repr`` of a Python float never has."""
        return any(map(_has_zeros_at_its_end, self.texts))

    @property
    def keeps_zeros(self) -> bool:
        """Whether all of its finite numbers have several decimals and a trailing zero, which some printers trim."""
        return self.has_a_number and all(one.endswith("0") and decimals(one) > 1 for one in self._finite)

    @property
    def digits_shown(self) -> int:
        """The largest number of significant digits of a complete token; none where it has no number."""
        return max(map(significant_digits, self._finite), default=0)

    @property
    def was_surely_rounded(self) -> bool:
        """Whether every number has fewer digits than ``repr`` would show of almost every float64."""
        return all(significant_digits(text) < UNROUNDED for text in self.texts)


def _has_zeros_at_its_end(text: str) -> bool:
    """Whether ``text`` has a trailing zero, which ``repr`` of a Python float never has; SymPy shows them."""
    return text.endswith("0") and not text.endswith(".0") and "." in text and "e" not in text.lower()


def _digits_behind_points(texts: Sequence[str]) -> frozenset[int]:
    return frozenset(map(len, _FRACTION.findall(" ".join(texts))))
