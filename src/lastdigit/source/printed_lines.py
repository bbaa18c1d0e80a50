"""The lines written by the ``print`` calls of a cell: their words, and the expressions of the values in between.

They distinguish a list in a sentence, or the tuple of a shape, from text that merely looks like one.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from lastdigit.base.frozen import frozen
from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.format_specs import IN_PERCENT
from lastdigit.source.printed_calls import Helpers, PrintCall, print_calls
from lastdigit.source.syntax import parse, spelled
from lastdigit.source.words_between import (
    DESCRIBES,
    ENDS_BEFORE_ANOTHER,
    LEADS_TO_A_VALUE,
    NAMED_BEHIND,
    OF_THE_VALUE_BEFORE,
    OPERAND,
    OPERATES,
    joins,
)
from lastdigit.source.written_parts import Part, Value, lines_of

_VALUE = (
    r"(\[[^\[\]\n]{1,400}\]|\([^()\n]{1,400}\)|\{[^{}\n]{1,400}\}"
    r"|(?:torch\.)?Size\(\[[^\]\n]{0,400}\]\)|(?:\d{1,4}h )?\d{1,6}m \d{1,2}s(?: \(- ?[^()\n]{1,40}\))?|\S{1,400})"
)
_VALUE_OR_WORDS = rf"{_VALUE[:-1]}|[^\W\d][^\n]{{0,400}})"
"""The last value of a line, which may be several words."""
_VALUE_OR_NAME = rf"{_VALUE[:-1]}|[^\W\d][^\n,;:|=()\[\]]{{0,60}}?(?: \([12]\d\d\d\))?)"
"""A value before words of the source, which may be a name of several words, with its year."""
_ANYTHING = r"[^\n]{0,1000}?"
_PADDING = " {0,80}"
"""Padding added by a format width."""
_MOST_VALUES = 8
_SIGNS = " :=$€£¥"
LONGEST = 1000
"""The limit on values in a line and on its length, which bounds the matching time."""
_NO_MORE_OF_IT = re.compile(r"\D*|[ ]?/[ ]?[\d,]{1,30}")
_SLASHED = re.compile(r"\A\W*[\w-]{3,40}(?: ?/ ?[\w-]{3,40})+\W*\Z")
"""Names with slashes in between, and no unit such as ``km/h``."""
_WORD = re.compile(r"[^\W\d_]")
_COUNTED_THEN_BRACKET = re.compile(r" [^\W\d_][\w -]*\($")
"""Words for what a value counts, and a bracket before the next one, as in ``40 rows (12.5%)``."""
_GOES_ON = re.compile(r"\w (?:of|for|at|in|on|from)\b|\w \w*(?:[^\Wsiu]s|ices)\Z")
"""A name with words of its own behind, or a plural, in a list of names."""
IS_A_NAME = Rule(
    r"\.(?:(?:full_?)?name|__name__|__qualname__|device|uid|uuid)\Z", "an expression is a name", "x.name", "x.names"
)
IS_A_SHAPE = Rule(
    r"\.(?:shape|size\(\)|get_shape\(\))(?:\.as_list\(\))?\Z|\A(?:tuple|list|str)\([\w.\[\]]{1,80}\.(?:shape|size\(\))\)\Z"
    r"|\A(?:(?:np|numpy|jnp|onp|tf|ops|K)\.)?shape\([^()]{1,80}\)\Z",
    "an expression is a shape",
    "tuple(x.shape)",
    "len(x.shape)",
)


@frozen
class Hole:
    """A value on a printed line: its ``expression``, and the ``words`` immediately before it.

    ``tells_apart``: other values of the line depend on this name, as ``x[n]`` on ``n``. ``is_listed``: its words are
    from a list of names before all values of the line, as in ``print("mean, error", mean, error)``. ``repeats``: a
    loop or a helper prints the line. ``is_followed``: nothing but spaces separates it from the next value.
    ``among_others``: the line has more values.
    ``in_parentheses``: it stands behind a bracket, and the words before that bracket belong to the value before them.
    ``told_by``: the word that the line shows of a name on which it depends, as ``x[key]`` on ``key``.
    ``tells_rounds``: it is the variable of a loop around the call, and tells its rounds apart.
    """

    expression: str
    words: str
    value: Value
    tells_apart: bool = False
    is_listed: bool = False
    repeats: bool = False
    is_followed: bool = False
    in_parentheses: bool = False
    among_others: bool = False
    told_by: str = ""
    tells_rounds: bool = False

    @property
    def is_shape(self) -> bool:
        """Whether it prints a shape."""
        return IS_A_SHAPE.search(self.expression) is not None

    @property
    def label(self) -> str:
        """Its label."""
        words = LEADS_TO_A_VALUE.sub("", self.words).removeprefix("and ")
        names_nothing = joins(self.words.rstrip(_SIGNS)) or joins(words) or not _WORD.search(words)
        return self.expression if names_nothing else words


@frozen
class PrintedLine:
    """A line as written by a source: a pattern whose groups are its values; ``times`` is how often it is written.

    ``fixed`` is the number of characters of its text: of several patterns that a line fits, that with most is its own.
    ``is_part``: other calls may print on the same line.
    """

    pattern: re.Pattern[str]
    holes: tuple[Hole, ...]
    fixed: int = 0
    times: int = 0
    repeats: bool = False
    is_part: bool = False

    def at(self, line: str, start: int, end: int) -> Hole | None:
        """The value from ``start`` to ``end`` of ``line``, if the source wrote that line.

        What follows immediately may be text of the line: a percent sign, or the whole of which it is a part.
        """
        match = self._match(line)
        for number, hole in enumerate(self.holes, start=1):
            if match is None or match.start(number) != start:
                continue
            if match.end(number) <= end and _NO_MORE_OF_IT.fullmatch(line, match.end(number), end):
                is_last = number == len(self.holes)
                is_followed = not is_last and line[match.end(number) : match.start(number + 1)].isspace()
                tells_apart = self._tells_apart(hole)
                return replace(
                    hole,
                    tells_apart=tells_apart,
                    repeats=self.repeats,
                    is_followed=is_followed,
                    among_others=len(self.holes) > 1,
                    told_by=self._told_by(hole, match),
                )
        return None

    def _told_by(self, hole: Hole, match: re.Match[str]) -> str:
        names = {one.id for one in ast.walk(hole.value.node) if isinstance(one, ast.Name)}
        words = (
            match.group(number).strip()
            for number, other in enumerate(self.holes, start=1)
            if other is not hole and isinstance(other.value.node, ast.Name) and other.value.node.id in names
        )
        return next((one for one in words if _WORD.match(one)), "")

    def _match(self, line: str) -> re.Match[str] | None:
        """The groups of ``line``, if the source may have written it: numbers that it writes out are those there."""
        match = self.pattern.fullmatch(line) if len(line) <= LONGEST else None
        if match is None:
            return None
        shown = zip(match.groups(), self.holes, strict=True)
        return match if all(_may_show(text, hole.value.node) for text, hole in shown) else None

    def surrounds_its_values(self, line: str) -> bool:
        """Whether the source wrote ``line``, with several words behind its last value."""
        match = self._match(line) if self.holes else None
        return match is not None and len(line[match.end(len(self.holes)) :].split()) > 2

    def _tells_apart(self, hole: Hole) -> bool:
        """Whether other values of the line depend on this name."""
        if not isinstance(hole.value.node, ast.Name) or len(self.holes) < 2:
            return False
        name = hole.value.node.id
        others = (one.value.node for one in self.holes if one.expression != name and name in one.expression)
        return any(isinstance(node, ast.Name) and node.id == name for other in others for node in ast.walk(other))

    def reason_at(self, line: str, start: int, end: int) -> str | None:
        """Why the text there is no value, as a key of ``REASONS``: words of the line, brackets that these open, a name.

        "" if it may be one, None if the source wrote another line.
        """
        match = self._match(line)
        if match is None:
            return None
        spans = enumerate(map(match.span, range(1, len(self.holes) + 1)))
        overlaps = [(number, first) for number, (first, last) in spans if first < end and start < last]
        if not overlaps:
            return None if self.is_part else "setting"
        number, first = overlaps[0]
        if start < first:
            return "container"
        return "identifier" if IS_A_NAME.search(self.holes[number].expression) else ""


def _may_show(text: str, node: ast.expr) -> bool:
    """Whether a text may be what ``print`` shows of an expression: of an integer without a format, its digits."""
    if not isinstance(node, ast.Constant):
        return True
    if node.value is None:
        return "None" in text
    return type(node.value) is not int or not text.isdecimal() or int(text) == node.value


def holes_at(lines: Sequence[PrintedLine], line: str, places: Sequence[tuple[int, int]]) -> Sequence[Hole]:
    """The values at all ``places`` of ``line``, by the first of the source's lines that has a value at each."""
    for written in lines:
        holes = [hole for hole in (written.at(line, *place) for place in places) if hole is not None]
        if len(holes) == len(places):
            return holes
    return ()


@lru_cache(maxsize=4)
def written_lines(source: Passage, helpers: Helpers) -> list[WrittenLine]:
    """Every line written by the ``print`` calls in ``source``, in order; none if it is no Python."""
    tree = parse(source)
    calls = print_calls(tree, source, helpers) if tree else ()
    return [line for entry in calls for line in _lines_by(entry)]


def _lines_by(entry: PrintCall) -> Iterator[WrittenLine]:
    """The lines of a call, of which the last may go on with what the next call prints."""
    *closed, last = list(lines_of(entry.call)) or [[]]
    end = next((one.value for one in entry.call.keywords if one.arg == "end"), None)
    goes_on = isinstance(end, ast.Constant) and isinstance(end.value, str) and "\n" not in end.value
    yield from (WrittenLine(tuple(line), entry) for line in closed)
    yield WrittenLine(tuple(last), entry, goes_on=goes_on)


@lru_cache(maxsize=4)
def own_lines(source: Passage, helpers: Helpers) -> dict[str, PrintedLine]:
    """The lines that helpers print, with parameter names instead of arguments, by pattern.

    For a helper that prints more often than it is visibly called, only these names are known.
    """
    found: dict[str, PrintedLine] = {}
    counts = Counter[str]()
    for written in written_lines(source, helpers):
        pattern = written.pattern
        if pattern is None or not written.by.put_in or written.by.loop or written.by.own is None:
            continue
        for line in lines_of(written.by.own):
            own = _pattern(tuple(line))
            if own is not None and own.pattern == pattern.pattern:
                found[own.pattern.pattern] = own
                counts[own.pattern.pattern] += 1
    return {text: replace(own, times=counts[text]) for text, own in found.items()}


@lru_cache(maxsize=4)
def printed_lines(source: Passage, helpers: Helpers) -> list[PrintedLine]:
    """The lines that ``source`` prints with words and values, or with several values, as far as they are plain."""
    lines = [(line, pattern) for line in written_lines(source, helpers) if (pattern := line.pattern) is not None]
    alone = [pattern for _, pattern in lines]
    if not any(line.goes_on for line in written_lines(source, helpers)):
        return alone
    return alone + [_among_others(pattern, goes_on=line.goes_on) for line, pattern in lines]


def _among_others(line: PrintedLine, *, goes_on: bool) -> PrintedLine:
    """A line where other calls print before it on the same line, and behind it if it ``goes_on``."""
    pattern = line.pattern.pattern
    head = _ANYTHING if _WORD.search(pattern.partition(_PADDING)[0]) else ""
    tail = _ANYTHING if goes_on else ""
    return replace(line, pattern=re.compile(f"{head}{pattern}{tail}"), fixed=line.fixed - 1, is_part=True)


@frozen
class WrittenLine:
    """A line written by a call, as texts and values; ``goes_on``: the next call prints behind it."""

    parts: tuple[Part, ...]
    by: PrintCall
    goes_on: bool = False

    @property
    def values(self) -> list[Value]:
        """The inserted values."""
        return [part for part in self.parts if isinstance(part, Value)]

    @property
    def pattern(self) -> PrintedLine | None:
        """The line as a pattern, if it has one."""
        pattern = _pattern(self.parts)
        if pattern is None:
            return None
        names = self.by.variables.tell_apart(among_others=len(pattern.holes) > 1)
        holes = [replace(hole, tells_rounds=hole.expression in names) for hole in pattern.holes]
        return replace(pattern, holes=tuple(holes), repeats=self.by.loop > 0 or self.by.put_in)

    def may_be(self, text: str) -> bool:
        """Whether it may have been printed as ``text``, including all lines of its values."""
        texts = [""]
        for part in self.parts:
            if isinstance(part, str):
                texts[-1] += part
            else:
                texts.append("")
        first, last = texts[0].lstrip(), texts[-1].rstrip()
        text = text.strip()
        if len(texts) == 1:
            return text == first.rstrip()
        if text.startswith("('") and text.endswith(")") and len(self.by.call.args) > 1 and not first.startswith("("):
            return True
        if not (text.startswith(first) and text.endswith(last) and len(text) >= len(first) + len(last)):
            return False
        position, end = len(first), len(text) - len(last)
        for words in texts[1:-1]:
            found = text.find(words, position, end)
            if found < 0:
                return False
            position = found + len(words)
        return True


def _pattern(line: Sequence[Part]) -> PrintedLine | None:
    """A line as a pattern; None if nothing separates its values, or there is nothing beside them."""
    texts, values = [""], list[str]()
    holes: list[Hole] = []
    for part in line:
        if isinstance(part, str):
            texts[-1] += part
            continue
        words = texts[-1]
        if holes and not any(map(str.isspace, words)):
            if not words:
                return None
            values[-1] = _up_to(words[0])
        is_fraction = len(holes) > 1 and texts[-2].strip() == "/"
        in_parentheses = bool(holes) and not is_fraction and _COUNTED_THEN_BRACKET.match(words) is not None
        describes_the_value_before = bool(holes) and DESCRIBES.match(words) is not None
        is_named = _WORD.search(words) is not None and not (in_parentheses or describes_the_value_before)
        own = OF_THE_VALUE_BEFORE.expression.sub("", words) if holes else words
        name = _without_signs(own) if is_named else ""
        written = " ".join(spelled(part.node).split())
        written = f"{written}{IN_PERCENT}" if part.in_percent else written
        holes.append(Hole(written, name, part, in_parentheses=in_parentheses))
        values.append(_VALUE)
        texts.append("")
    holes = [replace(one, words=_named_behind(*texts[at : at + 2]) or one.words) for at, one in enumerate(holes)]
    if not holes or len(holes) > _MOST_VALUES or not (len(holes) > 1 or any(map(_WORD.search, texts))):
        return None
    if len(holes) > 1 and values[-1] == _VALUE and not texts[-1].strip():
        values[-1] = _VALUE_OR_WORDS
    texts[0], texts[-1] = texts[0].lstrip(), texts[-1].rstrip()
    values = [
        _VALUE_OR_NAME if value == _VALUE and _WORD.search(behind) else value
        for value, behind in zip(values, texts[1:], strict=True)
    ]
    between = [_PADDING + value + _PADDING + re.escape(text) for value, text in zip(values, texts[1:], strict=True)]
    fixed = sum(len(text.strip()) for text in texts)
    pattern = re.compile(re.escape(texts[0]) + "".join(between))
    are_slashed = "," not in texts[0] and _SLASHED.search(texts[0]) and all(one.strip() == "/" for one in texts[1:-1])
    sign = "/" if are_slashed else ","
    return PrintedLine(pattern, _with_operands(_with_listed_names(holes, sign)), fixed)


def _named_behind(before: str, behind: str) -> str:
    """The words behind a value that name it, as those before it do the one before: "{} in trees and {} in shrubs"."""
    found = NAMED_BEHIND.match(behind) if ENDS_BEFORE_ANOTHER.match(before) else None
    return found[1] if found is not None else ""


def _without_signs(words: str) -> str:
    """Words without the signs around them; bars stay that enclose an expression, as in ``|f(x)|``."""
    plain = words.strip(" \t:=,(;")
    plain = plain if plain.count("|") == 2 and plain.startswith("|") else plain.strip(" \t:=,(|;")
    return plain.lstrip(" )") if plain.count(")") > plain.count("(") else plain


def _with_listed_names(holes: Sequence[Hole], sign: str) -> tuple[Hole, ...]:
    """The values of a line; if its words before them list as many names, with a ``sign`` between, each has its own.

    If the last of these goes on, as in ``x, y indices of the peak``, all of the words name all of the values.
    """
    first, *others = holes
    names = [name.strip() for name in first.words.split(sign)]
    names = [name.rstrip("])=: ") if name.count("(") < name.count(")") else name for name in names]
    if len(names) != len(holes) or len(holes) < 2 or not all(names) or any(hole.words for hole in others):
        return tuple(holes)
    if _GOES_ON.search(names[-1]) and not any(map(_GOES_ON.search, names[:-1])):
        return tuple([replace(hole, words=f"{first.words} {hole.expression}", is_listed=True) for hole in holes])
    return tuple([replace(hole, words=name, is_listed=True) for hole, name in zip(holes, names, strict=True)])


def _with_operands(holes: Sequence[Hole]) -> tuple[Hole, ...]:
    """The values of a line; those of which the words say what is computed, ``sum of a and b is c``, name themselves."""
    pairs = pairwise(holes)
    followed = [OPERATES.search(hole.words) and OPERAND.search(before.words) for before, hole in pairs]
    return tuple(
        [
            replace(hole, words=hole.expression, is_listed=True) if is_one else hole
            for hole, is_one in zip(holes, [*followed, False], strict=True)
        ]
    )


def _up_to(sign: str) -> str:
    """A value that ends at a given character, without a space in between."""
    return rf"([^\s{re.escape(sign)}]{{1,400}})"
