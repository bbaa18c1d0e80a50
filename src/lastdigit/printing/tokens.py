"""Tokens: how one printed number is spelled, be it finite, complex, a truth value, or no number at all."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

# The digits of one number are bounded: an 80-bit float has 4,951 decimals at most, and a text is not trusted to end.
# Each expression matches in one way only, so that what does not match is found out in linear time.
_DIGITS = "[0-9]{1,6000}"
_UNSIGNED = rf"(?:{_DIGITS}(?:\.[0-9]{{0,6000}})?|\.{_DIGITS})(?:[eE][-+]?[0-9]{{1,4}})?"
_NON_FINITE = r"(?:[Nn]a[Nn]|NAN|[Ii]nf(?:inity)?|INF(?:INITY)?|∞)"
_PART = rf"(?:{_UNSIGNED}|{_NON_FINITE})"
_COMPLEX = rf"(?:[-+]?{_PART} *[-+]{_PART}|[-+]?{_PART})j"

NUMBER = re.compile(rf"[-+]?{_UNSIGNED}")
"""A finite real number."""
COMPLEX = re.compile(rf"{_COMPLEX}|\({_COMPLEX}\)")
"""A complex number. NumPy pads the real part: ``1. +2.5j``; Python sets parentheses around both parts."""
TOKEN = re.compile(rf"{NUMBER.pattern}|[-+]?{_NON_FINITE}|True|False|{COMPLEX.pattern}")
"""A token of a printed array; to be matched whole."""
MISSING = frozenset({"<NA>", "None", "NaT", "null"})
"""What tables print where a value is missing, beside ``NaN``."""
BEGUN = re.compile(
    rf"[-+]?(?:{_UNSIGNED[: -len('(?:[eE][-+]?[0-9]{1,4})?')]}[eE][-+]?|\.{{0,2}}|[Nn]a?|NA?|[Ii]n?|IN?)"
    rf"|[-+]?{_PART}(?: *[-+]{_PART}?)?|Tr?u?|Fa?l?s?|\((?:[-+]?{_PART}?(?: *[-+]{_PART}?)?)",
)
"""What a text may end with that is no token yet but the beginning of one; to be matched whole."""

_PARTS = re.compile(rf"(?:([-+]?{_PART}) *(?=[-+]))?([-+]?{_PART})j")
_MOST_DIGITS_OF_INT = 4000
"""``int`` refuses to read more than 4,300 digits, unless told otherwise."""
_TRUTH = {"True": 1, "False": 0}


class Token(NamedTuple):
    """A number's text and its offset in the text that was read."""

    text: str
    offset: int


def is_complex(token: str) -> bool:
    """Whether ``token`` spells a complex number."""
    return token.endswith(("j", "j)"))


def is_finite(token: str) -> bool:
    """Whether ``token`` spells a real number, or a truth value: neither nan nor an infinity, nor a complex number."""
    return token in _TRUTH or NUMBER.fullmatch(token) is not None


def is_boolean(token: str) -> bool:
    """Whether ``token`` spells a truth value."""
    return token in _TRUTH


def exact(token: str) -> Fraction:
    """The number that a finite real ``token`` spells; 1 for ``True`` and 0 for ``False``."""
    if token in _TRUTH:
        return Fraction(_TRUTH[token])
    return Fraction(token) if len(token) < _MOST_DIGITS_OF_INT else Fraction(Decimal(token))


def non_finite(token: str) -> float:
    """The nan or the infinity that ``token`` spells."""
    if token.lstrip("+-")[0] in "nN":
        return math.nan
    return -math.inf if token.startswith("-") else math.inf


def complex_parts(token: str) -> tuple[str, str]:
    """The tokens of the real and the imaginary part of a complex ``token``; ``0`` stands for a missing one."""
    parts = _PARTS.fullmatch(token.strip("()"))
    if parts is None:
        raise ValueError(f"expected a complex number, found {token!r}")
    return parts[1] or "0", parts[2]


def parts(token: str) -> tuple[str, ...]:
    """The real numbers that ``token`` is made of: both parts of a complex one, or itself."""
    return complex_parts(token) if is_complex(token) else (token,)


def decimals(token: str) -> int:
    """How many digits stand after the point of ``token``, its exponent aside; the most of a complex number's parts."""
    return max(len(part.lower().partition("e")[0].partition(".")[2]) for part in parts(token))


def is_scientific(token: str) -> bool:
    """Whether a number in ``token`` has an exponent."""
    return any("e" in part.lower() for part in parts(token) if NUMBER.fullmatch(part))
