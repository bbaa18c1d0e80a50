"""Integers within a line of words, as in ``There are 3 pears``: values where the source puts them in between."""

from __future__ import annotations

import re

from lastdigit.printing.found import FoundPrint, SkippedText
from lastdigit.printing.python_values import python_number
from lastdigit.printing.words.line_kinds import REASONS
from lastdigit.source.written_words import WrittenWords

_INTEGERS = frozenset({REASONS["loose integer"], REASONS["enumeration"]})
_INTEGER = re.compile(r"-?\d{1,3}(?:,\d{3}){1,6}(?![\d,])|-?\d{1,18}(?![\d.]|,\d)")
_LABEL = re.compile(r"(?:[^\W\d][\w'’-]* ?){0,4}\Z")
_WORDS_BEHIND = re.compile(r"[ )\]]{0,4}([^\W\d][\w'’-]*)( [^\W\d][\w'’-]*)?")
_NEAR = 120


def written_integer(text: str, skipped: SkippedText, written: WrittenWords) -> FoundPrint | None:
    """The integer that was ``skipped`` in ``text``, where strings of the source write the words about it.

    Its label are those words: up to four before it and the one behind, or the two behind it where none stand before.
    """
    if skipped.reason not in _INTEGERS or written.none:
        return None
    integer = _INTEGER.match(text, skipped.start)
    if integer is None or integer.end() > skipped.end:
        return None
    start = max(text.rfind("\n", 0, skipped.start) + 1, skipped.start - _NEAR)
    line_end = text.find("\n", integer.end(), integer.end() + _NEAR)
    before = text[start : skipped.start]
    behind = text[integer.end() : line_end if line_end >= 0 else integer.end() + _NEAR]
    if not written.surround(before, behind):
        return None
    above, below = _LABEL.search(before.rstrip(" (:=")), _WORDS_BEHIND.match(behind)
    words = above.group() if above else ""
    label = f"{words} {below[1] + ('' if words else below[2] or '') if below else ''}".strip()
    array = python_number(integer.group().replace(",", ""), skipped.start)
    return FoundPrint(array, label)
