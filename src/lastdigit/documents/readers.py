"""The table of readers, by the ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lastdigit.documents.document import Document
from lastdigit.documents.text_layout import read_text_layout
from lastdigit.errors import UnreadableDocument

READERS: dict[str, Callable[[Path], Document]] = {".txt": read_text_layout}


def read_document(path: Path) -> Document:
    """Read a document; raises :class:`UnreadableDocument` where no reader knows its kind."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise UnreadableDocument(path, 1, f"a file that ends in {', '.join(READERS)}", f"{path.suffix or 'no ending'}")
    if not path.is_file():
        raise UnreadableDocument(path, 1, "a file", "nothing there")
    return reader(path)


def find_documents(paths: list[Path]) -> list[Path]:
    """The given files, and of the given folders all files that a reader knows, in order of their names."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(entry for entry in path.iterdir() if entry.suffix.lower() in READERS)
        else:
            found.append(path)
    return found
