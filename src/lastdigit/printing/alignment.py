"""Whether the decimal points of a printed array are aligned, as NumPy aligns them.

Numbers that are formatted one by one are not aligned: MLX's, NumPy's in half and quarter formats that it does not know
itself, and its long doubles before NumPy 1.14. These show a number of significant digits, not of decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lastdigit.printing.brackets import DOTS
from lastdigit.printing.printers.printer import GENERAL_DIGITS
from lastdigit.printing.thresholds import UNROUNDED
from lastdigit.printing.tokens import decimals, is_finite, significant_digits

LONG_DIGITS = 8
"""Significant digits of a long double in NumPy before 1.14."""

_MANY_DECIMALS = re.compile(r"\.[0-9]{12}")
_FIRST_TWO = re.compile(r"\[( *[-+]?\d{1,400})\.(\d{0,400} +[-+]?\d{1,400})\.")
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
    ends = _ends(body.replace(DOTS, ""))
    found = [(len(digits) + len(spaces) - (after not in ",]"), after) for digits, spaces, after in ends]
    return any(width < decimals for width, after in found if after != "\n")


def is_one_by_one(body: str, texts: Sequence[str]) -> bool:
    """Whether floats in brackets without commas were printed one by one, as by ``print(x, end=" ")``, and not as array.

    NumPy writes spaces behind a last number only if others have more digits, or all have spaces behind them. It aligns
    the points of numbers that show all digits of a float64.

    >>> is_one_by_one("[0.5 1.25 ]", ["0.5", "1.25"]), is_one_by_one("[1.25 0.5  ]", ["1.25", "0.5"])
    (True, False)
    """
    if "." not in body or "e" in body or not (" ]" in body or _MANY_DECIMALS.search(body)):
        return False
    if not all(map(is_finite, texts)) or body.count(".") != len(texts):
        return False
    most = max(map(decimals, texts))
    if any(_is_padded_unevenly(row, most, alone=len(texts) == 1) for row in _before_spaces(body)):
        return True
    shows_all = max(map(significant_digits, texts)) >= UNROUNDED
    return shows_all and not _is_aligned(body, most)


def _before_spaces(body: str) -> Iterator[str]:
    """The last line of each row that ends in a space."""
    at = body.find(" ]")
    while at >= 0:
        begin = body.rfind("[", 0, at) + 1
        yield body[max(begin, body.rfind("\n", begin, at) + 1) : at + 1]
        at = body.find(" ]", at + 1)


def _is_padded_unevenly(row: str, most: int, *, alone: bool) -> bool:
    """Whether spaces follow a last number with the most decimals, though not all of its row have as many behind them.

    ``alone``: it is the only number.
    """
    ends = _ends(f"{row}]")
    if not ends:
        return False
    *others, (digits, spaces, _) = ends
    width = len(digits) + len(spaces)
    is_uneven = any(len(before) + len(gap) - 1 < width for before, gap, _ in others)
    return len(digits) == most and (is_uneven or alone)


def _is_aligned(body: str, most: int) -> bool:
    """Whether the points of each line are as far apart as numbers of one width are."""
    for line in body.split("\n"):
        points = [at for at, character in enumerate(line) if character == "."]
        if len({after - before for before, after in pairwise(points)}) > 1:
            return False
    begins = _FIRST_TWO.match(body)
    return begins is None or len(begins[2]) == len(begins[1]) + most + 1


def _ends(body: str) -> list[tuple[str, str, str]]:
    return _PADDED.findall(body)
