"""The page's first screen: what the gate stops, grouped by cause with links to it, and the faults of the run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.base.fault import STALE_ERRATUM, kind_of
from lastdigit.records.run import Run
from lastdigit.reports.outcome.cause import CASE, GOLDEN, STALE, Cause
from lastdigit.reports.outcome.causes import causes
from lastdigit.reports.outcome.states import state
from lastdigit.reports.outcome.stops import KINDS, OTHER
from lastdigit.reports.page.accept import Acceptance, acceptance
from lastdigit.reports.page.view import Section
from lastdigit.verdicts.verdict import Verdict

LINKS = 60
"""Goldens of a cause that are linked to; verdicts.csv has all of them."""


@dataclass(frozen=True)
class ShownCause:
    """A cause, the state of its verdicts, and links to what shows it: the words and the address of each.

    ``section`` is where to look first, and ``accepted`` the lines that accept it.
    """

    cause: Cause
    state: str
    section: str
    links: tuple[tuple[str, str], ...]
    left: int
    accepted: tuple[Acceptance, ...]


@dataclass(frozen=True)
class ShownFaults:
    """Faults of one kind: what kind that is, and each in words."""

    meaning: str
    faults: tuple[str, ...]


def shown_causes(run: Run, sections: Sequence[Section]) -> list[ShownCause]:
    """Every cause with its links, in the order in which to look at them."""
    ids: dict[int, str] = {}
    for section in sections:
        for verdict in section.verdicts:
            ids.setdefault(id(verdict), section.id)
    return [_shown(run, cause, ids) for cause in causes(run)]


def shown_faults(run: Run) -> list[ShownFaults]:
    """The faults by kind. That an erratum is stale is a cause already where a verdict says so."""
    told = {verdict.erratum for verdict in run.failing if verdict.erratum}
    groups: dict[str, list[str]] = defaultdict(list)
    for fault in run.faults:
        kind = kind_of(fault) or OTHER
        if kind == STALE_ERRATUM and any(fault.startswith(f"erratum {name} ") for name in told):
            continue
        groups[kind].append(fault)
    return [ShownFaults(KINDS.get(kind, KINDS[OTHER]), tuple(faults)) for kind, faults in groups.items()]


def _shown(run: Run, cause: Cause, ids: dict[int, str]) -> ShownCause:
    links: dict[str, str] = {}
    for verdict in (cause.example, *cause.verdicts):
        section = ids.get(id(verdict))
        if section is not None:
            words = _pick(verdict) if cause.kind in (CASE, GOLDEN) else section
            links.setdefault(words, f"{section}-{_pick(verdict)}")
    shown = tuple(links.items())
    kind = STALE if cause.kind == STALE else state(cause.example)
    first, left = ids.get(id(cause.example), ""), len(shown) - len(shown[:LINKS])
    return ShownCause(cause, kind, first, shown[:LINKS], left, tuple(acceptance(run, cause)))


def _pick(verdict: Verdict) -> str:
    return f"{verdict.implementation}-{verdict.dtype}"
