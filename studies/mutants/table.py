"""The table of mutants: the outcome of each, the test, and the sources to which this applies."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from lastdigit.base.files import csv_bytes, write_whole
from studies.mutants.reached import SUITE
from studies.mutants.sources import code_digest, digests
from studies.mutants.study import ENGINE, ROOT, MutatedLine
from studies.tried import KILLED, Key, Outcome

TABLE = ROOT / "studies" / "mutants.csv"
COLUMNS = ("file", "function", "line", "before", "after", "number", "outcome", "by", "shown")
NOT_RUN = "not run"


@dataclass(frozen=True)
class Row:
    """The outcome of a mutant; the test or argument; and digests of the code of module and test."""

    outcome: str = NOT_RUN
    by: str = ""
    shown: str = ""


class Sources:
    """The code of modules and tests when a study began."""

    def __init__(self, checkout: Path = ROOT) -> None:
        self._digests = digests(checkout, [ENGINE, SUITE], code_digest)

    def row(self, mutant: MutatedLine, outcome: Outcome) -> Row:
        """The table's row for an outcome."""
        return Row(outcome.says, outcome.test or outcome.mutant.argument, self._shown(mutant, outcome.test))

    def is_as_shown(self, mutant: MutatedLine, row: Row | None) -> bool:
        """Whether a mutant was killed, and neither its module nor the test's file has changed since."""
        return row is not None and row.outcome == KILLED and row.shown == self._shown(mutant, row.by)

    def _shown(self, mutant: MutatedLine, test: str) -> str:
        both = (mutant.module.as_posix(), test.partition("::")[0])
        return "-".join(self._digests[file] for file in both if file in self._digests)


def read(path: Path = TABLE) -> dict[Key, Row]:
    """All rows of the table, by mutant."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {tuple(row[:-3]): Row(*row[-3:]) for row in rows}


def update(keys: Sequence[Key], rows: Mapping[Key, Row], path: Path = TABLE) -> None:
    """Update the table: the mutants of these files are replaced by those of ``keys``, in this order."""
    known, files = read(path), {file for file, *_ in keys}
    others = {key: row for key, row in known.items() if key[0] not in files}
    merged = others | {key: rows.get(key) or known.get(key) or Row() for key in keys}
    ranked = sorted(merged.items(), key=lambda entry: entry[0][0])
    write_whole(path, csv_bytes([COLUMNS, *([*key, *astuple(row)] for key, row in ranked)]))
