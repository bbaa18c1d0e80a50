"""The spool: verdicts on the disk in the order in which they arrive, while a run goes on.

It is a record without an end: what a killed run leaves behind, and can be read as such.
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
    """Verdicts are added as lines and come back light; their elements are read again by their number."""

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
        """Keep a verdict's two lines; give the light verdict."""
        light = verdict_of(verdict, stored=len(self._starts))
        self._write(f'{{"verdict":{verdict}}}')
        self._starts.append(self._end)
        self._write(f'{{"elements":{elements}}}')
        return light

    def flush(self) -> None:
        """Hand to the system what was added: a process that is killed then leaves it behind."""
        self._file.flush()

    def line(self, stored: int) -> str:
        """The elements of a verdict as they were added."""
        self._file.flush()
        self._file.seek(self._starts[stored])
        line = self._file.readline()
        self._file.seek(self._end)
        return line[len('{"elements":') : -len("}\n")].decode("ascii")

    def elements(self, stored: int) -> tuple[Elements, Terms]:
        """The elements of a verdict."""
        return elements_of(self.line(stored))

    def close(self, *, remove: bool = False) -> None:
        """Close the file, and remove it when a record has taken its place."""
        self._file.close()
        if remove:
            self.path.unlink(missing_ok=True)

    def is_whole(self) -> bool:
        """Whether the file holds what was written and nothing else."""
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
