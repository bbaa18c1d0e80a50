"""torch: the same number of decimals in every number; if all numbers are whole, they are exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.array_printer import ArrayPrinter
from lastdigit.printing.printers.exponents import has_exponents
from lastdigit.printing.printers.printer import Digits
from lastdigit.printing.printers.shown_array import ShownArray
from lastdigit.printing.tokens import exact, is_finite


class Torch(ArrayPrinter):
    """torch, and LibTorch in C++."""

    name = obeys = "torch"
    defaults = PrintOptions("torch", 4, threshold=1000, edgeitems=3, linewidth=80)
    floats, complexes = "float32", "complex64"
    names_other_dtypes = True
    profiles: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "default": {"precision": 4},
        "short": {"precision": 2},
        "full": {"precision": 4},
    }
    """The settings of the profiles of ``torch.set_printoptions`` (its documentation, "profile")."""

    def is_exact(self, token: str, precision: int | None, floatmode: str | None) -> bool:
        """Whether it ends in a point, as whole numbers do."""
        return precision is None or token.endswith(".")

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """The precision, if a number is not whole."""
        if found.by_uniqueness:
            return Digits(None, "unique")
        return Digits(None if all(text.endswith(".") for text in found.texts) else options.precision)

    def may_hide_point(self, found: ShownArray) -> bool:
        """Whether ``found`` may be floats that torch printed at precision 0, without a point."""
        return found.dtype == "int64" and not found.dtype_shown

    def with_shown(self, options: PrintOptions, found: ShownArray) -> PrintOptions:
        """The options with ``sci_mode``, where the notation shows that it was set."""
        if not self.chooses_digits(found):
            return options
        unusual = self.unusual(found, found.whole_texts, PrintOptions(self.name))
        return replace(options, sci_mode=unusual == "scientific") if unusual else options

    def always_shows_precision(self, found: ShownArray, options: PrintOptions) -> bool:
        """True unless all numbers are whole."""
        return bool(found.digits_behind_points - {0, options.precision})

    def shows_exactly(self, part: str) -> bool:
        """Whether it is a whole number, as a part of a complex one may be."""
        return "." not in part or part.endswith(".")

    def reckons_width(self, found: ShownArray) -> bool:
        """torch does not count the dots of a summary and the plus signs of complex numbers."""
        return found.summary is None and not found.dtype.startswith("complex")

    def _against_exponents(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        scientific = has_exponents(tokens)
        if options.sci_mode is None:
            return super()._against_exponents(found, tokens, options)
        if scientific != options.sci_mode and any(exact(token) != 0 for token in tokens if is_finite(token)):
            return f"{'' if scientific else 'no '}exponents, where sci_mode is {options.sci_mode}"
        return None
