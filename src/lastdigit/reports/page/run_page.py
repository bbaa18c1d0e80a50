"""``index.html``: one self-contained page, filled from the templates beside this file and written as it is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from lastdigit.base.commit import CHANGED
from lastdigit.base.extras import needs
from lastdigit.base.files import write_whole
from lastdigit.records.occasion import BEGAN, COMMIT, TOOK, duration, seconds_of
from lastdigit.records.occasion import joined as joined_occasions
from lastdigit.records.run import Run
from lastdigit.reports.outcome.cause import STALE
from lastdigit.reports.outcome.states import NAMES, SYMBOLS
from lastdigit.reports.outcome.totals import totals
from lastdigit.reports.page.accept import unverified_goldens
from lastdigit.reports.page.blocks import block_numbers, blocks, packed
from lastdigit.reports.page.index import index_json
from lastdigit.reports.page.joined_scripts import joined
from lastdigit.reports.page.notebooks_page import NOTEBOOKS
from lastdigit.reports.page.overview import overview
from lastdigit.reports.page.sections import sections
from lastdigit.reports.page.shown import cost
from lastdigit.reports.page.shown_causes import ShownCause, shown_causes, shown_faults
from lastdigit.reports.page.speed import BENCHMARKS
from lastdigit.reports.page.templating import page_templates, policy_hash, style

with needs("report"):
    from jinja2 import Environment
    from markupsafe import Markup

SHOWN = 200
"""Causes, faults and documents that are written out; the reports beside the page hold the others."""

AT_ONCE = 4
"""Causes that are shown at once; the others are folded."""
OPENED = 3
"""Causes that have an open golden."""

OCCASION = (BEGAN, TOOK, COMMIT)
"""Facts at the top of the page."""

PIECES = 64
"""Pieces of a template that are written at once."""


def write_html(run: Run, path: Path) -> None:
    """Write ``index.html``: scoreboard, and every golden with the digits that differ and its allowance.

    Beside ``path`` may lie a :data:`~lastdigit.reports.page.speed.BENCHMARKS`, from which it takes the times, and a
    :data:`~lastdigit.reports.page.notebooks_page.NOTEBOOKS`, to which it links.
    """
    with _uncollected():
        write_whole(path, pieces(run, path.parent))


def pieces(run: Run, folder: Path) -> Iterator[bytes]:
    """The page of a run, piece by piece; of the details, those of one block are held at a time."""
    found = sections(run)
    costs = [cost(section) for section in found]
    numbers = block_numbers(found, costs)
    facts = [fact for part in run.parts for fact in part.details.items() if fact[0] not in OCCASION]
    everything = totals("", run.verdicts)
    stopped = shown_causes(run, found)
    opened = dict.fromkeys(shown.section for shown in stopped[:OPENED] if shown.section)
    stylesheet, script = style(), joined("main")
    stream = (
        _environment()
        .get_template("page.html")
        .generate(
            run=run,
            counts=[(name, everything.states[name]) for name in SYMBOLS],
            causes=stopped,
            unverified=unverified_goldens(run),
            headline=headline(run, stopped),
            states=everything.states,
            faults=shown_faults(run),
            occasion=occasion(run),
            documents=list(dict.fromkeys(section.document for section in found)),
            board=overview(run),
            facts=facts,
            notebooks=NOTEBOOKS if (folder / NOTEBOOKS).is_file() else "",
            style=Markup(stylesheet),
            style_hash=policy_hash(stylesheet),
            script=Markup(script),
            script_hash=policy_hash(script),
            # Base64 is text without markup.
            index=Markup(packed(index_json(run, found, numbers, folder / BENCHMARKS, opened))),
            blocks=map(Markup, blocks(run, found, numbers, costs)),
        )
    )
    while some := list(islice(stream, PIECES)):
        yield "".join(some).encode("utf-8", "replace")


def headline(run: Run, stopped: Sequence[ShownCause]) -> str:
    """What came of a run, in a few words."""
    all_of_them = (
        f"{'' if run.complete else 'partial run: '}{run.judged:,} {'verdict' if run.judged == 1 else 'verdicts'}"
    )
    if not stopped:
        return all_of_them
    causes = "1 cause" if len(stopped) == 1 else f"{len(stopped):,} causes"
    fail = "fails" if len(run.failing) == 1 else "fail"
    return f"{len(run.failing):,} of {all_of_them.removeprefix('partial run: ')} {fail} the gate, from {causes}"


def occasion(run: Run) -> list[tuple[str, str, str]]:
    """Start, duration, commit and environment of a run: what, words, and more of them."""
    known = joined_occasions(part.details for part in run.parts)
    seconds, commit = seconds_of(known), known.get(COMMIT, "")
    found = [("When", known.get(BEGAN, ""), ""), ("Took", "" if seconds is None else duration(seconds), "")]
    short = commit.partition(" ")[0][:10] + (CHANGED if commit.endswith(CHANGED) else "")
    found += [("Commit", short, commit), ("Environment", run.environment, "")]
    return [fact for fact in found if fact[1]]


def address(part: str) -> str:
    """The address of a part of the page, whatever its name is made of."""
    return f"#{quote(part, errors='backslashreplace')}"


def _environment() -> Environment:
    environment = page_templates()
    environment.filters["address"] = address
    environment.globals |= {"NAMES": NAMES, "SHOWN": SHOWN, "SYMBOLS": SYMBOLS, "STALE": STALE, "AT_ONCE": AT_ONCE}
    return environment


@contextmanager
def _uncollected() -> Iterator[None]:
    """Leave the collector off while this lasts, and then as it was.

    A full collection visits every object that lives: with the verdicts of a large run, that takes long and frees none.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
