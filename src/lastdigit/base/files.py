"""Atomic writes, and reads with limits and located errors."""

from __future__ import annotations

import csv
import io
import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from lastdigit.base.errors import InvalidStore, LocatedError
from lastdigit.base.extras import needs

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
"""The position in a TOML parser's error."""

LARGEST = 1 << 28
"""The largest file, in bytes, that is read at once."""
LARGEST_TOML = 1 << 22
MOST_PARTS = 32
"""The most parts of a dotted key, a.b.c: parsing time is quadratic in their number."""
_MANY_PARTS = re.compile(rf"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{MOST_PARTS}}}""", re.ASCII)
_LONG_NUMBER = re.compile(r"[\d_]{4300}")
LONGEST_FILE_NAME = 200
_NO_FILE_NAME = re.compile(r"^\.{1,2}$|[/\\\x00-\x1f\x7f\ud800-\udfff]")
_NO_FILES = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (lambda _: True, "a device"),
)
"""What may be there instead of a file, in words."""


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Replace ``path`` by ``content`` atomically: a reader sees the old file or the new one, never a part.

    Content in pieces is written as it comes, and is never in memory as a whole.
    """
    with whole_file(path) as file:
        file.writelines([content] if isinstance(content, bytes) else content)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write piece by piece that replaces ``path`` on completion.

    A device or a pipe is written to directly.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        with path.open("wb") as file:
            yield file
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def is_file_name(name: str) -> bool:
    """Whether this is a valid file name on every system."""
    spelled = name.encode("utf-8", "surrogatepass")
    return 0 < len(spelled) <= LONGEST_FILE_NAME and not _NO_FILE_NAME.search(name)


def synchronised(folder: Path) -> None:
    """Flush a folder's entries to disk, if the system can."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def csv_bytes(rows: Iterable[Sequence[str]]) -> bytes:
    """Rows as CSV with line feeds."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().encode()


def csv_rows(content: bytes, path: Path) -> Iterator[list[str]]:
    """Iterate over the rows of a CSV file; raises :class:`InvalidStore` if it is not UTF-8 or not CSV."""
    text = decoded(content, path)
    if "\0" in text:
        raise InvalidStore(path, text.count("\n", 0, text.index("\0")) + 1, "text without NUL", "one")
    rows = csv.reader(io.StringIO(text), strict=True)
    try:
        yield from rows
    except csv.Error as error:
        raise InvalidStore(path, max(rows.line_num, 1), "comma-separated values", str(error)) from error


def toml_of(text: str) -> dict[str, Any]:
    """The tables of a TOML file that :func:`read_toml` has read before."""
    return tomllib.loads(_without_marks(text))


def _without_marks(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; raises :class:`InvalidStore` with the parser's line and column."""
    text = _without_marks(decoded(read_content(path, most=LARGEST_TOML), path))
    if many := _MANY_PARTS.search(text):
        line = text.count("\n", 0, many.start()) + 1
        raise InvalidStore(path, line, f"keys with at most {MOST_PARTS} parts", "a key with more")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place else (text.count("\n") + 1, None)
        words = (str(error)[: place.start()] if place else str(error)).strip().removesuffix("(at end of document)")
        found = f"a syntax error: {words[:1].lower()}{words[1:].strip()}"
        raise InvalidStore(path, line, "TOML", found, column) from error
    except RecursionError as error:
        raise InvalidStore(path, _deepest(text), "TOML", "brackets nested too deeply") from error
    except ValueError as error:
        long = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, long.start()) + 1 if long else 1
        raise InvalidStore(path, line, "TOML", f"an invalid number: {error}") from error


def written_toml(content: Mapping[str, Any]) -> bytes:
    """A table as a TOML file."""
    with needs("documents"):
        import tomlkit

    return tomlkit.dumps(content).encode()


def decoded(content: bytes, path: Path) -> str:
    """Decode a file of reference data; raises :class:`InvalidStore` if it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InvalidStore(path, line, "UTF-8 text", f"byte {content[error.start]:#04x}") from error


def read_content(path: Path, error: type[LocatedError] = InvalidStore, most: int = LARGEST) -> bytes:
    """A file's content; raises ``error`` unless it is a file of at most ``most`` bytes, without waiting for it."""
    with open_file(path, error) as file:
        size = os.fstat(file.fileno()).st_size
        content = file.read(most + 1) if size <= most else b""
    if max(size, len(content)) > most:
        raise error(path, 1, f"at most {most >> 20} MiB", "a larger one")
    return content


def open_file(path: Path, error: type[LocatedError] = InvalidStore) -> BinaryIO:
    """A file to read; raises ``error`` if it is missing, a folder, a pipe or a device."""
    try:
        kind = os.stat(path).st_mode
        if not stat.S_ISREG(kind):
            raise error(path, 1, "a file", next(words for test, words in _NO_FILES if test(kind)))
        return open(path, "rb", opener=_without_waiting)
    except FileNotFoundError as missing:
        raise error(path, 1, "a file", "nothing there") from missing
    except (OSError, ValueError) as failed:
        reason = failed.strerror if isinstance(failed, OSError) else str(failed)
        raise error(path, 1, "a file", f"an unreadable file: {str(reason).lower()}") from failed


def _without_waiting(path: str, flags: int) -> int:
    """Open without blocking, in case a pipe has replaced the file meanwhile."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _deepest(text: str) -> int:
    """The first line with the deepest nesting of brackets."""
    depth = deepest = 0
    line = found = 1
    for character in text:
        if character == "\n":
            line += 1
        elif character in "[{":
            depth += 1
            if depth > deepest:
                deepest, found = depth, line
        elif character in "]}":
            depth -= 1
    return found


def line_of(path: Path, text: str) -> int:
    """The number of the first line of ``path`` that contains ``text``, or 1."""
    lines = read_content(path).decode("utf-8", "replace").splitlines()
    return next((number for number, line in enumerate(lines, start=1) if text in line), 1)
