"""The body of a record: gzip members that can be read one by one, with an index.

A block is two members: some verdicts, one line each, then their elements, one line each. So verdicts can be read
without their elements, and the elements of one verdict without all others.
"""

from __future__ import annotations

import gzip
import hashlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

from lastdigit.base.errors import InvalidRecord, told
from lastdigit.records.fields import LONGEST_LINE, NoRecord, unpacked
from lastdigit.records.lines import elements_of
from lastdigit.verdicts.elements import Elements, Terms

_T = TypeVar("_T")

LARGEST_BLOCK = 1 << 18
"""The size of elements, in characters, after which a block ends."""
MOST_VERDICTS = 1024
KEPT = 24
"""Unpacked blocks that are cached while verdicts are read."""
LEVEL = 3

VERDICT, ELEMENTS = b'{"verdict":', b'{"elements":'


class Block(NamedTuple):
    """Offsets of the two members of a block, and the number of its first verdict."""

    verdicts: int
    elements: int
    first: int


class BlockWriter:
    """Writes members into a file and records their offsets."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self._verdicts: list[str] = []
        self._elements: list[str] = []
        self._size = 0
        self.at = 0
        self.count = 0
        self.blocks: list[Block] = []

    def member(self, lines: Iterable[str], level: int = LEVEL) -> None:
        """Write lines as one member."""
        text = "".join(f"{line}\n" for line in lines).encode("ascii")
        packed = gzip.compress(text, level, mtime=0)
        self._hash.update(packed)
        self._file.write(packed)
        self.at += len(packed)

    def add(self, verdict: str, elements: str) -> None:
        """Add a verdict to the block."""
        self._verdicts.append(f'{{"verdict":{verdict}}}')
        self._elements.append(f'{{"elements":{elements}}}')
        self._size += len(elements)
        self.count += 1
        if self._size >= LARGEST_BLOCK or len(self._verdicts) >= MOST_VERDICTS:
            self.end_block()

    def end_block(self) -> None:
        """Write the block, unless it is empty."""
        if not self._verdicts:
            return
        start = self.at
        self.member(self._verdicts)
        self.blocks.append(Block(start, self.at, self.count - len(self._verdicts)))
        self.member(self._elements)
        self._verdicts, self._elements, self._size = [], [], 0

    @property
    def sha256(self) -> str:
        """The hash of everything written so far."""
        return self._hash.hexdigest()


class BlockReader:
    """Looks up verdicts in the blocks of a record; caches a few unpacked blocks."""

    def __init__(self, path: Path, blocks: list[Block], end: int, verdicts: int) -> None:
        self.path = path
        self._count = verdicts
        self._blocks = blocks
        self._firsts = [block.first for block in blocks]
        self._end = end
        self._file: BinaryIO | None = None
        self._kept: OrderedDict[int, list[bytes]] = OrderedDict()

    def verdict_lines(self) -> Iterator[bytes]:
        """The lines of all verdicts, in order."""
        for number, block in enumerate(self._blocks):
            yield from self._unpacked(block.verdicts, block.elements, VERDICT, number)

    def line(self, stored: int) -> str:
        """The elements of a verdict as one line of JSON; raises :class:`InvalidRecord` if it has none."""
        number = bisect_right(self._firsts, stored) - 1
        lines = self._kept.get(number)
        if lines is None:
            end = self._blocks[number + 1].verdicts if number + 1 < len(self._blocks) else self._end
            lines = self._of_record(
                stored, lambda: self._unpacked(self._blocks[number].elements, end, ELEMENTS, number)
            )
            self._kept[number] = lines
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(number)
        return self._of_record(stored, lambda: ascii_text(lines[stored - self._firsts[number]]))

    def elements(self, stored: int) -> tuple[Elements, Terms]:
        """The elements of a verdict; raises :class:`InvalidRecord` if they cannot be read."""
        line = self.line(stored)
        return self._of_record(stored, lambda: elements_of(line))

    def _of_record(self, stored: int, read: Callable[[], _T]) -> _T:
        try:
            return read()
        except NoRecord as error:
            raise InvalidRecord(
                self.path, 1, f"the elements of verdict {stored}: {error.expected}", error.found
            ) from error

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _unpacked(self, start: int, end: int, key: bytes, number: int) -> list[bytes]:
        if self._file is None:
            self._file = self.path.open("rb")
        self._file.seek(start)
        lines = unpacked(self._file.read(end - start), "a block of verdicts", LONGEST_LINE + LARGEST_BLOCK).splitlines()
        behind = self._firsts[number + 1] if number + 1 < len(self._firsts) else self._count
        if len(lines) != behind - self._firsts[number]:
            raise NoRecord(f"{behind - self._firsts[number]} verdicts in a block", str(len(lines)))
        for line in lines:
            if not line.startswith(key):
                raise NoRecord(f"lines that begin with {key.decode()}", told(line[:40].decode("ascii", "replace")))
        return [line[len(key) : -1] for line in lines]


def ascii_text(line: bytes) -> str:
    """Decode a line of JSON; raises :class:`NoRecord` if it is not ASCII."""
    if not line.isascii():
        raise NoRecord("JSON in ASCII", told(line[:40]))
    return line.decode("ascii")
