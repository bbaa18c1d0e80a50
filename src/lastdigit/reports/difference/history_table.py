"""``history.csv``: one row per run and implementation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lastdigit.reports.difference.history import Step
from lastdigit.reports.tables.csv_cells import Value, write_table

COLUMNS = (
    *("run", "name", "began", "commit", "environment", "implementation", "agrees", "disagrees", "undecided", "failed"),
    *("skipped", "stopped", "digits", "printed", "share", "seconds", "changed"),
)
"""The columns of ``history.csv``; docs/reports.md says what they mean."""


def write_history_table(found: Sequence[Step], path: Path) -> None:
    """Write ``history.csv``, the runs in their order."""
    write_table(path, list(COLUMNS), _rows(found))


def _rows(found: Sequence[Step]) -> Iterator[list[Value]]:
    for step in found:
        for name, measured in step.measured.items():
            entry = measured.totals
            yield [
                step.number,
                step.name,
                step.began,
                step.commit,
                step.environment,
                name,
                *entry.counts,
                entry.failing,
                entry.digits if entry.printed else None,
                entry.printed or None,
                entry.share,
                measured.seconds,
                step.concerned[name],
            ]
