"""The state of reading one line of words: the findings so far, and the words that label what comes next."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import Found, FoundPrint, LeftOut
from lastdigit.printing.printers import NUMPY, PYTHON
from lastdigit.printing.thresholds import FARTHEST_WORDS, MOST_COUNTERS, NEAR_TIE
from lastdigit.printing.tokens import Token
from lastdigit.printing.words.line_labels import (
    ASSIGNED,
    CONTEXT,
    IN_A_TIME,
    LEADING_INTEGER,
    SPREAD,
    head_before,
    head_of,
    words_before,
)
from lastdigit.printing.words.reasons import REASONS

_INTEGERS = frozenset("0123456789- ")
_VERBS = frozenset(
    (
        "is",
        "was",
        "are",
        "equals",
        "ist",
        "beträgt",
        "est",
        "vaut",
        "es",
        "vale",
        "é",
        "è",
        "jest",
        "равен",
        "равна",
        "равно",
    )
)
"""Words between a name and its value, in several languages."""
_VERB = re.compile(rf"\s{{1,9}}(?:{'|'.join(sorted(_VERBS))})\s{{1,9}}")
_UP_TO = re.compile(r"\s?%?\s*to\s*")
"""What stands between the two ends of a range."""
_OF_THE_LAST = re.compile(r"\s*\([^\W\d][\w ]{0,30}\)\s*[-,;|/]{1,2}\s*")
_WORDS_OF_ITS_OWN = re.compile(r"[-+]?\d[\d.]*\s*(\([^\W\d][\w ]{0,30}\))")
"""Words in parentheses behind a value, as in ``loss: 0.5 (train) - 0.25 (val)``."""
_JOINED = re.compile(r"\s(of|for|between)\s{1,9}\Z")
_LONGEST_JOINED = 20
_SHARE = re.compile(r"\d[\d.]{0,30}(?:e[-+]?\d{1,4})?[ ]?%")
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"[^\W\d]\w{0,30}(?=\s?=|\Z)")
_NUMBERS = re.compile(
    r"(?:\s{0,20}[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[-+]?\d{1,3})?(?=\s|\Z)){1,100}\s{0,20}"
)


def _without_setting(context: str, own: str) -> str:
    """A context of a line, without ``t=1`` at its end before a label that begins with ``t=0``, or is ``t``."""
    name = _NAME.match(own)
    return re.sub(rf"(?:\A|[ ,(]){re.escape(name[0])} ?= ?[\w.]{{1,20}}:?\Z", "", context) if name else context


@dataclass
class LineReading:
    """A line; reported offsets are larger by ``shift``, which accounts for overwritten text before it.

    ``mark`` is where the next label may begin, ``label`` the label of the last number, ``left_out`` why that one was
    left out, ``head`` the prefix of all labels of the line, and ``contexts`` are its counters, with digits at the
    offsets ``counters``. ``places_of`` holds for each scalar the spans of its tokens and the offsets of counter digits
    in its label. ``named_by_digits``: some label contains zeros.
    """

    text: str
    shift: int
    result: bool
    found: list[Found] = field(default_factory=list)
    contexts: list[str] = field(default_factory=list)
    counters: tuple[int, ...] = ()
    places_of: list[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]] = field(default_factory=list)
    named_by_digits: bool = False
    mark: int = 0
    head: str = ""
    label: str | None = None
    left_out: str | None = None
    shape_before: bool = False

    def skip(self, reason: str, start: int, end: int) -> None:
        """Leaves out the text from ``start`` to ``end``."""
        self.found.append(LeftOut(self.shift + start, self.shift + end, REASONS[reason]))

    def take(
        self,
        tokens: list[Token],
        named: tuple[str, str],
        span: tuple[int, int],
        dtype: str,
        *,
        kind: str = "printed",
    ) -> None:
        """Records a scalar or a shape; ``named`` are its own label, and that with the line's counters.

        Commas between thousands are removed from its tokens.
        """
        own, label = named
        shift = self.shift
        placed = tuple([Token(text.replace(",", ""), shift + offset) for text, offset in tokens])
        shape = (len(placed),) if kind == "shape" else ()
        printer = NUMPY if kind == "printed" and span[0] < tokens[0].offset else PYTHON
        by_uniqueness = dtype.startswith(("float", "complex"))
        array = ArrayPrint(
            kind=kind,
            tokens=placed,
            shape=shape,
            cut=False,
            printer=printer.name,
            dtype=dtype,
            start=shift + span[0],
            end=shift + span[1],
            by_uniqueness=by_uniqueness,
            in_words=by_uniqueness and printer is PYTHON,
        )
        self.found.append(FoundPrint(array, label))
        self.places_of.append((tuple([(at + shift, at + shift + len(text)) for text, at in tokens]), self.counters))
        self.label, self.mark, self.left_out, self.shape_before = own, span[1], None, kind == "shape"

    def before(self, start: int) -> str:
        """The text between the last golden and ``start``."""
        return self.text[max(self.mark, start - FARTHEST_WORDS) : start]

    def alone(self, start: int, end: int) -> bool:
        """Whether the line holds nothing but the text from ``start`` to ``end``."""
        return end >= len(self.text) and not self.text[:start].strip()

    @cached_property
    def integers_alone(self) -> bool:
        """Whether the line holds nothing but integers."""
        return _INTEGERS.issuperset(self.text)

    @cached_property
    def numbers_alone(self) -> bool:
        """Whether the line holds nothing but numbers."""
        return _NUMBERS.fullmatch(self.text) is not None

    def goes_on_with_numbers(self, start: int) -> bool:
        """Whether the value at ``start`` follows a scalar on a line of numbers only."""
        return self.label is not None and self.numbers_alone and not self.before(start).strip()

    def assigned(self, start: int) -> bool:
        """Whether the value at ``start`` has a label of its own."""
        return start > self.mark and ASSIGNED.search(self.before(start)[-NEAR_TIE:]) is not None

    def named(self, start: int) -> tuple[str, str]:
        """The label of the value at ``start``, without and with the line's counters; by default the last one."""
        before = self.before(start)
        counts_last = bool(self.label) and _VERB.fullmatch(before) is not None and self._count_last()
        first = self.label is None
        own = "" if counts_last else words_before(before, first=first)
        if self.label is not None and SPREAD.search(before):
            own = f"{self.label} ±".strip()
        elif self.label and _UP_TO.fullmatch(before) is not None:
            own = f"{self.label} to"
        elif self.label is not None and _OF_THE_LAST.fullmatch(before) is not None:
            behind = _WORDS_OF_ITS_OWN.match(self.text, start)
            own = f"{self.label} {behind[1]}" if behind is not None else self.label
        elif first and ": " in own:
            self.head = head_of(before, own)
        elif own and not first and (shared := head_before(self.label or "", own)):
            own = f"{shared} {own}"
        elif own and self.head and not first:
            own = f"{self.head} {own}"
        elif not own and self.label is not None:
            is_a_share = self.label.endswith(" ±") and _SHARE.match(self.text, start) is not None
            own = f"{self.label} in percent" if is_a_share else self.label.removesuffix(" ±")
        if "0" in own:
            self.named_by_digits = True
        if own != self.label:
            self.left_out = None
        contexts = [_without_setting(one, own) for one in self.contexts]
        named = [*contexts, own] if own not in _VERBS or not contexts else contexts
        return own, " ".join(named).strip()

    def leading_integer(self, position: int) -> int:
        """Records an integer that begins a longer line as a counter; returns the position of the rest."""
        leading = LEADING_INTEGER.match(self.text, position)
        if leading is None or leading.end() >= len(self.text) or (self.result and self.integers_alone):
            return position
        reason = "timing" if IN_A_TIME.match(self.text, leading.end("number")) else "enumeration"
        self.skip(reason, leading.start("number"), leading.end("number"))
        self._count(leading["number"], leading.span("number"))
        self.mark = leading.end()
        return leading.end()

    def share(self, start: int, end: int) -> None:
        """Records ``(500 5%)``, a fraction of progress, as a counter; the next label begins after it."""
        number = _DIGITS.search(self.text, start)
        self.skip("progress", start, end)
        if number is not None and len(self.contexts) < MOST_COUNTERS:
            self._count(number.group(), number.span())
        self.mark = end

    def counter(self, context: re.Match[str]) -> None:
        """Adds what :data:`CONTEXT` matched to the labels of what follows."""
        assert context.re is CONTEXT
        before = words_before(self.before(context.start()), first=self.label is None)
        before = before if any(map(str.isalnum, before)) else ""
        if self.label is not None and self._has_counted(context["word"] or ""):
            self.contexts, self.counters = [], ()
        parameter = f"{context['parameter']}={context['value']}"
        named = parameter if context["parameter"] else f"{context['word']} {context['number']}"
        if len(self.contexts) < MOST_COUNTERS:
            self._count(f"{before} {named}".strip(), context.span("value" if context["parameter"] else "number"))
        self.skip("counter", context.start(), context.end())
        self.mark = context.end()

    def _has_counted(self, word: str) -> bool:
        """Whether an earlier counter has this word; its values are those before the next."""
        return bool(word) and any(f" {word} " in f" {one} " for one in self.contexts)

    def _count_last(self) -> bool:
        """Turns the last scalar into a counter, as in ``error at step 0.5 is 0.25``, whose label also names the next.

        False if it has a sign before it, as in ``at step = 0.5``.
        """
        last = self.found[-1]
        if not isinstance(last, FoundPrint) or last.array.shape or len(self.contexts) >= MOST_COUNTERS:
            return False
        start, end = last.array.start - self.shift, last.array.end - self.shift
        if not self.text[:start].rstrip()[-1:].isalnum():
            return False
        del self.found[-1], self.places_of[-1]
        self.skip("counter", start, end)
        joined = _JOINED.search(self.text, max(start - _LONGEST_JOINED, 0), start)
        of = f"{joined[1]} " if joined else ""
        self._count(f"{self.label} {of}{self.text[start:end]}", (start, end))
        self.label = self.left_out = None
        return True

    def _count(self, words: str, number: tuple[int, int]) -> None:
        self.contexts.append(words)
        digits = [self.shift + at for at in range(*number) if self.text[at].isdigit()]
        self.counters = (*self.counters, *digits)
