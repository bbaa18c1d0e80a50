"""The lines that the calls of ``print`` in a cell write: their words, and between them the values by their expressions.

By them a list in the middle of a sentence, or the tuple of a shape, is told from what merely looks like one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from lastdigit.document import Passage
from lastdigit.frozen import frozen
from lastdigit.source.printed_calls import Helpers, print_calls
from lastdigit.source.syntax import parse, spelled

_VALUE = r"(\[[^\[\]\n]{1,400}\]|\([^()\n]{1,400}\)|\S{1,400})"
_MOST_VALUES = 8
_LONGEST = 1000
"""More values on a line, and longer lines, are not matched: so that doing it takes no time that counts."""
_JOINING = ("", "and", "or", "vs", "vs.", "to", "with")
_WORD = re.compile(r"[^\W\d_]")
_SHAPE = re.compile(r"\.(?:shape|size\(\)|get_shape\(\))(?:\.as_list\(\))?\Z")


@frozen
class Hole:
    """A value on a printed line: the ``expression`` that it is of, and the ``words`` right before it."""

    expression: str
    words: str

    @property
    def is_shape(self) -> bool:
        """Whether it prints a shape."""
        return _SHAPE.search(self.expression) is not None

    @property
    def label(self) -> str:
        """What names it."""
        return self.expression if self.words.lower() in _JOINING else self.words


@frozen
class PrintedLine:
    """A line as a source writes it: a pattern whose groups are its values."""

    pattern: re.Pattern[str]
    holes: tuple[Hole, ...]

    def at(self, line: str, start: int, end: int) -> Hole | None:
        """The value that stands from ``start`` to ``end`` of ``line``, where the source wrote that line."""
        match = self.pattern.fullmatch(line) if len(line) <= _LONGEST else None
        for number, hole in enumerate(self.holes, start=1):
            if match is not None and match.span(number) == (start, end):
                return hole
        return None


@lru_cache(maxsize=4)
def printed_lines(source: Passage, helpers: Helpers) -> list[PrintedLine]:
    """The lines that ``source`` prints with words and values, or with several values, as far as it says so plainly."""
    tree = parse(source)
    lines = []
    for entry in print_calls(tree, source, helpers) if tree else ():
        for line in _lines(entry.call):
            found = _pattern(line)
            if found is not None:
                lines.append(found)
    return lines


Part = str | ast.expr
"""A piece of a printed line: a text or a value."""


def _lines(call: ast.Call) -> Iterator[list[Part]]:
    """The lines that a call writes, each as texts and values."""
    separator = next((keyword.value for keyword in call.keywords if keyword.arg == "sep"), ast.Constant(" "))
    if not (isinstance(separator, ast.Constant) and isinstance(separator.value, str)):
        return
    line: list[Part] = []
    for number, argument in enumerate(call.args):
        if number:
            line.append(separator.value)
        for part in argument.values if isinstance(argument, ast.JoinedStr) else [argument]:
            if not (isinstance(part, ast.Constant) and isinstance(part.value, str)):
                line.append(part.value if isinstance(part, ast.FormattedValue) else part)
                continue
            first, *others = part.value.split("\n")
            line.append(first)
            for other in others:
                yield line
                line = [other]
    yield line


def _pattern(line: list[Part]) -> PrintedLine | None:
    """A line as a pattern; None where its values are not set apart from one another by spaces, or nothing is beside."""
    pattern, words = "", ""
    holes: list[Hole] = []
    for part in line:
        if isinstance(part, str):
            pattern += re.escape(part)
            words += part
        elif holes and not any(map(str.isspace, words)):
            return None
        else:
            holes.append(Hole(" ".join(spelled(part).split()), words.strip(" \t:=,(") if _WORD.search(words) else ""))
            pattern += _VALUE
            words = ""
    if not holes or len(holes) > _MOST_VALUES or not (len(holes) > 1 or _WORD.search(pattern.replace(_VALUE, ""))):
        return None
    return PrintedLine(re.compile(pattern.strip().removesuffix("\\")), tuple(holes))
