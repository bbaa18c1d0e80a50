"""``index.html`` of a run in several environments: the totals of each, and where its page is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lastdigit.base.files import write_whole
from lastdigit.records.run import Run
from lastdigit.reports.page_templates import page_templates
from lastdigit.reports.text import headline
from lastdigit.reports.totals import NAMES, totals


def write_environments(run: Run, pages: Mapping[str, str], path: Path) -> None:
    """Write the page; ``pages`` are the files of the environments, beside it."""
    rows = [
        (name, page, totals(name, [verdict for verdict in run.verdicts if verdict.environment == name]))
        for name, page in pages.items()
    ]
    text = (
        page_templates()
        .get_template("environments.html")
        .render(run=run, headline=headline(run), names=NAMES, rows=rows)
    )
    write_whole(path, text.encode("utf-8", "replace"))
