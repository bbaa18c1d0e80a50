"""The text of a document's file: UTF-8, or UTF-16 with a byte order mark; line ends become line feeds."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from lastdigit.base.errors import UnreadableDocument
from lastdigit.base.files import read_content as read_whole
from lastdigit.document import sha256

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True)
class TextFile:
    """A file's text and the SHA-256 of its bytes."""

    path: Path
    sha256: str
    text: str


def read_text_file(path: Path, *, overprints: bool = False) -> TextFile:
    """Read ``path``; raises :class:`UnreadableDocument` if it cannot be read or is not text."""
    content = read_content(path)
    return TextFile(path, sha256(content), decoded_text(path, content, overprints=overprints))


def read_content(path: Path) -> bytes:
    """The bytes of ``path``; raises :class:`UnreadableDocument` if it cannot be read."""
    return read_whole(path, UnreadableDocument)


def decoded_text(path: Path, content: bytes, *, overprints: bool = False) -> str:
    """The text of a file's ``content``; a carriage return ends a line, alone or before a line feed.

    With ``overprints``, as on terminals, a lone carriage return moves to the beginning of its line and is kept, unless
    the file has no line feed at all. Raises :class:`UnreadableDocument` with line and byte for another encoding, and
    for a file with zero bytes.
    """
    text = _decoded(path, content)
    zero = text.find("\0")
    if zero >= 0:
        raise UnreadableDocument(path, _line(text[:zero]), "UTF-8 or UTF-16 text", "byte 0x00")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        if not overprints or "\n" not in text:
            text = text.replace("\r", "\n")
    return text


def _decoded(path: Path, content: bytes) -> str:
    encoding, expected = "utf-8-sig", "UTF-8 text"
    if content.startswith(_UTF_16):
        encoding, expected = "utf-16", "UTF-16 text, as its first two bytes say"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, "replace")
        raise UnreadableDocument(path, _line(before), expected, f"byte {content[error.start]:#04x}") from error


def _line(before: str) -> int:
    """The number of the line that follows ``before``."""
    return before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
