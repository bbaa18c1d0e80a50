"""NumPy, and the printers that use its formatting and print options: JAX and TensorFlow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.array_printer import ArrayPrinter
from lastdigit.printing.printers.exponents import LARGEST_FIXED, has_exponents
from lastdigit.printing.printers.printer import GENERAL_DIGITS, Digits
from lastdigit.printing.printers.shown_array import ShownArray
from lastdigit.printing.tokens import exact, is_complex, is_finite, is_scientific, parts

_LONG = {"float128", "complex256"}
_LONG_DIGITS = 20
"""Significant digits of a long double in NumPy 1.13, fewer than unique; shorter formats got unique digits."""

_LARGEST_FIXED_OF = {"float16": 10**3, "float32": 10**6}
"""NumPy 2.3 and later use exponents for numbers that exceed the precision of a short dtype."""


class NumPy(ArrayPrinter):
    """NumPy: the shortest digits that are unique in the dtype, at most eight; common trailing zeros are trimmed."""

    name = obeys = "numpy"
    defaults = PrintOptions(
        "numpy", 8, suppress=False, floatmode="maxprec", sign="-", threshold=1000, edgeitems=3, linewidth=75
    )
    floatmode = "maxprec"
    trims = True
    aligns = True
    pads_with_exact_digits = True
    prints_many_widths = True

    def digits(self, found: ShownArray, options: PrintOptions) -> Digits:
        """As the options say, except in half and quarter formats that NumPy does not know itself."""
        if not self.chooses_digits(found):
            return Digits(GENERAL_DIGITS, "general")
        if options.legacy == "1.13":
            if not found.shape:
                return Digits(_LONG_DIGITS, "general") if found.dtype in _LONG else Digits(None, "unique")
            if options.floatmode != "fixed" or found.dtype.startswith("complex"):
                return Digits(options.precision, "1.13")
        return Digits(None, "unique") if options.floatmode == "unique" else super().digits(found, options)

    def contradiction(self, found: ShownArray, options: PrintOptions) -> str | None:
        """As for all arrays; None for the format of NumPy 1.13, whose rules are not modelled."""
        return None if options.legacy == "1.13" else super().contradiction(found, options)

    def with_shown(self, options: PrintOptions, found: ShownArray) -> PrintOptions:
        """The options with what the print shows: suppressed exponents, ``fixed`` digits, plus signs."""
        tokens = found.whole_texts
        of_floats = self.chooses_digits(found) and not found.by_uniqueness
        unusual = self.unusual(found, tokens, PrintOptions(self.name)) if of_floats else None
        numbers = [part for token in tokens for part in parts(token)]
        widths = {len(part.partition(".")[2]) for part in numbers if is_finite(part)}
        padded = any(part.endswith("0") and "." in part for part in numbers)
        fixed = of_floats and padded and len(widths) == 1 and not any(map(is_scientific, tokens))
        return replace(
            options,
            suppress=True if unusual == "fixed" else None,
            floatmode="fixed" if fixed else None,
            sign="+" if any(token.lstrip("(").startswith("+") for token in tokens) else None,
        )

    def chooses_digits(self, found: ShownArray) -> bool:
        """False also for formats that NumPy does not know itself, to which its options do not apply."""
        return super().chooses_digits(found) and not found.dtype.startswith(("bfloat", "float8"))

    def largest_fixed(self, found: ShownArray) -> int:
        """Lower for short dtypes, as since NumPy 2.3."""
        if not found.dtype_shown:
            return min(_LARGEST_FIXED_OF.values())
        return _LARGEST_FIXED_OF.get(found.dtype, LARGEST_FIXED)

    def _against_digits(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        if reason := super()._against_digits(found, tokens, options):
            return reason
        if options.floatmode != "maxprec" or found.by_uniqueness or any(map(is_scientific, tokens)):
            return None
        padded = next((part for token in tokens for part in parts(token) if "." in part and part.endswith("0")), None)
        return f"a zero at the end of {padded}, where spaces are" if padded else None

    def _against_signs(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        of_others = found.dtype.startswith(("bfloat", "float8"))
        return None if of_others else super()._against_signs(found, tokens, options)

    def _against_exponents(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        if not options.suppress:
            return None if options.suppress is None else super()._against_exponents(found, tokens, options)
        if not has_exponents(tokens) or found.cut or any(map(is_complex, tokens)):
            return None
        limit = self.largest_fixed(found)
        small = all(abs(exact(token)) < limit for token in tokens if is_finite(token))
        return "exponents, where suppress is on" if small else None


class Jax(NumPy):
    """JAX, whose arrays NumPy formats; float32 by default."""

    name = "jax"
    prints_many_widths = False
    floats, complexes = "float32", "complex64"


class TensorFlow(NumPy):
    """TensorFlow, whose tensors NumPy formats; float32 by default."""

    name = "tensorflow"
    prints_many_widths = False
    floats, complexes = "float32", "complex64"
