"""Nested brackets of numbers, as NumPy, torch and Python print them, with the offset of every token."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from lastdigit.printing.bracketed_numbers import BracketedNumbers
from lastdigit.printing.plain_brackets import read_plain
from lastdigit.printing.tokens import BEGUN, COMPLEX, NUMBER, TOKEN, Token, is_boolean, is_complex

DEEPEST = 64
"""The largest number of axes of a NumPy array, and more than any printer shows."""

_BRACKET = re.compile(r"[][()]")
_WORD = re.compile(r"[^\s,]+")
_WORD_OR_COMPLEX = re.compile(rf"(?:{COMPLEX.pattern})(?![^\s,])|[^\s,]+")
_MISPLACED_COMMA = re.compile(r"[,[(]\s*,|,\s*\]")
DOTS = "..."
"""What NumPy writes for the items that it leaves out."""
_LINES_LEFT_OUT = re.compile(r"\n\.\.\.\n")
"""xarray omits whole lines of a long array, including the comma."""


@dataclass
class _Open:
    """An open bracket: its character, the number of items so far, and the number of items before its dots."""

    character: str
    items: int = 0
    dots: int | None = None

    @property
    def edges(self) -> tuple[int, int] | None:
        return None if self.dots is None else (self.dots, self.items - self.dots)


@dataclass
class _Nest:
    """The state of reading a nest of brackets."""

    tokens: list[Token] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    extents: dict[int, tuple[int, tuple[int, int] | None]] = field(default_factory=dict)
    depth_of_numbers: int = 0
    gaps: int = 0
    dots: int = 0

    tuples: bool = False
    kinds: set[str] = field(default_factory=set)

    def add(self, words: list[Token]) -> bool:
        """Add the words between two brackets; False if they are not items of an array."""
        if not all(map(NUMBER.fullmatch, [text for text, _ in words])):
            if not self._without_dots(words):
                return False
            self.kinds.update(map(_kind, [text for text, _ in words]))
        elif words:
            self.kinds.add("real")
        if words:
            if self.depth_of_numbers not in (0, len(self.open)):
                return False
            self.depth_of_numbers = len(self.open)
            self.open[-1].items += len(words)
            self.tokens += words
        return True

    def _without_dots(self, words: list[Token]) -> bool:
        """Remove the dots from words that are not all finite numbers; False if another word is not a token."""
        here = self.open[-1]
        for index, word in enumerate(words):
            if word.text == DOTS:
                if here.dots is not None:
                    return False
                here.dots = here.items + index
                self.dots += 1
            elif TOKEN.fullmatch(word.text) is None:
                return False
        words[:] = [word for word in words if word.text != DOTS]
        return True

    def close(self, character: str) -> bool:
        """Close the innermost bracket; False if it does not match its opening, or its length that of its neighbours."""
        closed = self.open.pop()
        extent = closed.items, closed.edges
        self.gaps += max(closed.items + (closed.dots is not None) - 1, 0)
        if closed.character == "(" and closed.items == 1:
            self.gaps += 1
        if self.open:
            self.open[-1].items += 1
        fits = closed.character + character in ("[]", "()")
        return fits and self.extents.setdefault(len(self.open), extent) == extent


def read_brackets(text: str, start: int) -> BracketedNumbers | None:
    """The numbers of the bracket that opens at ``start``, or None if it is not a rectangular array of numbers.

    Where the text ends inside the brackets, the last token may be incomplete; a word that is not yet a token, such as a
    sign, is dropped. The shape then includes the last row, which may be short.
    """
    if not text.startswith(("[", "("), start):
        return None
    plain = read_plain(text, start)
    if plain is not None:
        return plain
    nest = _Nest()
    position = start
    while (bracket := _BRACKET.search(text, position)) is not None:
        if bracket.start() > position and not nest.add(_words(text, position, bracket.start())):
            return None
        position = bracket.end()
        if bracket.group() in "])":
            if not nest.open or not nest.close(bracket.group()):
                return None
            if not nest.open:
                return _whole(text, start, position, nest)
        elif nest.open and (number := COMPLEX.match(text, bracket.start())) is not None:
            if not nest.add([Token(number.group(), bracket.start())]):
                return None
            position = number.end()
        elif nest.kinds == {"complex"} and BEGUN.fullmatch(text, bracket.start()) is not None:
            return _cut(text, start, len(text), nest)
        else:
            nest.open.append(_Open(bracket.group()))
            nest.tuples = nest.tuples or bracket.group() == "("
            if len(nest.open) > DEEPEST:
                return None
    return _cut(text, start, position, nest)


def _words(text: str, start: int, end: int) -> list[Token]:
    pattern = _WORD if text.find("j", start, end) < 0 else _WORD_OR_COMPLEX
    offsets = [word.start() for word in pattern.finditer(text, start, end)]
    return list(map(Token._make, zip(pattern.findall(text, start, end), offsets, strict=True)))


def _whole(text: str, start: int, end: int, nest: _Nest) -> BracketedNumbers | None:
    commas = text.count(",", start, end)
    left_out = len(_LINES_LEFT_OUT.findall(text, start, end)) if nest.dots else 0
    everywhere = commas + left_out == nest.gaps > 0 and not _MISPLACED_COMMA.search(text, start, end)
    nowhere = commas in (0, nest.dots) and not nest.tuples  # NumPy 1.13 prints a comma after its dots.
    if not (everywhere or nowhere) or len(nest.kinds) > 1:
        return None
    extents = [nest.extents[depth] for depth in sorted(nest.extents)]
    shape, edges = tuple(items for items, _ in extents), tuple(edge for _, edge in extents)
    if math.prod(shape) != len(nest.tokens):
        return None
    return BracketedNumbers(tuple(nest.tokens), shape, end, False, everywhere, edges)


def _cut(text: str, start: int, position: int, nest: _Nest) -> BracketedNumbers | None:
    """The numbers of a text that ends inside the brackets; ``position`` is the end of the last bracket."""
    words = _words(text, position, len(text))
    if words and words[-1].offset + len(words[-1].text) == len(text):
        of_complex = any(is_complex(token.text) for token in (*nest.tokens[:1], *words[:1]))
        while words and (TOKEN.fullmatch(words[-1].text) is None or (of_complex and not is_complex(words[-1].text))):
            if BEGUN.fullmatch(text, words[-1].offset) is None:
                return None
            words.pop()
    if not nest.add(words) or not nest.tokens or len(nest.kinds) > 1:
        return None
    shape = {depth: items for depth, (items, _) in nest.extents.items()}
    edges = {depth: edge for depth, (_, edge) in nest.extents.items()}
    for depth, bracket in enumerate(nest.open):
        begun = bracket.items + (depth + 1 < len(nest.open))
        shape[depth] = max(begun, shape.get(depth, 0))
        edges.setdefault(depth, bracket.edges)
    axes = sorted(shape)
    commas = text.count(",", start) > nest.dots
    return BracketedNumbers(
        tuple(nest.tokens), tuple(shape[axis] for axis in axes), len(text), True, commas, tuple(edges[a] for a in axes)
    )


def _kind(token: str) -> str:
    """The kind of ``token``: boolean, complex or real; nan and the infinities are real."""
    return "boolean" if is_boolean(token) else "complex" if is_complex(token) else "real"
