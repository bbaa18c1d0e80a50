"""The visible text of a piece of HTML, with the offset of every character in the file."""

from __future__ import annotations

from lastdigit.document import Passage
from lastdigit.readers.html_lexer import Tag, tokens

Piece = tuple[str, int | None]
"""A text and its offset in the file; None for text that stands for markup, such as the end of a row."""

_ENDS_LINE = frozenset("br p div tr table li ul ol pre h1 h2 h3 h4 h5 h6 caption".split())  # noqa: SIM905
_ENDS_CELL = frozenset(("td", "th"))


def passage_of(whole: Passage, pieces: list[Piece]) -> Passage:
    """The pieces joined, with the place of every character in ``whole``."""
    jumps: list[tuple[int, int, int]] = []
    length, following = 0, -1
    for text, offset in pieces:
        if offset is None:
            following = -1
        elif text:
            place = whole.place(offset) if offset != following else None
            if place:
                jumps.append((length, place.line, place.column))
            jumps += [
                (length + at - offset, line, column)
                for at, line, column in whole.jumps_between(offset, offset + len(text))
            ]
            following = offset + len(text)
        length += len(text)
    first_line = jumps[0][1] if jumps else whole.first_line
    return Passage("".join([text for text, _ in pieces]), first_line, whole.within, tuple(jumps))


def visible_text(markup: Passage) -> Passage:
    """The text of ``markup``: one line per table row, two spaces between cells."""
    pieces: list[Piece] = []
    separator = ""
    for token in tokens(markup.text):
        if isinstance(token, Tag):
            if token.name in _ENDS_LINE:
                separator = "\n"
            elif token.name in _ENDS_CELL and separator != "\n":
                separator = "  "
        elif stripped := token.text.strip():
            before = len(token.text) - len(token.text.lstrip())
            if before and not separator:
                separator = " "
            if separator and pieces:
                pieces.append((separator, None))
            pieces.append((stripped, token.start + before))
            separator = " " if token.text[-1].isspace() else ""
    return passage_of(markup, pieces)
