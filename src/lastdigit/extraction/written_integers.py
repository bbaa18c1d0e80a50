"""Integers within a line of words, as in ``There are 3 pears``: values if the source inserts them."""

from __future__ import annotations

import re

from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.python_values import python_number
from lastdigit.printing.words.line_kinds import REASONS
from lastdigit.source.printed_lines import joins
from lastdigit.source.written_words import NEAR, WrittenWords

_INTEGERS = frozenset({REASONS["loose integer"], REASONS["enumeration"]})
_INTEGER = re.compile(r"-?\d{1,3}(?:,\d{3}){1,6}(?![\d,])|-?\d{1,18}(?![\d.]|,\d)")
_LABEL = re.compile(r"(?:[^\W\d][\w'’/-]* ?){0,4}\Z")
_WORDS_BEHIND = re.compile(r"[ )\]]{0,4}([^\W\d][\w'’-]*)( [^\W\d][\w'’-]*)?")
_NUMBER_BEFORE = re.compile(r"\d[ ,]{1,4}\Z")


def written_integer(text: str, left_out: LeftOut, written: WrittenWords) -> FoundPrint | None:
    """The integer ``left_out`` of ``text``, if strings of the source contain the words around it.

    Its label consists of up to four words before it and one after it, or of two after it if they end the line, if none
    precede it, or if those before belong to another number. A line that ends in dots announces work to be done and
    has no value.
    """
    if left_out.reason not in _INTEGERS or written.none:
        return None
    integer = _INTEGER.match(text, left_out.start)
    if integer is None or integer.end() > left_out.end:
        return None
    start = max(text.rfind("\n", 0, left_out.start) + 1, left_out.start - NEAR)
    line_end = text.find("\n", integer.end(), integer.end() + NEAR)
    before = text[start : left_out.start]
    behind = text[integer.end() : line_end if line_end >= 0 else integer.end() + NEAR]
    if not written.surround(before, behind) or behind.rstrip().endswith(("...", "…")):
        return None
    above, below = _LABEL.search(before.rstrip(" (:=")), _WORDS_BEHIND.match(behind)
    words = above.group() if above else ""
    if below and above and _NUMBER_BEFORE.search(before[: above.start()]):
        words = ""
    next_words = "" if below is None else below[0].strip(" )]")
    if below and (joins((below[2] or "").strip()) or (words and behind[below.end() :].strip(" .!)]"))):
        next_words = below[1]
    label = f"{words} {next_words}".strip()
    array = python_number(integer.group().replace(",", ""), left_out.start)
    return FoundPrint(array, label)
