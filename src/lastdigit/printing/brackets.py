"""Nested brackets of numbers, as NumPy, torch and Python print them, with the place of every token."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lastdigit.printing.print_format import NUMBER

_SPACE = re.compile(r"[\s,]*")
_PART_OF_A_NUMBER = re.compile(r"[-+]|[-+]?[\d.]+[eE][-+]?")
_AFTER_NUMBER = re.compile(r"[\s,\]]|\Z")


@dataclass(frozen=True)
class Token:
    """A number's text and its offset in the text that was read."""

    text: str
    offset: int


@dataclass(frozen=True)
class BracketedNumbers:
    """A rectangular nest of numbers, flat in row-major order; ``cut`` where the text ended inside it."""

    tokens: tuple[Token, ...]
    shape: tuple[int, ...]
    end: int
    cut: bool
    commas: bool


def read_brackets(text: str, start: int) -> BracketedNumbers | None:
    """The numbers of the bracket that opens at ``start``, or None where this is no rectangular array of numbers.

    Where the text ends inside the brackets, the last token may be a part of one; what is no number yet, such as a sign,
    is left out. The shape then counts the rows that were begun, and the last of them may be short.
    """
    tokens: list[Token] = []
    counts: list[int] = []
    shape: dict[int, int] = {}
    depth_of_numbers = 0
    position = start
    commas = False
    while position < len(text):
        character = text[position]
        if character == "[":
            counts.append(0)
            position += 1
        elif character == "]":
            if shape.setdefault(len(counts), counts[-1]) != counts[-1]:
                return None
            counts.pop()
            position += 1
            if not counts:
                return BracketedNumbers(tuple(tokens), tuple(shape[d] for d in sorted(shape)), position, False, commas)
            counts[-1] += 1
        else:
            if _PART_OF_A_NUMBER.fullmatch(text, position):
                break
            number = NUMBER.match(text, position)
            if number is None or not _AFTER_NUMBER.match(text, number.end()):
                return None
            if depth_of_numbers not in (0, len(counts)):
                return None
            depth_of_numbers = len(counts)
            counts[-1] += 1
            tokens.append(Token(number.group(), position))
            position = number.end()
        gap = _SPACE.match(text, position)
        assert gap is not None
        commas = commas or "," in gap.group()
        position = gap.end()
    if not tokens:
        return None
    return BracketedNumbers(tuple(tokens), _shape_of_cut(counts, shape), len(text), True, commas)


def _shape_of_cut(counts: list[int], shape: dict[int, int]) -> tuple[int, ...]:
    """The shape that was begun: of an open bracket what it has held so far, the one being written included."""
    extents = dict(shape)
    for depth, count in enumerate(counts, start=1):
        begun = count + (1 if depth < len(counts) else 0)
        extents[depth] = max(begun, extents.get(depth, 0))
    return tuple(extents[depth] for depth in sorted(extents))
