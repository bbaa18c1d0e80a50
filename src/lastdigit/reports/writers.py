"""The table of report files and what writes each. ``junit.xml`` is pytest's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from lastdigit.records.record import NAME as RECORD
from lastdigit.records.record import write_record
from lastdigit.records.run import Run
from lastdigit.reports.ci.sarif import write_sarif
from lastdigit.reports.ci.summary import write_summary
from lastdigit.reports.difference.comparison import Comparison
from lastdigit.reports.difference.diff_table import write_diff_table
from lastdigit.reports.difference.text import write_diff_markdown
from lastdigit.reports.folder import ReportFolder
from lastdigit.reports.page.diff_page import write_diff_page
from lastdigit.reports.page.environments_page import write_page
from lastdigit.reports.page.notebooks_page import NOTEBOOKS
from lastdigit.reports.page.speed import BENCHMARKS
from lastdigit.reports.tables.run_tables import write_discrepancies, write_verdicts

SARIF = "lastdigit.sarif"


WRITERS: Mapping[str, Callable[[Run, Path], None]] = {
    RECORD: write_record,
    "verdicts.csv": write_verdicts,
    "discrepancies.csv": write_discrepancies,
    "summary.md": write_summary,
    SARIF: write_sarif,
    "index.html": write_page,
}

DIFF_WRITERS: Mapping[str, Callable[[Comparison, Path], None]] = {
    "diff.csv": write_diff_table,
    "diff.md": write_diff_markdown,
    "diff.html": write_diff_page,
}


def write_diff(found: Comparison, folder: Path) -> None:
    """Write every report of a comparison into ``folder``."""
    for name, write in DIFF_WRITERS.items():
        write(found, folder / name)


def write_reports(run: Run, folder: ReportFolder, *, root: Path | None = None) -> None:
    """Replace the reports in ``folder`` by a run's. ``root`` is the project's folder, from which they tell paths.

    Raises :class:`~lastdigit.reports.folder.Unwritable`; the reports of the run before are then what they were.
    """
    told = run.told_below(root) if root else run
    with folder.replaced(BENCHMARKS, NOTEBOOKS) as new:
        for name, write in WRITERS.items():
            write(told, new / name)
