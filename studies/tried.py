"""Changes of a module that a test shall notice: what each says, why no test can notice it, and what came of it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

KILLED, EQUIVALENT, ALIVE = "killed", "equivalent", "ALIVE"
"""A test failed; none did, and it is argued that none can; none did."""

Key = tuple[str, ...]
"""A file, and what tells a change of it from its other changes, whatever else is written there."""


class Edit(Protocol):
    """A module's source in which one place reads otherwise."""

    @property
    def line(self) -> int: ...
    @property
    def source(self) -> str: ...
    @property
    def key(self) -> Key: ...


@dataclass(frozen=True)
class Mutant:
    """A change of a module, and why no test can notice it; empty where one must."""

    module: Path
    edit: Edit
    argument: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of a mutant: the test that failed first, empty where none did."""

    mutant: Mutant
    test: str

    @property
    def says(self) -> str:
        """In a word."""
        return KILLED if self.test else EQUIVALENT if self.mutant.argument else ALIVE

    @property
    def is_wrong(self) -> bool:
        """Whether nothing noticed it, or a test did although it is argued that none can."""
        return bool(self.test) == bool(self.mutant.argument)

    @property
    def why(self) -> str:
        """The argument, the test, or both."""
        return " but ".join(filter(None, (self.mutant.argument, self.test)))


def arguments(path: Path) -> dict[Key, str]:
    """Why changes are equivalent: the last column of a table, by all others."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {tuple(row[:-1]): row[-1] for row in rows}


def without_mutant(argued: Iterable[Key], keys: Iterable[Key]) -> Sequence[Key]:
    """The arguments that fit none of these changes, of those that are about their files."""
    fitting = set(keys)
    files = {file for file, *_ in fitting}
    return [key for key in argued if key[0] in files and key not in fitting]
