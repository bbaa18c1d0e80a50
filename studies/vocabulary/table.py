"""The results of the study as rows of a CSV file: one per operation, or gradient of one, and format."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from studies.vocabulary.trial import FORMATS

CSV = Path(__file__).with_name("found.csv")
COLUMNS = (
    *("operation", "format", "elements", "right", "agrees", "undecided", "refused"),
    *("wrong", "caught", "left undecided", "missed"),
)
REFUSED = ("disagrees proven", "disagrees calibrated", "failed")


@dataclass
class Row:
    """Right results of an operation in a format, and wrong ones that differ by more than ten standard deviations."""

    operation: str
    format: str
    elements: int = 0
    right: int = 0
    agrees: int = 0
    undecided: int = 0
    refused: int = 0
    wrong: int = 0
    caught: int = 0
    left_undecided: int = 0
    missed: int = 0

    @property
    def share_caught(self) -> float:
        """The fraction of wrong results that are caught; 1 without any."""
        return self.caught / self.wrong if self.wrong else 1.0

    def add(self, found: dict[str, Any]) -> None:
        """Add the counts of a subject in this format."""
        self.elements += found.get("elements", 0)
        right, wrong = found.get("right", {}), found.get("wrong", {})
        self.right += sum(right.values())
        self.agrees += right.get("agrees", 0)
        self.undecided += right.get("undecided", 0)
        self.refused += sum(right.get(verdict, 0) for verdict in REFUSED)
        self.wrong += sum(wrong.values())
        self.caught += sum(wrong.get(verdict, 0) for verdict in REFUSED)
        self.left_undecided += wrong.get("undecided", 0)
        self.missed += wrong.get("agrees", 0)


def rows_of(record: Iterable[dict[str, Any]]) -> list[Row]:
    """The rows by operation and format."""
    found: dict[tuple[str, str], Row] = {}
    for line in record:
        for dtype, one in line["formats"].items():
            key = line["operation"], dtype
            found.setdefault(key, Row(*key)).add(one)
    return sorted(found.values(), key=lambda row: (row.operation, FORMATS.index(row.format)))


def write_rows(rows: Iterable[Row], path: Path = CSV) -> None:
    """Write the rows as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(vars(row).values() for row in rows)


def read_rows(path: Path = CSV) -> list[Row]:
    """The rows of a CSV file; raises ValueError if it has other columns."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    if tuple(header) != COLUMNS:
        raise ValueError(f"{path}: expected the columns {', '.join(COLUMNS)}, found {', '.join(header)}")
    return [Row(operation, dtype, *map(int, counts)) for operation, dtype, *counts in rows]
