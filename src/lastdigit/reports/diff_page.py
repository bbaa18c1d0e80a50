"""``diff.html``: one self-contained page of what differs between two runs."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from lastdigit.difference import CHANGES, Comparison
from lastdigit.files import write_whole
from lastdigit.reports.breakable import breakable
from lastdigit.reports.diff_text import HEADING, about, diff_headline, words_of

MOST = 5_000
"""Rows of the page; ``diff.csv`` has all of them."""


def write_diff_page(found: Comparison, path: Path) -> None:
    """Write ``diff.html``."""
    write_whole(path, render_diff(found).encode("utf-8", "replace"))


def render_diff(found: Comparison) -> str:
    """The page of a comparison; the same comparison gives the same page."""
    environment = Environment(
        loader=PackageLoader("lastdigit.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = breakable
    shown = found.differences[:MOST]
    return environment.get_template("diff.html").render(
        found=found,
        headline=diff_headline(found),
        about=about(found),
        counts=[(name, found.counts[name], CHANGES[name]) for name in CHANGES if found.counts[name]],
        heading=HEADING,
        rows=[(difference, words_of(difference)) for difference in shown],
        left=len(found.differences) - len(shown),
    )
