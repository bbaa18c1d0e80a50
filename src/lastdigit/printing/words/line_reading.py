"""The state of reading one line of words: what was found, and which words name what comes next."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import Found, FoundPrint, LeftOut
from lastdigit.printing.printers import NUMPY, PYTHON
from lastdigit.printing.thresholds import FARTHEST_WORDS, MOST_COUNTERS, NEAR_TIE
from lastdigit.printing.tokens import Token
from lastdigit.printing.words.line_kinds import REASONS
from lastdigit.printing.words.line_labels import ASSIGNED, CONTEXT, IN_A_TIME, LEADING_INTEGER, SPREAD, words_before

_INTEGERS = frozenset("0123456789- ")
_DIGITS = re.compile(r"\d+")
_NUMBERS = re.compile(
    r"(?:\s{0,20}[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[-+]?\d{1,3})?(?=\s|\Z)){1,100}\s{0,20}"
)


@dataclass
class LineReading:
    """A line; offsets that leave here are larger by ``shift``, which counts what was overwritten before it.

    ``mark`` is where the words begin that name what comes next, ``label`` what named the last number, ``left_out`` why
    that one was left out, ``head`` what the line says of all of its numbers, and ``contexts`` are its counters, whose
    digits stand at ``counters``. ``places_of`` are for each scalar the spans of its tokens, and those of the counters'
    digits in its label. ``named_by_digits``: some words that say what a number is have zeros in them.
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
        """Leaves out what stands from ``start`` to ``end``."""
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
        """Takes a scalar or a shape; ``named`` are the words for it alone, and those with the line's counters.

        Commas between thousands are left out of its tokens.
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
        """What stands between the last golden and ``start``."""
        return self.text[max(self.mark, start - FARTHEST_WORDS) : start]

    def alone(self, start: int, end: int) -> bool:
        """Whether the line holds nothing else."""
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
        """Whether what begins at ``start`` follows a scalar on a line of numbers, as several values are printed."""
        return self.label is not None and self.numbers_alone and not self.before(start).strip()

    def assigned(self, start: int) -> bool:
        """Whether what begins at ``start`` has a name of its own."""
        return start > self.mark and ASSIGNED.search(self.before(start)[-NEAR_TIE:]) is not None

    def named(self, start: int) -> tuple[str, str]:
        """The words before ``start``, alone and with the line's counters. Where there are none, the last still hold."""
        before = self.before(start)
        first = self.label is None
        own = words_before(before, first=first)
        if self.label is not None and SPREAD.search(before):
            own = f"{self.label} ±".strip()
        elif first and ": " in own:
            self.head = own.rpartition(": ")[0]
        elif own and self.head:
            own = f"{self.head}: {own}"
        elif not own and self.label is not None:
            own = self.label.removesuffix(" ±")
        if "0" in own:
            self.named_by_digits = True
        if own != self.label:
            self.left_out = None
        return own, " ".join([*self.contexts, own]).strip()

    def leading_integer(self, position: int) -> int:
        """Takes an integer that begins a line of more for a counter, and says where the rest begins."""
        leading = LEADING_INTEGER.match(self.text, position)
        if leading is None or leading.end() >= len(self.text) or (self.result and self.integers_alone):
            return position
        reason = "timing" if IN_A_TIME.match(self.text, leading.end("number")) else "enumeration"
        self.skip(reason, leading.start("number"), leading.end("number"))
        self._count(leading["number"], leading.span("number"))
        self.mark = leading.end()
        return leading.end()

    def share(self, start: int, end: int) -> None:
        """Takes ``(500 5%)``, how far something is, for a counter that begins anew."""
        number = _DIGITS.search(self.text, start)
        self.skip("progress", start, end)
        if number is not None and len(self.contexts) < MOST_COUNTERS:
            self._count(number.group(), number.span())
        self.mark = end

    def counter(self, context: re.Match[str]) -> None:
        """Takes what :data:`CONTEXT` matched into the labels of what follows."""
        assert context.re is CONTEXT
        before = words_before(self.before(context.start()), first=self.label is None)
        parameter = f"{context['parameter']}={context['value']}"
        named = parameter if context["parameter"] else f"{context['word']} {context['number']}"
        if len(self.contexts) < MOST_COUNTERS:
            self._count(f"{before} {named}".strip(), context.span("value" if context["parameter"] else "number"))
        self.skip("counter", context.start(), context.end())
        self.mark = context.end()

    def _count(self, words: str, number: tuple[int, int]) -> None:
        self.contexts.append(words)
        digits = [self.shift + at for at in range(*number) if self.text[at].isdigit()]
        self.counters = (*self.counters, *digits)
