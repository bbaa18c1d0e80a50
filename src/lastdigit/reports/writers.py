"""The table of report files and what writes each. ``junit.xml`` is pytest's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from lastdigit.difference import Comparison
from lastdigit.records.record import NAME as RECORD
from lastdigit.records.record import write_record
from lastdigit.records.run import Run
from lastdigit.reports.diff_page import write_diff_page
from lastdigit.reports.diff_tables import write_diff_table
from lastdigit.reports.diff_text import write_diff_markdown
from lastdigit.reports.environments_page import write_environments
from lastdigit.reports.folder import ReportFolder
from lastdigit.reports.html import write_html
from lastdigit.reports.html_speed import BENCHMARKS
from lastdigit.reports.notebooks_page import NOTEBOOKS
from lastdigit.reports.sarif import write_sarif
from lastdigit.reports.summary import write_summary
from lastdigit.reports.tables import write_discrepancies, write_verdicts

SARIF = "lastdigit.sarif"


def write_page(run: Run, path: Path) -> None:
    """Write ``index.html``; of several environments, a page each, and what they have in common in ``index.html``."""
    if len(run.environments) == 1:
        write_html(run, path)
        return
    pages = {name: f"environment-{number}.html" for number, name in enumerate(run.environments, start=1)}
    for name, file in pages.items():
        write_page(run.of_environment(name), path.with_name(file))
    write_environments(run, pages, path)


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
