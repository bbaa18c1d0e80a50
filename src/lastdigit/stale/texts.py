"""Splits a text into numbers and words, without parts that change from run to run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

VOLATILE = (
    ("an address", re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")),
    (
        "a moment",
        re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?\b|\b\d?\d:\d\d:\d\d(?:\.\d+)?\b"),
    ),
    ("a duration", re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)? ?(?:ns|[µμu]s|ms|s|sec(?:onds?)?|min(?:utes?)?)\b")),
    ("a temporary file", re.compile(r"/(?:tmp|var/folders)/[^\s:'\"]+")),
)
"""Text that differs in every run: name and pattern."""

_SCALAR_TYPE = re.compile(r"\bnp\.((?:float|int|uint|bool|complex)\w*)\(([^()]*)\)")
"""NumPy 2's representation of a scalar; NumPy 1 shows only the number."""
_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w])|(?<!\w)[-+]?(?:nan|inf)(?!\w)", re.IGNORECASE
)


@dataclass(frozen=True)
class Found:
    """A number in a text, and its line, from 1."""

    token: str
    offset: int
    line: int


@dataclass(frozen=True)
class Shown:
    """One output's text."""

    text: str

    @cached_property
    def plain(self) -> str:
        """The text with volatile parts blanked out, character for character, and scalars without their type."""
        text = self.text
        for name, pattern in VOLATILE:
            text = pattern.sub(lambda found, name=name: _filled(name, len(found[0])), text)  # type: ignore[misc]
        return _SCALAR_TYPE.sub(_without_type, text)

    @cached_property
    def types(self) -> Sequence[str]:
        """The types of NumPy scalars, if printed."""
        return [found[1] for found in _SCALAR_TYPE.finditer(self.text)]

    @cached_property
    def numbers(self) -> Sequence[Found]:
        """Its numbers in order."""
        return [
            Found(found[0], found.start(), self.text.count("\n", 0, found.start()) + 1)
            for found in _NUMBER.finditer(self.plain)
        ]

    @cached_property
    def words(self) -> Sequence[str]:
        """The words between its numbers, independent of layout."""
        return [_squeezed(part) for part in _NUMBER.split(self.plain)]

    def line_of_word(self, number: int) -> int:
        """The line of the words before the number at an index."""
        numbers = self.numbers
        return numbers[min(number, len(numbers) - 1)].line if numbers else 1


def _without_type(found: re.Match[str]) -> str:
    """A scalar's number in place, with its type blanked out."""
    return found[2].rjust(len(found[0]) - 1) + " "


def _filled(name: str, length: int) -> str:
    """A placeholder name of the same length, without digits."""
    return f"<{name}>"[:length].ljust(length, ">")


def _squeezed(text: str) -> str:
    return re.sub(r"\s*([\[\](),])\s*", r"\1", " ".join(text.split()))
