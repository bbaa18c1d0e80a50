"""Strings of bits, which look like whole numbers."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule

MANY_BITS = Rule(
    r"(?=0{0,6000}10{0,6000}1)[01]{20,6000}",
    "so many digits, all of which are 0 or 1, are a string of bits, unless they are a power of ten",
    "10011010010111000011",
    "10000000000000000000",
)
_BITS = re.compile(r"[01]{2,6000}")
_NEAR = 4000


def are_bits(text: str, start: int, end: int) -> bool:
    """Whether digits are a string of bits: many of them, or alone on a line like another that begins with a zero.

    >>> are_bits("1001\\n0110\\n", 0, 4), are_bits("1001\\n1110\\n", 0, 4)
    (True, False)
    """
    digits = text[start:end]
    if MANY_BITS.fullmatch(digits):
        return True
    begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[begin : stop if stop >= 0 else None] if _BITS.fullmatch(digits) else ""
    if line.strip() != digits:
        return False
    near = f"{text[max(begin - _NEAR, 0) : begin]}\n{text[end : end + _NEAR]}"
    others = map(str.strip, near.split("\n"))
    return any(len(one) == len(digits) and one.startswith("0") and _BITS.fullmatch(one) for one in others)
