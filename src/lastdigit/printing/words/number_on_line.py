"""Whether a number on a line of words is a golden, by its kind, its unit and its label."""

from __future__ import annotations

import re

from lastdigit.base.frozen import frozen
from lastdigit.base.rule import Rule, any_of
from lastdigit.printing.thresholds import NEAR_TIE, NEAR_WORDS
from lastdigit.printing.words.lexemes import NUMBER, kind_of_unit
from lastdigit.printing.words.line_labels import (
    ARROW,
    ASSIGNED,
    CLOSES,
    COMPARED,
    EXPLICIT,
    IN_A_TIME,
    INTEGER_COUNTER,
    reason_by_label,
)

_ORDINAL = re.compile(r"st|nd|rd|th|D|d|x|X")
_ONE_NUMBER = rf"[-+]?(?:{NUMBER}|inf|nan)"
_ONLY_NUMBERS = re.compile(rf"\s*{_ONE_NUMBER}(?:\s+{_ONE_NUMBER})*\s*")
OF_A_COMPUTATION = Rule(
    r"\A(?:[KMGTP]?(?:FLOPs?|FLOPS|flops|MACs|params|parameters)|dB|k?Hz|nm|eV|[MBKk]|million)\Z",
    "the unit of a computed number",
    "GFLOPs",
    "pears",
)
SETTINGS = (
    Rule(
        r"\((?:\w+(?:\s?=\s?[\w.]+)?,\s?)*(?:\w*(?:dim|dims|axis|axes|features|channels|size|stride|padding|groups|heads|layers)"
        r"|num_\w+|n_\w+|[dkn])\s?=\s?\Z",
        "a setting of an object, in parentheses after its name",
        "Softmax (dim=",
        "the loss (mean=",
    ),
)
EXPECTATIONS = (
    Rule(
        r"\b(?:should|must|ought to|supposed to|expected to|needs? to) (?:be|equal|sum to|add up to)\W*\Z",
        "an expected value",
        "sum of the row (should be ",
        "the sum is ",
    ),
)
IN_A_DICT = Rule(r"\A[\w.()]*\{|[\w)\]]['\"]: |\(\{", "part of a dict on several lines", "Counter({0", "pears: 3")
FASTER = Rule(
    r" ?(?:x|times|%)[ ](?:as )?(?:fast|slow|quick)",
    "a number says how much faster something runs",
    " times faster",
    " times larger",
)
DRAWN_BAR = Rule(
    r"\s{0,9}:\s{1,9}[*#=█]+\s*\Z",
    "the number of a drawn bar",
    " : *****",
    ": 0.5",
)
NAME_OF_A_TENSOR = Rule(r"\w/[\w/]{1,80}:\Z", "the name of a graph's tensor", "model/weights:", "w/o weights: ")
OF_A_SAMPLE = Rule(
    r"\bSample: {10,90}\Z",
    "words before the first place of a sample in the summary of a fit",
    "Sample:              ",
    "Sample: ",
)
_SETTING, _EXPECTED = any_of(SETTINGS), any_of(EXPECTATIONS)
_POINT = frozenset(".eE")


@frozen
class NumberOnLine:
    """A number of the line ``text`` that ends at ``end``, with a lexeme's ``kind``: number, special or complex.

    ``before`` is the text between the last golden and it. ``unit`` is the word or sign after it, ``attached`` if
    without a space. ``alone``: the line holds nothing else; ``result``: it is a cell's value.
    """

    kind: str
    text: str
    end: int
    dtype: str
    before: str
    unit: str
    attached: bool
    alone: bool
    result: bool

    @property
    def kept_unit(self) -> str:
        """The unit, if the word after the number is one; else ""."""
        kept = self.attached or self.unit == "%" or OF_A_COMPUTATION.fullmatch(self.unit)
        return self.unit if kept else ""

    @property
    def is_loose_integer(self) -> bool:
        """Whether it is an integer without a sign or word that ties it to a label, as most integers of a text are."""
        if self.dtype != "int64" or self.unit == "%" or kind_of_unit(self.unit):
            return False
        return not EXPLICIT.search(self.before.rstrip()[-NEAR_TIE:]) and not (self.result and self.alone)

    @property
    def reason_if_loose(self) -> str:
        """Why a loose integer is left out."""
        return "timing" if IN_A_TIME.match(self.text, self.end) else "loose integer"

    def reason_to_leave_out(self, label: str) -> str | None:
        """Why it is not a golden if ``label`` is its label: a key of ``REASONS``; None if it is a golden."""
        if self.kind == "number" and (self.attached or self.unit != "x") and (counted := kind_of_unit(self.unit)):
            return counted
        in_parentheses = self.before.endswith("(") and self.text.startswith("):", self.end)
        if in_parentheses or DRAWN_BAR.match(self.text, self.end):
            return "word"
        is_long = self.attached and self.unit == "L" and self.dtype == "int64"
        if is_long or self.text.startswith("...", self.end):
            return "word"
        if FASTER.match(self.text, self.end):
            return "timing"
        if label and (named := reason_by_label(label)):
            return named
        if IN_A_DICT.search(label) or (label.startswith("_") and self.before.endswith("': ")):
            return "container"
        if (self.attached and self.unit == "i") or self._is_quoted_in_a_list:
            return "word"
        if _EXPECTED.search(self.before[-NEAR_WORDS:]):
            return "comparison"
        if self.dtype == "int64" and self._is_a_setting:
            return "representation"
        if COMPARED.search(self.before[-NEAR_TIE:]) and not (
            ARROW.search(self.before[-3:]) or CLOSES.search(self.before[-NEAR_TIE:])
        ):
            return "comparison"
        if self._names_what_follows:
            return "enumeration"
        if self.kind == "special":
            return self._reason_of_a_word(label)
        return self._reason_of_an_integer(label) if self.dtype == "int64" else None

    @property
    def _is_quoted_in_a_list(self) -> bool:
        """Whether it is inside a string in a list or a tuple that was not read as a container."""
        opened = self.text.lstrip()[:2] in ("['", "('", "{'", '["', '("', '{"')
        quote = self.text.lstrip()[1:2]
        return opened and self.text.count(quote, 0, self.end) % 2 == 1 and quote in self.text[self.end :]

    @property
    def _names_what_follows(self) -> bool:
        """Whether a colon after it shows that it numbers what follows, as in ``Part 17.2: 0.5``."""
        follows = self.text.startswith(": ", self.end) and bool(self.before.strip())
        return follows and self.kind == "number" and not EXPLICIT.search(self.before[-NEAR_TIE:])

    @property
    def _is_a_setting(self) -> bool:
        return self.text[self.end : self.end + 1] in (")", ",") and bool(_SETTING.search(self.before[-NEAR_WORDS:]))

    def _reason_of_a_word(self, label: str) -> str | None:
        """The reason to leave out ``True``, ``nan`` and the like, which are words as well; None for a value."""
        near = self.before[-NEAR_TIE:]
        if self.dtype == "bool":
            return None if (self.alone and self.result) or (label and ASSIGNED.search(near)) else "loose boolean"
        if self.alone or (label and EXPLICIT.search(near)):
            return None
        return None if len(self.text) < 1000 and _ONLY_NUMBERS.fullmatch(self.text) else "word"

    def _reason_of_an_integer(self, label: str) -> str | None:
        if self.unit == "%":
            names_what_follows = self.text.startswith(":", self.end + 1)
            tied = EXPLICIT.search(self.before[-NEAR_TIE:])
            has_words = "(" in self.before or any(map(str.isalpha, self.before))
            return "loose integer" if names_what_follows and not tied else None if label and has_words else "progress"
        if self.alone and self.result:
            return None
        if INTEGER_COUNTER.match(self.text, self.end):
            return "counter"
        if label == "Sample" and OF_A_SAMPLE.search(self.before):
            return "identifier"
        if NAME_OF_A_TENSOR.search(self.before[-NEAR_WORDS:]):
            return "identifier"
        if not label or (self.attached and _ORDINAL.fullmatch(self.unit)):
            return "loose integer"
        ends_the_sentence = not self.text[self.end : self.end + 9].strip(" .!")
        return None if ASSIGNED.search(self.before.rstrip()[-NEAR_TIE:]) or ends_the_sentence else "loose integer"


DTYPES = frozenset({"int64", "float64", "bool", "complex128"})


def dtype_of(kind: str, token: str) -> str:
    """The dtype, one of :data:`DTYPES`, of a lexeme of that ``kind``."""
    if kind == "complex":
        return "complex128"
    if token in ("True", "False"):
        return "bool"
    return "int64" if kind == "number" and _POINT.isdisjoint(token) else "float64"
