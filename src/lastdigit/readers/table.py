"""The table of readers: by file extension, and by content if that is ambiguous."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from lastdigit.base.errors import UnreadableDocument
from lastdigit.document import Document
from lastdigit.readers.html import read_html
from lastdigit.readers.markdown import read_markdown
from lastdigit.readers.notebook import read_notebook
from lastdigit.readers.rest import read_rest
from lastdigit.readers.text_file import read_text_file
from lastdigit.readers.text_layout import HEADER, text_layout
from lastdigit.readers.transcript import read_docstrings, read_transcript, transcript

Reader = Callable[[Path], Document]

_TYPED_BEHIND_A_PROMPT = re.compile(r"^[ \t]*(?:>>> |In \[\d+\]: *\S|Out\[\d+\]:)", re.MULTILINE)


def read_plain_text(path: Path) -> Document:
    """Read a ``.txt`` file: a notebook in text layout, with headers on lines of their own, or a transcript."""
    file = read_text_file(path, overprints=True)
    if HEADER.search(file.text) and not _TYPED_BEHIND_A_PROMPT.search(file.text):
        return text_layout(file)
    return transcript(file)


READERS: dict[str, Reader] = {
    ".ipynb": read_notebook,
    ".txt": read_plain_text,
    ".text": read_plain_text,
    ".log": read_transcript,
    ".out": read_transcript,
    ".pycon": read_transcript,
    ".py": read_docstrings,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".myst": read_markdown,
    ".qmd": read_markdown,
    ".rst": read_rest,
    ".rest": read_rest,
    ".html": read_html,
    ".htm": read_html,
}


READ_WHERE_NAMED = {".py", ".log", ".out"}
"""Extensions that are read only if a file is named, since few such files are documents."""


def read_document(path: Path) -> Document:
    """Read a document; raises :class:`UnreadableDocument` if no reader supports its format."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise UnreadableDocument(path, 1, f"a file with an extension of {', '.join(READERS)}", path.suffix or "none")
    return reader(path)


def find_documents(paths: list[Path]) -> list[Path]:
    """The given files, and all documents in the given folders and their subfolders, sorted by name.

    Hidden folders are skipped, and so are programs and logs, which are read only if named.
    """
    found: list[Path] = []
    for path in paths:
        found += sorted(_below(path)) if path.is_dir() else [path]
    return found


def _below(folder: Path) -> Iterator[Path]:
    for entry in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in entry.relative_to(folder).parts)
        if not hidden and entry.suffix.lower() in READERS and entry.suffix.lower() not in READ_WHERE_NAMED:
            yield entry
