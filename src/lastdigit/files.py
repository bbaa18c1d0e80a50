"""Files that are written whole or not at all, and read with their hash."""

from __future__ import annotations

import csv
import io
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from lastdigit.errors import InvalidStore

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
"""Where the parser of TOML says that something is wrong."""


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Replace ``path`` by ``content`` in one step: a reader sees the old file or the new one, never a part.

    Content that comes in pieces is written as it comes, and is never held as a whole.
    """
    with whole_file(path) as file:
        file.writelines([content] if isinstance(content, bytes) else content)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write piece by piece, which takes the place of ``path`` when all of it is written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def csv_bytes(rows: Iterable[Sequence[str]]) -> bytes:
    """Rows as CSV with line feeds."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().encode()


def csv_rows(content: bytes, path: Path) -> list[list[str]]:
    """The rows of a CSV file; raises :class:`InvalidStore` where it is not UTF-8 or not CSV."""
    try:
        return list(csv.reader(io.StringIO(content.decode("utf-8")), strict=True))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InvalidStore(path, line, "UTF-8 text", f"byte {content[error.start]:#04x}") from error
    except csv.Error as error:
        raise InvalidStore(path, 1, "comma-separated values", str(error)) from error


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; raises :class:`InvalidStore` with the parser's own line and column."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InvalidStore(path, 1, "a TOML file", "nothing there") from error
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place else (1, None)
        words = (str(error)[: place.start()] if place else str(error)).strip()
        raise InvalidStore(path, line, "TOML", f"what is none: {words[:1].lower()}{words[1:]}", column) from error


def read_bytes(path: Path) -> bytes:
    """A file's content; raises :class:`InvalidStore` where there is none."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidStore(path, 1, "a file", "nothing that can be read") from error


def line_of(path: Path, text: str) -> int:
    """The number of the first line of ``path`` that holds ``text``; 1 where none does."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if text in line:
            return number
    return 1
