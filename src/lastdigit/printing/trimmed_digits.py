"""Numbers that were rounded to some decimals before a format with significant digits trimmed their zeros.

tabulate reads texts such as ``0.078`` as numbers and shows six significant digits without trailing zeros, so ``0.078``
may be the text of ``.3f``, or a float whose next three digits are zeros. The latter has a chance of one in ten for
each digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from lastdigit.printing.tokens import decimals, exact, is_finite, is_scientific

FEWEST_ZEROS = 1
"""Zeros that numbers must end in, together, unless they were rounded before; with one of them the chance is a tenth."""


def rounded_before(texts: Sequence[str], digits: int) -> int | None:
    """The decimals to which numbers with that many significant digits were evidently rounded; None if nothing shows it.

    >>> rounded_before(("35.262", "0.078"), 6)
    3
    >>> rounded_before(("35.2621", "0.0781234"), 6) is None
    True
    """
    numbers = [text for text in texts if is_finite(text) and "." in text and not is_scientific(text) and exact(text)]
    most = max(map(decimals, numbers), default=0)
    zeros = sum(max(0, _decimals_of(text, digits) - most) for text in numbers)
    return most if zeros >= FEWEST_ZEROS else None


def _decimals_of(text: str, digits: int) -> int:
    """How many decimals a number with that many significant digits has: four for ``35.262`` with six."""
    return digits - 1 - Decimal(text).adjusted()
