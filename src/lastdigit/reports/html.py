"""``index.html``: one self-contained page, filled from the templates beside this file and written as it is made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from lastdigit.extras import needs
from lastdigit.files import write_whole
from lastdigit.reports.html_blocks import block_numbers, blocks, packed
from lastdigit.reports.html_index import index_json
from lastdigit.reports.html_parts import SCRIPTS, STYLES, joined, policy_hash
from lastdigit.reports.html_shown import cost
from lastdigit.reports.html_speed import BENCHMARKS
from lastdigit.reports.html_view import Section, sections
from lastdigit.reports.html_words import operation_summary
from lastdigit.reports.notebooks_page import NOTEBOOKS
from lastdigit.reports.page_templates import page_templates
from lastdigit.reports.states import NAMES, SYMBOLS
from lastdigit.reports.totals import totals, totals_by_operation
from lastdigit.reports.uncollected import uncollected
from lastdigit.run import Run

with needs("report"):
    from jinja2 import Environment
    from markupsafe import Markup

SHOWN = 200
"""Failures, operations and documents that are written out; the reports beside the page hold the others."""

PIECES = 64
"""Pieces of a template that are written at once."""


@dataclass(frozen=True)
class Failure:
    """What the gate stops, of one section and for one reason, in however many implementations."""

    section: str
    verdict: str
    against: str
    why: str
    picks: tuple[str, ...]


def write_html(run: Run, path: Path) -> None:
    """Write ``index.html``: scoreboard, and every golden with the digits that differ and its allowance.

    Beside ``path`` may lie a :data:`~lastdigit.reports.html_speed.BENCHMARKS`, from which it takes the times, and a
    :data:`~lastdigit.reports.notebooks_page.NOTEBOOKS`, to which it links.
    """
    with uncollected():
        write_whole(path, pieces(run, path.parent))


def pieces(run: Run, folder: Path) -> Iterator[bytes]:
    """The page of a run, piece by piece; of the details, those of one block are held at a time."""
    found = sections(run)
    costs = [cost(section) for section in found]
    numbers = block_numbers(found, costs)
    facts = [fact for part in run.parts for fact in part.details.items()]
    everything = totals("", run.verdicts)
    operations = totals_by_operation(run.verdicts)
    style, script = joined(STYLES), joined(SCRIPTS)
    stream = (
        _environment()
        .get_template("page.html")
        .generate(
            run=run,
            counts=[(name, everything.states[name]) for name in SYMBOLS],
            failures=failures(found),
            documents=list(dict.fromkeys(section.document for section in found)),
            operations=operations[:SHOWN],
            left=max(len(operations) - SHOWN, 0),
            facts=facts,
            notebooks=NOTEBOOKS if (folder / NOTEBOOKS).is_file() else "",
            style=Markup(style),
            style_hash=policy_hash(style),
            script=Markup(script),
            script_hash=policy_hash(script),
            # Base64 is text without markup.
            index=Markup(packed(index_json(run, found, numbers, folder / BENCHMARKS))),
            blocks=map(Markup, blocks(run, found, numbers, costs)),
        )
    )
    while some := list(islice(stream, PIECES)):
        yield "".join(some).encode("utf-8", "replace")


def failures(found: Sequence[Section]) -> list[Failure]:
    """Everything that the gate stops, with the implementations it is stopped for."""
    groups: dict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for section in found:
        for verdict in section.verdicts:
            if verdict.gate != "pass":
                why = verdict.reason or verdict.explanation
                pick = f"{verdict.implementation}-{verdict.dtype}"
                groups[section.id, verdict.verdict, verdict.against, why].append(pick)
    return [Failure(*key, tuple(picks)) for key, picks in groups.items()]


def link(pick: str, section: str) -> str:
    """The address, on the page, of an implementation's verdict on a golden."""
    return address(f"{section}-{pick}")


def address(part: str) -> str:
    """The address of a part of the page, whatever its name is made of."""
    return f"#{quote(part, errors='backslashreplace')}"


def _environment() -> Environment:
    environment = page_templates()
    environment.filters |= {"address": address, "link": link, "operation_summary": operation_summary}
    environment.globals |= {"NAMES": NAMES, "SHOWN": SHOWN, "SYMBOLS": SYMBOLS}
    return environment
