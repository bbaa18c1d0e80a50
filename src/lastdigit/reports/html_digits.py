"""A number beside the token that was printed: which of its digits differ, and how numbers are spelled on the page."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from lastdigit.golden import Golden
from lastdigit.number_format import FORMATS
from lastdigit.printing.print_format import decimals
from lastdigit.verdicts.verdict import THE_DOCUMENT, Element, Verdict

FURTHER = 3
"""Digits shown beyond the printed ones."""
LARGEST = 10**9
"""Larger numbers are not laid beside a token digit by digit."""


def split_digits(verdict: Verdict, detail: Element, golden: Golden, token: str, *, cut: bool) -> str:
    """``as printed|differing|beyond what was printed``: a number to compare with a printed token, digit by digit.

    The number is what an implementation gave; in the document's own verdict, the exact value that its token is held
    to. Its digits are cut off, not rounded, so that none of them is shown that it has not.
    """
    precision = golden.format.precision
    if precision is None:
        return f"{detail.observed}||" if detail.same_digits else f"|{detail.observed}|"
    own = verdict.implementation == THE_DOCUMENT
    spelled = detail.printed if own else detail.observed
    mantissa, _, power = token.lower().partition("e")
    value = _exact(spelled, "" if own else verdict.dtype)
    if value is None or abs(scaled := value / Fraction(10) ** int(power or 0)) >= LARGEST:
        return f"|{spelled}|"
    places = decimals(token) if cut else precision
    sign = "-" if value < 0 else ""
    full = sign + _spelled(math.floor(abs(scaled) * 10 ** (places + FURTHER)), places + FURTHER)
    end = len(full) - FURTHER
    start = end
    if not detail.same_digits:
        printed = mantissa.lstrip("+") + "0" * (places - decimals(token))
        rounded = sign + _spelled(round(abs(scaled) * 10**places), places)
        start = min(_parting(rounded, printed), _parting(full[:end], printed), end)
    suffix = f"e{power}" if power else ""
    return f"{full[:start]}|{full[start:end]}|{full[end:]}{suffix}"


def number(value: float | None) -> str:
    """A number for people, to three significant digits; the page's script spells numbers the same way."""
    if value is None:
        return ""
    if math.isinf(value):
        return "unbounded"
    if 1e3 <= abs(value) < 1e6:
        return f"{float(f'{value:.3g}'):.0f}"
    mantissa, e, exponent = f"{value:.3g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if e else mantissa


def short(value: float) -> float | None:
    """A number for the page's script, to three significant digits; None for what is not bounded."""
    return float(f"{value:.3g}") if math.isfinite(value) else None


def padding(token: str, golden: Golden) -> str:
    """The blanks after a printed token whose trailing zeros were left out, so that points stand below each other."""
    missing = (golden.format.precision or 0) - decimals(token)
    return " " * missing if missing > 0 and not golden.format.scientific else ""


def _exact(decimal: str, dtype: str) -> Fraction | None:
    """The number that a decimal stands for, in a number format if one is given; None for one that is not finite."""
    values = np.array([float(decimal)])
    rounded = float((FORMATS[dtype].round(values) if dtype in FORMATS else values)[0])
    if not math.isfinite(rounded):
        return None
    return Fraction(rounded) if dtype in FORMATS else Fraction(decimal)


def _spelled(scaled: int, places: int) -> str:
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}" if places else f"{scaled}."


def _parting(found: str, printed: str) -> int:
    """Where two spellings part; 0 where their points do not stand in the same place."""
    if found.find(".") != printed.find("."):
        return 0
    return next((at for at, (a, b) in enumerate(zip(found, printed, strict=False)) if a != b), len(printed))
