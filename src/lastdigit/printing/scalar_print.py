"""One scalar or shape that a line of words holds, and what such a line holds besides."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.printing.brackets import Token
from lastdigit.printing.column_format import ColumnFormat, fraction_digits, has_exponent

_SHORTEST_FROM = 15
"""Significant digits from which a number is taken for Python's ``repr``: every decimal of 15 survives a float64."""


@dataclass(frozen=True)
class ScalarPrint:
    """A printed scalar (``kind`` is ``"printed"``), or the extents of a ``"shape"``, with the words that name it.

    A scalar has one token. ``dtype`` is ``int64``, ``float64``, ``bool`` or ``complex128``, or what ``np.float32(…)``
    names. ``unit`` is what follows it, such as ``%``. ``represented`` where Python's ``repr`` printed it. ``start`` to
    ``end`` is the whole print in the line.
    """

    kind: str
    tokens: tuple[Token, ...]
    label: str
    dtype: str
    start: int
    end: int
    unit: str = ""
    represented: bool = False

    @property
    def format(self) -> ColumnFormat | None:
        """Which reals it stands for: those that round to its last digit, or to its float; None where it is complex."""
        text = self.tokens[0].text if self.tokens else ""
        if self.dtype.startswith("complex"):
            return None
        if not self.dtype.startswith("float"):
            return ColumnFormat("exact", 0)
        if self.represented or significant_digits(text) >= _SHORTEST_FROM:
            return ColumnFormat("shortest", 0, dtype=self.dtype)
        return ColumnFormat("scientific" if has_exponent(text) else "fixed", fraction_digits(text))


@dataclass(frozen=True)
class Skip:
    """What was left out, from ``start`` to ``end`` of the line, and why: a key of :data:`REASONS`."""

    reason: str
    start: int
    end: int


def significant_digits(token: str) -> int:
    """How many digits of ``token`` stand from its first that is no zero on, its exponent aside."""
    mantissa = token.lower().partition("e")[0]
    return len(mantissa.replace(".", "").replace(",", "").lstrip("+-0"))
