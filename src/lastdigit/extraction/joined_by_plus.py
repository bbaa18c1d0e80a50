"""Numbers that a plus sign joins without spaces, such as ``7.0+6.5``: one word, unless the source writes the sign."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.printing.array_print import ArrayPrint

WRITES_A_PLUS = Rule(
    r"\+[{%]|[}]\+|%[-.\d]{0,8}[a-z]\+|['\"][ \t]?\+[ \t]?['\"]",
    "a string of a source has a plus sign beside a value",
    'print(f"{a}+{b}")',
    "print(a + b)",
)
_ENDS_IN_A_NUMBER = re.compile(r"\d\+\Z")
_BEGINS_WITH_A_NUMBER = re.compile(r"\+\.?\d")


def is_joined_by_plus(text: str, array: ArrayPrint, source: str) -> bool:
    """Whether a number among words is part of a word with a plus sign that ``source`` does not write."""
    start, end = array.start, array.end
    if not array.in_words or "+" not in (text[end : end + 1], text[max(start - 1, 0) : start]):
        return False
    before = _ENDS_IN_A_NUMBER.search(text[max(start - 2, 0) : start])
    if before is None and _BEGINS_WITH_A_NUMBER.match(text, end) is None:
        return False
    return WRITES_A_PLUS.search(source) is None
