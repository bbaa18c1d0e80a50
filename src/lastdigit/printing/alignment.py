"""Whether the decimal points of a printed array are aligned, as NumPy aligns them.

Numbers that are formatted one by one are not aligned: MLX's, NumPy's in half and quarter formats that it does not know
itself, and its long doubles before NumPy 1.14. These show a number of significant digits, not of decimals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.printing.printers.printer import GENERAL_DIGITS
from lastdigit.printing.tokens import is_finite, significant_digits

LONG_DIGITS = 8
"""Significant digits of a long double in NumPy before 1.14."""

_PADDED = re.compile(r"\.([0-9]*)( *)([^ ])")


def digits_one_by_one(dtype: str) -> int:
    """The number of significant digits of an array of ``dtype`` whose numbers are formatted one by one."""
    return LONG_DIGITS if dtype == "float128" else GENERAL_DIGITS


def is_ragged(body: str, texts: Sequence[str], dtype: str) -> bool:
    """Whether the numbers of the array text ``body`` were formatted one by one.

    They are unaligned, and none exceeds :func:`digits_one_by_one`; or some have exponents and others have none, as in
    arrays of objects. A number that ends its line is ignored, since trailing spaces may be lost. False for complex
    numbers.
    """
    if dtype.startswith("complex"):
        return False
    finite = [text for text in texts if is_finite(text)]
    if "e" in body and len({"e" in text for text in finite}) > 1:
        return True
    most = digits_one_by_one(dtype)
    if any(significant_digits(text) > most for text in texts):
        return False
    if len({"." in text for text in finite}) > 1:
        return True
    if "e" in body or not finite:
        return False
    decimals = max(len(text.partition(".")[2]) for text in finite)
    found = [(len(digits) + len(spaces) - (after not in ",]"), after) for digits, spaces, after in _ends(body)]
    return any(width < decimals for width, after in found if after != "\n")


def _ends(body: str) -> list[tuple[str, str, str]]:
    return _PADDED.findall(body)
