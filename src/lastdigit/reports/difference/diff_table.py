"""``diff.csv``: one row per verdict that differs between two runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lastdigit.reports.difference.comparison import Comparison
from lastdigit.reports.outcome.stops import share_of
from lastdigit.reports.tables.columns import COUNT, NUMBER, TEXT
from lastdigit.reports.tables.csv_cells import Value, write_table

DIFF_COLUMNS = {
    "old_environment": TEXT,
    "new_environment": TEXT,
    "document": TEXT,
    "case": TEXT,
    "golden": TEXT,
    "operation": TEXT,
    "implementation": TEXT,
    "dtype": TEXT,
    "against": TEXT,
    "change": TEXT,
    "gate": TEXT,
    "old_verdict": TEXT,
    "new_verdict": TEXT,
    "elements": COUNT,
    "old_digits": COUNT,
    "new_digits": COUNT,
    "compared": COUNT,
    "moved": COUNT,
    "largest_move": NUMBER,
    "index": TEXT,
    "old_observed": TEXT,
    "new_observed": TEXT,
    "old_share": NUMBER,
    "new_share": NUMBER,
    "old_explanation": TEXT,
    "new_explanation": TEXT,
    "old_evidence": TEXT,
    "new_evidence": TEXT,
    "old_arithmetic": TEXT,
    "new_arithmetic": TEXT,
}
"""The columns of ``diff.csv``, each with what its cells are; docs/reports.md says what they mean."""


def write_diff_table(found: Comparison, path: Path) -> None:
    """Write ``diff.csv``, what to look at first first."""
    write_table(path, list(DIFF_COLUMNS), _rows(found))


def _rows(found: Comparison) -> Iterator[list[Value]]:
    for difference in found.differences:
        old, new, move, verdict = difference.old, difference.new, difference.move, difference.verdict
        worst = verdict if not move.count else None
        yield [
            (old.environment or found.old.environment) if old else "",
            (new.environment or found.new.environment) if new else "",
            verdict.document,
            verdict.case,
            verdict.golden,
            verdict.operation,
            verdict.implementation,
            verdict.dtype,
            verdict.against,
            difference.change,
            "fail" if difference.stops else "pass",
            old.verdict if old else "",
            new.verdict if new else "",
            verdict.elements,
            old.digits if old else None,
            new.digits if new else None,
            move.compared,
            move.count,
            move.largest,
            worst.worst_index if worst else move.index,
            (old.observed if old else "") if worst else move.old,
            (new.observed if new else "") if worst else move.new,
            share_of(old) if old else None,
            share_of(new) if new else None,
            (old.explanation or old.reason) if old else "",
            (new.explanation or new.reason) if new else "",
            old.evidence if old else "",
            new.evidence if new else "",
            old.arithmetic if old else "",
            new.arithmetic if new else "",
        ]
