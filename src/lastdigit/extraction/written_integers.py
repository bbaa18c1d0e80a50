"""Integers within a line of words, as in ``There are 3 pears``: values if the source inserts them."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.python_values import python_number
from lastdigit.printing.words.line_labels import next_context
from lastdigit.printing.words.reasons import REASONS
from lastdigit.source.written_words import NEAR, WrittenWords

_INTEGERS = frozenset({REASONS["loose integer"], REASONS["enumeration"]})
_INTEGER = re.compile(r"-?\d{1,3}(?:,\d{3}){1,6}(?![\d,])|-?\d{1,18}(?![\d.]|,\d)")
_LABEL = re.compile(r"(?:[^\W\d][\w'’/&-]* ?){0,4}\Z")
_FROM_ITS_BEGINNING = re.compile(r"(?:\A|[•*>:;,.!?] )\s{0,9}((?:[^\W\d][\w'’/&-]* ){4,17}[^\W\d][\w'’/&-]*)\Z")
"""The words of a clause before an integer, from its beginning on, where it has more than four."""
_WORDS_BEHIND = re.compile(r"[ )\]]{0,4}((?:[^\W\d][\w'’/&-]*(?:\Z| (?:[+&] )?|(?=\W))){1,8})")
_NUMBER_BEFORE = re.compile(r"\d[ ,]{1,4}\Z")
_JOINED_TO_NUMBER = re.compile(r"(?<!\w)\d[\d.,]*\b.*\b(?:and|or|with|in)\Z")
_ENDS_A_NAME = re.compile(
    r"\b(?:and|or|in|into|of|off|for|from|with|to|at|on|by|per|than|out|that|which|as|the|a|after|before|during|over|is|are|was|were|has|have|had)\b.*",
    re.DOTALL,
)
_AND = re.compile(r"\b(?:and|or|but)\b.*", re.DOTALL)
_VERB_AT_END = re.compile(r" (?:(?:(?:is|are|was|were|(?:to )?be) )?equal to|equals|is|are|was|were|of) ?\Z")
IS_SAID_OF = Rule(
    r"(?i)\A(?!(?:there|it|this|that|which|here|what)\b).*[^\W\d_] (?:(?:is|was|to be)(?: equal to)?|equals) ?\Z",
    "words and a verb name the number behind them, and what follows that is its unit",
    "The size of a heap is",
    "There is",
)
_VERB = re.compile(r"[ )\]]{0,4}(?:is|are|was|were|has|have|had|contains?|equals?)\b")
_NAMES_WHAT_FOLLOWS = re.compile(r"[ )\]]{0,4}(?:[^\W\d][\w'’/-]* ?){1,3}[:=]+ ?[-+]?[\d.]")
_TO_THE_END = re.compile(r"(?: [^\W\d][\w'’/&-]*){1,7}[.!]?\s*\Z")
_MOST_WORDS = 3
"""Words behind an integer that tell what it counts."""


def written_integer(text: str, left_out: LeftOut, written: WrittenWords) -> FoundPrint | None:
    """The integer ``left_out`` of ``text``, if strings of the source contain the words around it.

    Its label consists of the words of its clause before it, or the last four if these are many, unless they belong to
    another number, and of what it counts: the words after it up to "in", "of" and the like. Where a verb before it says
    of what it is the value, these are its unit. An integer before a verb or the sign of another value is part of that
    value's name; a line that ends in dots announces work to be done. Neither has a value.
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
    if _VERB.match(behind) or _NAMES_WHAT_FOLLOWS.match(behind):
        return None
    above, below = _LABEL.search(before.rstrip(" (:=")), _WORDS_BEHIND.match(behind)
    whole = _FROM_ITS_BEGINNING.search(before.rstrip(" (:="))
    words = whole[1] if whole else above.group() if above else ""
    counted = _counted(below[1], before, behind) if below and not IS_SAID_OF.search(words) else ""
    words = words if counted else _VERB_AT_END.sub("", words)
    if (
        counted
        and above
        and (_NUMBER_BEFORE.search(before[: above.start()]) or _JOINED_TO_NUMBER.search(before.rstrip()))
    ):
        words = ""
    counter = next_context(before, 0)
    head = f"{counter['word']} {counter['number']}" if counter and counter["word"] else ""
    label = " ".join(filter(None, (head, words, counted)))
    array = replace(python_number(integer.group().replace(",", ""), left_out.start), end=integer.end())
    return FoundPrint(array, label)


def _counted(words_behind: str, before: str, behind: str) -> str:
    """What an integer counts, at the beginning of the words behind it; "" if it counts nothing.

    A short line with no other number is read to its end. If another integer on the line counts the same, all words up
    to the next "and" tell them apart.
    """
    words = " ".join(_ENDS_A_NAME.sub("", words_behind).split()[:_MOST_WORDS])
    if words and _TO_THE_END.match(behind) and not any(map(str.isdigit, before)):
        return " ".join(words_behind.split())
    if words and re.search(rf"\d {re.escape(words)}\b", before + behind):
        return " ".join(_AND.sub("", words_behind).split())
    return words
