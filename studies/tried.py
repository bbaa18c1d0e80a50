"""Changes of a module that a test should notice: the change, the explanation if no test can, and the outcome."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

KILLED, EQUIVALENT, ALIVE = "killed", "equivalent", "ALIVE"
"""A test failed; none did, and an explanation says that none can; none did."""

Key = tuple[str, ...]
"""A file, and the identity of a change among its changes, independent of other edits."""


class Edit(Protocol):
    """A module's source with one change."""

    @property
    def line(self) -> int: ...
    @property
    def source(self) -> str: ...
    @property
    def key(self) -> Key: ...


@dataclass(frozen=True)
class Mutant:
    """A change of a module, and why no test can notice it; empty if one must."""

    module: Path
    edit: Edit
    argument: str = ""


@dataclass(frozen=True)
class Outcome:
    """The outcome for a mutant: the first test that failed, empty if none did."""

    mutant: Mutant
    test: str

    @property
    def says(self) -> str:
        """The outcome in one word."""
        return KILLED if self.test else EQUIVALENT if self.mutant.argument else ALIVE

    @property
    def is_wrong(self) -> bool:
        """Whether no test noticed it without an explanation, or a test did despite one."""
        return bool(self.test) == bool(self.mutant.argument)

    @property
    def why(self) -> str:
        """The explanation, the test, or both."""
        return " but ".join(filter(None, (self.mutant.argument, self.test)))


def arguments(path: Path) -> dict[Key, str]:
    """Why changes are equivalent: the last column of a table, by all others."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {tuple(row[:-1]): row[-1] for row in rows}


def without_mutant(argued: Iterable[Key], keys: Iterable[Key]) -> Sequence[Key]:
    """The explanations that fit none of these changes, among those for their files."""
    fitting = set(keys)
    files = {file for file, *_ in fitting}
    return [key for key in argued if key[0] in files and key not in fitting]
