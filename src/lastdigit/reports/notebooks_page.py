"""``notebooks.html``: every output of the notebooks that were run again, the stale ones with what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from lastdigit.files import write_whole
from lastdigit.reports.page_templates import page_templates

NOTEBOOKS = "notebooks.html"


@dataclass(frozen=True)
class RerunOutput:
    """One output that was run again: where it is, what is stale in it, and its other numbers by what they are."""

    notebook: str
    cell: int
    output: int
    stale: bool
    differences: Sequence[tuple[int, str, str]] = ()
    reason: str = ""
    counts: Mapping[str, int] | None = None


def write_notebooks(found: Sequence[RerunOutput], path: Path) -> None:
    """Write the page."""
    write_whole(path, render_notebooks(found).encode("utf-8", "replace"))


def render_notebooks(found: Sequence[RerunOutput]) -> str:
    """The page of a session; the same outputs give the same page."""
    ordered = sorted(found, key=lambda each: (each.notebook, each.cell, each.output))
    counts = {name: sum((each.counts or {}).get(name, 0) for each in ordered) for name in _counted(ordered)}
    return (
        page_templates()
        .get_template("notebooks.html")
        .render(
            notebooks=[(name, list(some)) for name, some in groupby(ordered, key=lambda each: each.notebook)],
            outputs=ordered,
            stale=[each for each in ordered if each.stale],
            counts=counts,
        )
    )


def _counted(found: Sequence[RerunOutput]) -> list[str]:
    """What its numbers are called, in the order in which they come up."""
    return list(dict.fromkeys(name for each in found for name in each.counts or {}))
