"""The spool: verdicts on disk in order of arrival, during a run.

It is a record without an end: a killed run leaves it behind, and it can be recovered.
"""

from __future__ import annotations

import hashlib
from array import array
from pathlib import Path

from lastdigit.records.lines import elements_of, verdict_of
from lastdigit.records.opening import Opening, opening_lines
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.verdict import Verdict

NAME = "run.part.jsonl"
_CHUNK = 1 << 20


class Spool:
    """Verdicts are added as lines and returned light; their elements are read back by number."""

    def __init__(self, path: Path, opening: Opening) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = path.open("w+b")
        self._starts = array("Q")
        self._end = 0
        self._hash = hashlib.sha256()
        for line in opening_lines(opening):
            self._write(line)
        self._file.flush()

    def add(self, verdict: str, elements: str) -> Verdict:
        """Add a verdict's two lines; returns the light verdict."""
        light = verdict_of(verdict, stored=len(self._starts))
        self._write(f'{{"verdict":{verdict}}}')
        self._starts.append(self._end)
        self._write(f'{{"elements":{elements}}}')
        return light

    def flush(self) -> None:
        """Flush added lines to the system, so that they survive a killed process."""
        self._file.flush()

    def line(self, stored: int) -> str:
        """The line of a verdict's elements."""
        self._file.flush()
        self._file.seek(self._starts[stored])
        line = self._file.readline()
        self._file.seek(self._end)
        return line[len('{"elements":') : -len("}\n")].decode("ascii")

    def elements(self, stored: int) -> tuple[Elements, Terms]:
        """The elements of a verdict."""
        return elements_of(self.line(stored))

    def close(self, *, remove: bool = False) -> None:
        """Close the file, and remove it if a record has replaced it."""
        self._file.close()
        if remove:
            self.path.unlink(missing_ok=True)

    def is_whole(self) -> bool:
        """Whether the file contains exactly what was written."""
        self._file.flush()
        if not self.path.is_file():
            return False
        with self.path.open("rb") as file:
            read = hashlib.sha256()
            while part := file.read(_CHUNK):
                read.update(part)
        return read.digest() == self._hash.digest()

    def _write(self, line: str) -> None:
        written = line.encode("ascii") + b"\n"
        self._hash.update(written)
        self._end += self._file.write(written)
