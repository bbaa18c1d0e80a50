"""``lastdigit report``: rewrite, merge or compare the reports of finished runs."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from lastdigit.base.errors import LostEnd
from lastdigit.base.extras import needs
from lastdigit.records.merge import Named, merge
from lastdigit.records.record import NAME, read_record
from lastdigit.records.run import Run
from lastdigit.records.salvage import salvaged
from lastdigit.records.spool import NAME as SPOOL
from lastdigit.reports.ci.github import announce
from lastdigit.reports.difference.comparison import compare_runs
from lastdigit.reports.difference.text import print_diff
from lastdigit.reports.folder import ReportFolder
from lastdigit.reports.outcome.terminal import print_run
from lastdigit.reports.writers import write_diff, write_reports

with needs("report"):
    from rich.console import Console
    from rich.progress import Progress

WIDTH = 150
"""Default width without a terminal: wide enough for names in a CI log."""


def run_write(path: Path, into: Path) -> int:
    """Rewrite all reports of a record; returns 1 if its run failed the gate."""
    run = read_record(record_path(path))
    with ReportFolder(into) as folder:
        write_reports(run, folder)
    return _ended(run, into)


def run_merge(paths: Sequence[Path], into: Path, *, part: bool) -> int:
    """Merge records and write the reports; returns 1 if the merged run fails the gate."""
    with ExitStack() as stack:
        kept = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lastdigit-")))
        progress = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
        named = [
            _named(path, kept) for path in progress.track([*map(record_path, paths)], description="reading records")
        ]
        run = merge(named, part=part)
        steps = progress.add_task("writing reports", total=None)
        write_reports(run, stack.enter_context(ReportFolder(into)))
        progress.remove_task(steps)
        for entry in named:
            entry.run.close()
    return _ended(run, into)


def run_diff(old: Path, new: Path, into: Path | None, *, allow_vanished: bool) -> int:
    """Print and write the differences between two records; returns 1 if something got worse or vanished."""
    found = compare_runs(read_record(record_path(old)), read_record(record_path(new)), allow_vanished=allow_vanished)
    print_diff(found, _console())
    if into:
        write_diff(found, into)
        print(f"report: {into / 'diff.html'}")
    return 0 if found.passes else 1


def record_path(path: Path) -> Path:
    """The record at a path: a file, or the record in a reports folder."""
    if path.is_dir():
        return path / SPOOL if (path / SPOOL).is_file() and not (path / NAME).is_file() else path / NAME
    return path


def _named(path: Path, kept: Path) -> Named:
    try:
        return Named(str(path), read_record(path))
    except LostEnd:
        return Named(str(path), salvaged(path, kept))


def _ended(run: Run, into: Path) -> int:
    print_run(run, _console())
    print(f"report: {into / 'index.html'}")
    for line in announce(run, Path.cwd()):
        print(line)
    return 0 if run.passes else 1


def _console() -> Console:
    console = Console(soft_wrap=False, highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    return console
