"""What array printers have in common: how a print contradicts its presumed print options.

Only certain contradictions count: a token may stand for several numbers, and a text may be truncated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.exponents import LARGEST_FIXED, UNUSUAL, forced
from lastdigit.printing.printers.printer import Printer
from lastdigit.printing.printers.shown_array import ShownArray
from lastdigit.printing.tokens import decimals, is_finite, parts


class ArrayPrinter(Printer):
    """A printer of arrays, which uses one format for all numbers of an array."""

    def contradiction(self, found: ShownArray, options: PrintOptions) -> str | None:
        """Why digits, exponents, signs, summary or line length contradict the options; None if they do not."""
        tokens = found.whole_texts
        reason = None
        if self.chooses_digits(found):
            reason = self._against_digits(found, tokens, options) or self._against_exponents(found, tokens, options)
        return reason or self._against_signs(found, tokens, options) or self._against_extent(found, options)

    def chooses_digits(self, found: ShownArray) -> bool:
        """Whether the options determine the precision and exponents of ``found``."""
        return found.dtype.startswith(("float", "bfloat", "complex"))

    def largest_fixed(self, found: ShownArray) -> int:
        """A bound below which no number's size makes the printer use exponents."""
        return LARGEST_FIXED

    def unusual(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        """``scientific`` or ``fixed`` if that notation is certainly not the printer's default for these numbers."""
        return forced(found, tokens, options, self.largest_fixed(found))

    def always_shows_precision(self, found: ShownArray, options: PrintOptions) -> bool:
        """Whether every number has ``precision`` decimals."""
        return options.floatmode == "fixed"

    def shows_exactly(self, part: str) -> bool:
        """Whether a number is printed exactly, whatever the precision."""
        return False

    def _against_digits(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        precision = options.precision
        if precision is None or options.floatmode == "unique":
            return None
        if found.decimals > precision:
            return f"{found.decimals} digits after the point, where the precision is {precision}"
        if not self.always_shows_precision(found, options):
            return None
        shown = [part for token in tokens for part in parts(token) if is_finite(part)]
        for part in shown:
            if not self.shows_exactly(part) and decimals(part) < precision:
                return f"{decimals(part)} digits after the point in {part}, where always {precision} are shown"
        return None

    def _against_exponents(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        return UNUSUAL[self.unusual(found, tokens, options)]

    def _against_signs(self, found: ShownArray, tokens: Sequence[str], options: PrintOptions) -> str | None:
        if options.sign is None:
            return None
        plus = any(token.startswith("+") for token in tokens)
        if options.sign in ("-", " ") and plus:
            return "plus signs, where none are set"
        if options.sign == "+" and any(token[0] not in "+-(TF" for token in tokens):
            return "numbers without a sign, where plus signs are set"
        return None

    def reckons_width(self, found: ShownArray) -> bool:
        """Whether every line of ``found`` fits the ``linewidth`` of the options."""
        return True

    def _against_extent(self, found: ShownArray, options: PrintOptions) -> str | None:
        """Why line widths or the summary contradict the options; None if they do not."""
        if options.linewidth is not None and found.widest > options.linewidth and self.reckons_width(found):
            return f"a line of {found.widest} characters, where lines have {options.linewidth}"
        edgeitems, threshold = options.edgeitems, options.threshold
        if found.summary is not None:
            full = found.summary.full_shape
            if edgeitems and any(edge not in (None, (edgeitems, edgeitems)) for edge in found.summary.edges):
                return f"other items about the dots than {edgeitems}"
            if threshold is not None and full is not None and math.prod(full) <= threshold:
                return f"a summary of {math.prod(full)} numbers, where up to {threshold} are shown"
            return None
        if threshold is None or edgeitems is None or len(found.tokens) <= threshold or found.cut:
            return None
        long = any(extent > 2 * edgeitems for extent in found.shape)
        return f"no summary of {len(found.tokens)} numbers, where up to {threshold} are shown" if long else None
