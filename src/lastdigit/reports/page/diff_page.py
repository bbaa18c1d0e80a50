"""``diff.html``: one self-contained page of what differs between two runs."""

from __future__ import annotations

from pathlib import Path

from lastdigit.base.extras import needs
from lastdigit.base.files import write_whole
from lastdigit.reports.difference.comparison import CHANGES, Comparison
from lastdigit.reports.difference.text import HEADING, about, diff_headline, words_of
from lastdigit.reports.page.joined_scripts import joined
from lastdigit.reports.page.templating import page_templates, policy_hash

with needs("report"):
    from markupsafe import Markup

MOST = 5_000
"""Rows of the page; ``diff.csv`` has all of them."""


def write_diff_page(found: Comparison, path: Path) -> None:
    """Write ``diff.html``."""
    write_whole(path, render_diff(found).encode("utf-8", "replace"))


def render_diff(found: Comparison) -> str:
    """The page of a comparison; the same comparison gives the same page."""
    shown = found.differences[:MOST]
    script = joined("diff")
    return (
        page_templates()
        .get_template("diff.html")
        .render(
            found=found,
            headline=diff_headline(found),
            about=about(found),
            counts=[(name, found.counts[name], CHANGES[name]) for name in CHANGES if found.counts[name]],
            heading=HEADING,
            rows=[(difference, words_of(difference)) for difference in shown],
            script=Markup(script),
            script_hash=policy_hash(script),
            left=len(found.differences) - len(shown),
        )
    )
