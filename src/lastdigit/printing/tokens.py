"""Tokens: the spelling of one printed number: finite, complex, boolean, nan or infinite."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

# The digits of one number are bounded: an 80-bit float has at most 4,951 decimals, and a text may be hostile. Each
# expression matches in one way only, so that a mismatch is found in linear time.
_DIGITS = "[0-9]{1,6000}"
_UNSIGNED = rf"(?:{_DIGITS}(?:\.[0-9]{{0,6000}})?|\.{_DIGITS})(?:[eE][-+]?[0-9]{{1,4}})?"
_NON_FINITE = r"(?:[Nn]a[Nn]|NAN|[Ii]nf(?:inity)?|INF(?:INITY)?|∞)"
_PART = rf"(?:{_UNSIGNED}|{_NON_FINITE})"
_COMPLEX = rf"(?:[-+]?{_PART} *[-+]{_PART}|[-+]?{_PART})j"

NUMBER = re.compile(rf"[-+]?{_UNSIGNED}")
"""A finite real number."""
COMPLEX = re.compile(rf"{_COMPLEX}|\({_COMPLEX}\)")
"""A complex number. NumPy pads the real part: ``1. +2.5j``; Python encloses both parts in parentheses."""
TOKEN = re.compile(rf"{NUMBER.pattern}|[-+]?{_NON_FINITE}|True|False|{COMPLEX.pattern}")
"""A token of a printed array; to be matched with ``fullmatch``."""
MISSING = frozenset({"<NA>", "None", "NaT", "null", "--"})
"""Marks of missing values in tables, besides ``NaN``."""
BEGUN = re.compile(
    rf"[-+]?(?:{_UNSIGNED[: -len('(?:[eE][-+]?[0-9]{1,4})?')]}[eE][-+]?|\.{{0,2}}|[Nn]a?|NA?|[Ii]n?|IN?)"
    rf"|[-+]?{_PART}(?: *[-+]{_PART}?)?|Tr?u?|Fa?l?s?|\((?:[-+]?{_PART}?(?: *[-+]{_PART}?)?)",
)
"""The beginning of a token with which a text may end; to be matched with ``fullmatch``."""

_PARTS = re.compile(rf"(?:([-+]?{_PART}) *(?=[-+]))?([-+]?{_PART})j")
_MOST_DIGITS_OF_INT = 4000
"""By default, ``int`` refuses to read more than 4,300 digits."""
_TRUTH = {"True": 1, "False": 0}
_NO_DIGIT = str.maketrans("", "", "+-.()j naif")


class Token(NamedTuple):
    """The text of a number and its offset in the text."""

    text: str
    offset: int


def is_complex(token: str) -> bool:
    """Whether ``token`` spells a complex number."""
    return token.endswith(("j", "j)"))


def is_finite(token: str) -> bool:
    """Whether ``token`` spells a finite real number or a boolean: not nan, an infinity, or a complex number."""
    return token in _TRUTH or NUMBER.fullmatch(token) is not None


def most_decimals(tokens: Iterable[str]) -> int:
    """The largest number of decimals of several tokens, those that are no finite numbers aside.

    >>> most_decimals(("0.5", "nan", "1.25"))
    2
    """
    return max((decimals(token) for token in tokens if is_finite(token)), default=0)


def significant_digits(token: str) -> int:
    """The number of significant digits of ``token``, from the first nonzero digit; the larger one of two parts."""
    return max(len(part.lower().partition("e")[0].translate(_NO_DIGIT).lstrip("0")) for part in parts(token))


def is_boolean(token: str) -> bool:
    """Whether ``token`` is ``True`` or ``False``."""
    return token in _TRUTH


def exact(token: str) -> Fraction:
    """The exact value of a finite real ``token``; 1 for ``True`` and 0 for ``False``."""
    if token in _TRUTH:
        return Fraction(_TRUTH[token])
    return Fraction(token) if len(token) < _MOST_DIGITS_OF_INT else Fraction(Decimal(token))


def non_finite(token: str) -> float:
    """The nan or the infinity that ``token`` spells."""
    if token.lstrip("+-")[0] in "nN":
        return math.nan
    return -math.inf if token.startswith("-") else math.inf


def complex_parts(token: str) -> tuple[str, str]:
    """The tokens of the real and the imaginary part of a complex ``token``; ``0`` for a missing part."""
    parts = _PARTS.fullmatch(token.strip("()"))
    if parts is None:
        raise ValueError(f"expected a complex number, found {token!r}")
    return parts[1] or "0", parts[2]


def parts(token: str) -> tuple[str, ...]:
    """The real numbers in ``token``: both parts of a complex one, or the token itself."""
    return complex_parts(token) if is_complex(token) else (token,)


def decimals(token: str) -> int:
    """The number of decimals of ``token``, without its exponent; the larger one of a complex number's parts."""
    return max(len(part.lower().partition("e")[0].partition(".")[2]) for part in parts(token))


def last_place(number: str) -> int:
    """The place behind the point of a real number's last digit, with its exponent.

    >>> last_place("1.3e-06"), last_place("0.25"), last_place("12e3")
    (7, 2, -3)
    """
    return decimals(number) - int(number.lower().partition("e")[2] or 0)


def is_scientific(token: str) -> bool:
    """Whether ``token`` has an exponent."""
    return any("e" in part.lower() for part in parts(token) if NUMBER.fullmatch(part))
