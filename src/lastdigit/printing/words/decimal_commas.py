"""Numbers with a decimal comma that look like thousands: ``0,125`` is no whole number, since it begins with a zero."""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.printing.found import Found, LeftOut
from lastdigit.printing.words.reasons import REASONS

DECIMAL_COMMA = Rule(
    r"(?<![\d.,])[-+]?0\d{0,2}(?:,\d{3}){1,140}(?![.,]?\d)",
    "what looks like thousands begins with a zero",
    "loss=0,125",
    "loss=1,125",
)


def without_decimal_commas(found: list[Found], line: str, shift: int) -> list[Found]:
    """What was found in a line, whose offsets are larger by ``shift``; such numbers are left out."""
    if "0," not in line or not DECIMAL_COMMA.search(line):
        return found
    return [_left_out(one) if _is_one(one, line, shift) else one for one in found]


def _is_one(one: Found, line: str, shift: int) -> bool:
    return not isinstance(one, LeftOut) and DECIMAL_COMMA.expression.match(line, one.array.start - shift) is not None


def _left_out(one: Found) -> Found:
    return one if isinstance(one, LeftOut) else LeftOut(one.array.start, one.array.end, REASONS["commas"])
