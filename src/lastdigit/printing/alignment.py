"""Whether the numbers of a printed array stand with their points below each other, as NumPy aligns them.

What prints them one by one does not: MLX, NumPy for the half formats that it does not know itself, and for long doubles
before NumPy 1.14. These show significant digits, and not digits behind the point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.printing.array_print import significant_digits
from lastdigit.printing.printers.printer import GENERAL_DIGITS
from lastdigit.printing.tokens import is_finite

LONG_DIGITS = 8
"""Significant digits that NumPy before 1.14 showed of a long double."""

_PADDED = re.compile(r"\.([0-9]*)( *)([^ ])")


def digits_one_by_one(dtype: str) -> int:
    """How many significant digits each number shows that is printed by itself."""
    return LONG_DIGITS if dtype == "float128" else GENERAL_DIGITS


def is_ragged(body: str, texts: Sequence[str], dtype: str) -> bool:
    """Whether so few digits stand there, and some number is shorter than another without spaces in their place.

    Lines may have lost the spaces at their ends, and say nothing.
    """
    most = digits_one_by_one(dtype)
    if dtype.startswith("complex") or any(significant_digits(text) > most for text in texts):
        return False
    finite = [text for text in texts if is_finite(text)]
    if len({("." in text, "e" in text) for text in finite}) > 1:
        return True
    if "e" in body or not finite:
        return False
    decimals = max(len(text.partition(".")[2]) for text in finite)
    found = [(len(digits) + len(spaces) - (after not in ",]"), after) for digits, spaces, after in _ends(body)]
    return any(width < decimals for width, after in found if after != "\n")


def _ends(body: str) -> list[tuple[str, str, str]]:
    return _PADDED.findall(body)
