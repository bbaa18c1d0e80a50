"""The parts of a record, each read by its type: what another program wrote is checked."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from lastdigit.base.errors import LastdigitError, told

_T = TypeVar("_T")

LONGEST_LINE = 1 << 26
"""The most bytes of a line; a verdict has a limited number of elements."""


class HasLines(Protocol):
    """A file, compressed or not."""

    def readline(self, size: int, /) -> bytes:
        """A line of at most this many bytes."""


class NoRecord(LastdigitError):
    """An invalid part of a record."""

    def __init__(self, expected: str, found: str) -> None:
        self.expected, self.found = expected, found
        super().__init__(f"expected {expected}, found {found}")


def parsed(text: str | bytes, what: str) -> Any:
    """Parse a JSON text; raises :class:`NoRecord`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        words = "brackets nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise NoRecord(f"{what} as JSON", words) from error


def typed(value: Any, kind: type[_T], what: str) -> _T:
    """Check a value's exact type: a boolean is not a number."""
    if type(value) is not kind:
        raise NoRecord(f"{what} of type {kind.__name__}", told(value))
    return value


def member(values: Any, key: str, kind: type[_T], what: str) -> _T:
    """A member of an object, with exactly this type."""
    if type(values) is not dict:
        raise NoRecord(f"{what} as an object", told(values))
    if key not in values:
        raise NoRecord(f"'{key}' of {what}", "none")
    return typed(values[key], kind, f"'{key}' of {what}")


def count(values: Any, key: str, what: str) -> int:
    """A member that is a count."""
    number = member(values, key, int, what)
    if not 0 <= number < 1 << 53:
        raise NoRecord(f"'{key}' of {what} to be a count", told(number))
    return number


def listed(values: Any, key: str, one: Callable[[Any], _T], what: str) -> list[_T]:
    """A member that is a list, with each entry read by ``one``."""
    return [one(entry) for entry in member(values, key, list, what)]


def unpacked(packed: bytes, what: str, most: int = LONGEST_LINE) -> bytes:
    """The content of one gzip member, of at most ``most`` bytes; raises :class:`NoRecord`."""
    packer = zlib.decompressobj(31)
    try:
        content = packer.decompress(packed, most + 1)
    except zlib.error as error:
        raise NoRecord(f"{what}, packed by gzip", str(error)) from error
    if len(content) > most:
        raise NoRecord(f"{what} of at most {most >> 20} MiB", "more")
    if not packer.eof or packer.unused_data:
        raise NoRecord(f"{what}, packed by gzip as a whole", "a part of it" if not packer.eof else "more data after it")
    return content


def lines_of(file: HasLines, most: int | None = None) -> Iterator[bytes]:
    """Iterate over the lines of a file; raises :class:`NoRecord` for a line that is too long, or beyond ``most`` bytes
    in all."""
    left = most
    while line := file.readline(LONGEST_LINE + 1):
        if left is not None:
            left -= len(line)
        if len(line) > LONGEST_LINE or (left is not None and left < 0):
            raise NoRecord(f"lines of at most {LONGEST_LINE >> 20} MiB", "a longer line, or too many lines")
        yield line
