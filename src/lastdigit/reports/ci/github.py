"""What GitHub Actions shows of a run: annotations at the lines that are to be mended, and the step's summary.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from lastdigit.records.run import Run
from lastdigit.reports.ci.stopped import stopped
from lastdigit.reports.ci.summary import markdown

MOST = 10
"""Errors of one step that GitHub shows."""
LONGEST = 1_000


def announce(run: Run, root: Path) -> Iterator[str]:
    """The lines that annotate a run, and its summary appended to the step's; nothing outside of GitHub Actions.

    ``root`` is the folder that the run's places are relative to.
    """
    if os.environ.get("GITHUB_ACTIONS") != "true":
        return
    workspace = Path(os.environ.get("GITHUB_WORKSPACE") or root)
    yield from annotation_lines(run, root.relative_to(workspace) if root.is_relative_to(workspace) else root)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with Path(summary).open("ab") as file:
            file.write(markdown(run).encode("utf-8", "replace") + b"\n")


def annotation_lines(run: Run, prefix: Path = Path()) -> Iterator[str]:
    """One error per fault and per cause, as many as GitHub shows, and a notice of how many more there are."""
    found = stopped(run)
    for one in found[:MOST]:
        path, line = one.place
        title = f"lastdigit: {one.kind}"
        place = f"file={_property((prefix / path).as_posix())},line={max(line, 1)},title={_property(title)}"
        yield f"::error {place}::{_message(one.text)}"
    left = len(found) - MOST
    if left > 0:
        yield f"::notice title=lastdigit::{left} more failures; see the reports"


def _message(text: str) -> str:
    """Text that cannot end its command: one line, and no percent sign that would be taken for an escape."""
    short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    whole = short.encode("utf-8", "replace").decode("utf-8")
    return whole.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
