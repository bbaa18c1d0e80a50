"""The table of report files and what writes each. ``junit.xml`` is pytest's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from lastdigit.reports.html import write_html
from lastdigit.reports.summary import write_summary
from lastdigit.reports.tables import write_discrepancies, write_verdicts
from lastdigit.run import Run

WRITERS: Mapping[str, Callable[[Run, Path], None]] = {
    "verdicts.csv": write_verdicts,
    "discrepancies.csv": write_discrepancies,
    "summary.md": write_summary,
    "index.html": write_html,
}


def write_reports(run: Run, folder: Path) -> None:
    """Write every report of a run into ``folder``."""
    for name, write in WRITERS.items():
        write(run, folder / name)
