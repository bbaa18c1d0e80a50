"""``index.html`` of any run: of several environments, the totals of each and where its page is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lastdigit.base.files import write_whole
from lastdigit.records.run import Run
from lastdigit.reports.outcome.headline import headline
from lastdigit.reports.outcome.totals import NAMES, totals
from lastdigit.reports.page.run_page import write_html
from lastdigit.reports.page.templating import page_templates


def write_page(run: Run, path: Path) -> None:
    """Write ``index.html``; of several environments, a page each, and what they have in common in ``index.html``."""
    if len(run.environments) == 1:
        write_html(run, path)
        return
    pages = {name: f"environment-{number}.html" for number, name in enumerate(run.environments, start=1)}
    for name, file in pages.items():
        write_page(run.of_environment(name), path.with_name(file))
    write_environments(run, pages, path)


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
