"""Reads transcripts: sessions of Python and IPython, doctests in text or docstrings, and logs without prompts."""

from __future__ import annotations

import re
from pathlib import Path

from lastdigit.document import Cell, Document, Output, Passage
from lastdigit.readers.session import PROMPT, session_cells, without_blank_edges
from lastdigit.readers.terminal import shown
from lastdigit.readers.text_file import TextFile, read_text_file

_BANNER = re.compile(r"(?:\$ |Python |IPython |Type )")


def read_transcript(path: Path) -> Document:
    """Read ``path``: a cell per statement, or one cell without a source whose output is the whole file.

    Raises :class:`~lastdigit.base.errors.UnreadableDocument` if it is not text.
    """
    return transcript(read_text_file(path, overprints=True))


def read_docstrings(path: Path) -> Document:
    """Read the doctests of the Python file ``path``; nothing else in it is an output."""
    file = read_text_file(path)
    return Document(path, file.sha256, tuple(session_cells(Passage(file.text, 1), 1, doctest=True)))


def transcript(file: TextFile) -> Document:
    """The document of a transcript's text."""
    whole = Passage(file.text, 1)
    if PROMPT.search(file.text):
        cells = session_cells(whole, 1, doctest=_is_doctest(file.text))
        return Document(file.path, file.sha256, tuple(cells))
    spans = without_blank_edges(whole, whole.lines())
    outputs = (Output(1, shown(whole.part(spans[0][0], spans[-1][1])), cut=False),) if spans else ()
    return Document(file.path, file.sha256, (Cell(1, None, Passage("", 1), outputs),))


def _is_doctest(text: str) -> bool:
    """Whether prose surrounds the prompts; a session begins with a prompt or with the interpreter's banner."""
    beginning = text[len(text) - len(text.lstrip()) :]
    return "<BLANKLINE>" in text or not (PROMPT.match(beginning) or _BANNER.match(beginning))
