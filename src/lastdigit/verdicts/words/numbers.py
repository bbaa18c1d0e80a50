"""Numbers in words, to three significant digits: one alone, and the terms of what is allowed at an element."""

from __future__ import annotations

import math
from collections.abc import Mapping

NEGLIGIBLE = 1e-6
"""The share of an allowance up to which a term of it is called negligible."""


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


def allowance_words(terms: Mapping[str, float], allowed: float | None) -> str:
    """The terms with their numbers, and the names of the negligible ones."""
    most = NEGLIGIBLE * allowed if allowed is not None else -1.0
    small = [name for name, bound in terms.items() if bound <= most]
    words = " + ".join(f"{name} {bound:.3g}" for name, bound in terms.items() if name not in small)
    return f"{words}; negligible: {', '.join(small)}" if small and words else words or ", ".join(small)
