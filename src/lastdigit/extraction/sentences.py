"""Sentences in an output, such as text of a data set or a language model, whose numbers are no values.

A sentence written by the source itself, ``f"The mean of all is {mean}"``, does contain a value.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from lastdigit.base.rule import Rule
from lastdigit.extraction.thresholds import (
    FARTHEST,
    FEWEST_COMMON_WORDS,
    FEWEST_WORDS,
    LONGEST_LINE,
    NEAR,
    OFTEN,
    ONE_LINE_IN,
)
from lastdigit.printing.found import FoundPrint
from lastdigit.printing.printers import PYTHON
from lastdigit.printing.words.line_kinds import KERAS_BAR
from lastdigit.printing.words.reasons import REASONS
from lastdigit.source.written_words import WrittenWords

PROSE = REASONS["prose"]

_COMMON = re.compile(
    r"(?<![\w'./-])(?:the|of|and|to|an?|in|is|that|for|it|its|as|was|with|be|by|on|not|his?|her|but|at|are|this|have|has"
    r"|from|or|had|they|their|which|you|your|were|we|our|been|when|who|will|if|what|than|into|can|would|should|because"
    r"|about|there|these|those|also|may|more|so|such|my|me|she|do|does|did|just|like|all|only|i)(?![\w'./-])",
    re.IGNORECASE,
)
_COMMON_ELSEWHERE = re.compile(
    r"(?<![\w'./-])(?:que|para|com|n[aã]o|uma?|dos?|das|em|como|mais|el|los|las|del|con|por|una|se|est[aá]|et|les|des|une"
    r"|dans|pour|pas|est|sur|qui|au|und|der|das|ist|nicht|mit|ein|eine|den|von|zu|auf|che|di|della|sono|il|nel)(?![\w'./-])",
    re.IGNORECASE,
)
"""Common words of Portuguese, Spanish, French, German and Italian; hardly any is one of English."""
_WORD = re.compile(r"(?<![\w.])[^\W\d_]{2,}(?![\w(=])")
MARKED_UP = Rule(
    r"\*\*[^*\n]{1,200}:?\*\*|\\(?:text|frac|times|cdot|boxed)\b|\$(?=[^$\n]{0,100}[a-zA-Z\\])[^$\n]{1,100}\$",
    "Markdown or LaTeX",
    "**Step 1:** add",
    "2 * 3 costs 5$",
)
CODE = Rule(
    r"(?m)^ *(?:def \w+\(.*:|return \w.*|(?:if|elif|while|for|else)\b.*:|import \w+|from [\w.]+ import .*) *$",
    "a line of code",
    "    return x + 1",
    "what it returns",
)
_ANY_COMMON = re.compile(r" (?:the|of|and|to|a|is|in|for|that|I|you|que|para|de|e|et|la|und|die|il) ")
_NAMED = re.compile(r"([^\W\d]\w*)[ :=]{1,4}-?\d")
_LAST_WORD = re.compile(r"([^\W\d]\w*)[ :=]{0,4}\Z")
_NAMED_BY_TWO = re.compile(r"((?:[^\W\d]\w*|\d) [^\W\d]\w*)[ :=]{1,4}(?=(-?\d[\d.]{0,20}))")
_LAST_TWO = re.compile(r"((?:[^\W\d]\w*|\d) [^\W\d]\w*)[ :=]{0,4}\Z")
_ENDS = " .:!?0123456789"


class Sentences:
    """The sentences of one output, and whether a print is a number in one."""

    def __init__(self, text: str, written: WrittenWords) -> None:
        self.text, self.written = text, written
        self.verdicts: dict[int, bool] = {}

    def hold(self, found: FoundPrint) -> bool:
        """Whether ``found`` is a number in a sentence that no source writes, or in text among such sentences."""
        array = found.array
        is_scalar = not array.shape
        if array.by is not PYTHON or array.kind != "printed" or found.path or not self.are_any:
            return False
        start = self.text.rfind("\n", 0, array.start) + 1
        before = self.text[max(start, array.start - FARTHEST) : array.start]
        if not before.strip() and not self._is_sentence(start):
            return array.dtype == "int64" and is_scalar and self.are_many
        if self.written.before(before) or KERAS_BAR.match(self.text, start):
            return False
        if self._is_sentence(start):
            return not self._is_of_a_log(before)
        return self.are_many and not self.written.values_follow and not self._is_repeated(before)

    def _is_repeated(self, before: str) -> bool:
        """Whether the word before a number precedes other numbers as well, as in a log."""
        last = _LAST_WORD.search(before[-NEAR:])
        return last is not None and self.named[last[1].lower()] >= OFTEN

    def _is_of_a_log(self, before: str) -> bool:
        """Whether a sentence recurs with different numbers, judged by the two words before a number."""
        last = _LAST_TWO.search(before[-NEAR:])
        if last is None or all(map(_COMMON.fullmatch, last[1].split())):
            return False
        return self.named_by_two[last[1].lower()] >= OFTEN

    @cached_property
    def named_by_two(self) -> Counter[str]:
        """The number of distinct numbers after each pair of words."""
        return Counter(words for words, _ in {(m[1].lower(), m[2]) for m in _NAMED_BY_TWO.finditer(self.text)})

    @cached_property
    def named(self) -> Counter[str]:
        """The number of numbers after each word."""
        return Counter(word.lower() for word in _NAMED.findall(self.text))

    @cached_property
    def are_any(self) -> bool:
        """Whether the text may contain a sentence, judged by common words."""
        return bool(_ANY_COMMON.search(self.text) or _is_marked_up(self.text)) and not self.written.none

    @cached_property
    def are_many(self) -> bool:
        """Whether at least this many lines are sentences that no source writes."""
        sentences = lines = start = 0
        while start < len(self.text):
            end = self.text.find("\n", start)
            end = len(self.text) if end < 0 else end
            lines += end > start
            sentences += self._is_sentence(start) and not self.written.before(self.text[start:end].rstrip(_ENDS))
            start = end + 1
        return sentences * ONE_LINE_IN >= lines

    def _is_sentence(self, start: int) -> bool:
        """Whether the line at ``start`` is a sentence, judged by the number of common words."""
        known = self.verdicts.get(start)
        if known is None:
            end = self.text.find("\n", start)
            line = self.text[start : min(end if end >= 0 else len(self.text), start + LONGEST_LINE)]
            known = _is_marked_up(line) or (
                _ANY_COMMON.search(line) is not None
                and max(len(common.findall(line)) for common in (_COMMON, _COMMON_ELSEWHERE)) >= FEWEST_COMMON_WORDS
                and len(_WORD.findall(line)) >= FEWEST_WORDS
            )
            self.verdicts[start] = known
        return known


def _is_marked_up(text: str) -> bool:
    """Whether ``text`` has Markdown, LaTeX or code, which occur among sentences."""
    if ("**" in text or "\\" in text or "$" in text) and MARKED_UP.search(text):
        return True
    return (":" in text or "return " in text or "import " in text) and CODE.search(text) is not None
