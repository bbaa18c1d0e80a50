"""When array printers use exponents by default, depending on the largest and the smallest nonzero number.

NumPy and torch use the same rule: exponents if the smallest is below 10⁻⁴, the largest is more than 1000 times the
smallest, or the largest exceeds a limit of the printer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING

from lastdigit.base.number_format import float_format
from lastdigit.printing.printers.shown_array import ShownArray
from lastdigit.printing.tokens import is_complex

if TYPE_CHECKING:
    from lastdigit.printing.print_options import PrintOptions

Size = float | Decimal
BEYOND = 10_000
"""An exponent of ten that no token of an array reaches."""

LARGEST_FIXED = 10**8
_SMALLEST_FIXED = Fraction(1, 10**4)
_FROM_SMALLEST = 1e-4
"""The least float64 number that is not below ``_SMALLEST_FIXED``."""
_LARGEST_RATIO = 1000
_ROUNDING = float_format("float16").unit_roundoff
"""NumPy compares in the array's dtype; this bounds the relative rounding error of these limits in all of them."""

UNUSUAL = {
    "scientific": "exponents, where such numbers print without them",
    "fixed": "no exponents, where such numbers print with them",
    None: None,
}


def has_exponents(tokens: Sequence[str]) -> bool:
    """Whether any of ``tokens`` has an exponent."""
    return "e" in " ".join(tokens).lower()


def forced(found: ShownArray, tokens: Sequence[str], options: PrintOptions, limit: int) -> str | None:
    """``scientific`` or ``fixed`` if that notation is certainly not the printer's default for these numbers.

    A largest number below ``limit`` certainly requires no exponent.
    """
    if any(map(is_complex, tokens[:1])):
        return None
    sizes = _sizes(tokens)
    small = min([size for size in sizes if size], default=0.0)
    large = max(sizes, default=0.0)
    scientific = has_exponents(tokens)
    if not small or _is_usual(small, large, limit, scientific=scientific):
        return None
    smallest_token, largest_token = tokens[sizes.index(small)], tokens[sizes.index(large)]
    form = found.print_format(found.decimals if options.precision is None else options)
    smallest, largest = (
        sorted((abs(value.low), abs(value.high))) for value in map(form.read, (smallest_token, largest_token))
    )
    margin = 1 + Fraction(_ROUNDING)
    if scientific:
        usual = largest[1] < limit and smallest[0] >= _SMALLEST_FIXED * margin
        return "scientific" if usual and largest[1] <= smallest[0] * _LARGEST_RATIO and not found.cut else None
    too_small = smallest[1] * margin < _SMALLEST_FIXED
    too_wide = largest[0] > smallest[1] * _LARGEST_RATIO * margin
    return "fixed" if too_small or too_wide or largest[0] > LARGEST_FIXED else None


def _is_usual(small: Size, large: Size, limit: int, *, scientific: bool) -> bool:
    """Whether the notation is the default for the numbers that the tokens spell: every interval contains its token."""
    if scientific:
        return large >= limit or small < _FROM_SMALLEST or large > small * _LARGEST_RATIO
    return small >= _FROM_SMALLEST and large <= small * _LARGEST_RATIO and large <= LARGEST_FIXED


def _sizes(tokens: Sequence[str]) -> Sequence[Size]:
    """The absolute value of each number; 0 for nan and infinities."""
    try:
        sizes = list(map(abs, map(float, tokens)))
    except ValueError:
        return [_size(token) for token in tokens]
    zeros = [token for size, token in zip(sizes, tokens, strict=True) if not size] if 0 in sizes else []
    if not all(map(math.isfinite, sizes)) or any(token.strip("+-0.") for token in zeros):
        return [_size(token) for token in tokens]
    return sizes


def _size(token: str) -> Size:
    """The absolute value of a finite number, a Decimal beyond the range of float64; 0 for nan and infinities."""
    try:
        size = abs(float(token))
        if size and math.isfinite(size):
            return size
        beyond = Decimal(token).copy_abs()
    except (ValueError, InvalidOperation):
        return 0.0
    return beyond if beyond.is_finite() and abs(beyond.adjusted()) < BEYOND else 0.0
