"""What fails the gate: every failing verdict and every fault of a run, its kind, and where to mend it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.base.fault import (
    CHANGED_FILE,
    EMPTY,
    LOST_END,
    NO_VERDICT,
    PART,
    STALE_ERRATUM,
    UNJUDGED_CASE,
    UNREADABLE,
    UNRUN_CASE,
    UNUSED_GOLDEN,
    Fault,
    kind_of,
)
from lastdigit.cases.case_file import NAME as CASES
from lastdigit.records.places import place_of
from lastdigit.records.run import Place, Run
from lastdigit.verdicts.verdict import DISAGREES, FAILED, Verdict
from lastdigit.verdicts.words.evidence import found_shares, share_words, verdict_words

DISAGREEMENT, FAILURE, OTHER = "disagreement", "failed-implementation", "fault"

KINDS = {
    DISAGREEMENT: "A disagreement that no erratum explains",
    FAILURE: "An implementation raised, or returned the wrong shape, the wrong dtype, or nan",
    STALE_ERRATUM: "A stale erratum: what it calls wrong agrees",
    UNUSED_GOLDEN: "A golden that no case and no relation uses",
    UNRUN_CASE: "A case that no implementation ran",
    UNJUDGED_CASE: "A case or relation without a verdict",
    UNREADABLE: "Reference data that do not match their hash, or cannot be read",
    EMPTY: "A run without verdicts",
    PART: "A partial run: some tests were not judged",
    NO_VERDICT: "A test that ended without its verdict",
    CHANGED_FILE: "A file of the judge or of the project that changed during the run",
    LOST_END: "A truncated record of a run",
    OTHER: "Something is wrong with the run as a whole",
}
"""Every kind of gate failure, and what it means."""


@dataclass(frozen=True)
class Stop:
    """One thing stopped by the gate. ``name`` is what is stopped, ``why`` what is wrong with it, both in words.

    ``verdict`` is None for a fault of the run.
    """

    kind: str
    name: str
    why: str
    place: Place
    verdict: Verdict | None = None

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.name}: {self.why}" if self.name else self.why


def stops(run: Run) -> Iterator[Stop]:
    """Everything stopped by the gate: the faults, then the verdicts in their order."""
    for fault in run.faults:
        place = (fault.path, fault.line) if isinstance(fault, Fault) and fault.path else _home(run)
        yield Stop(kind_of(fault) or OTHER, "", fault, place)
    for verdict in run.failing:
        home = _home(run, verdict.document) if verdict.document in run.reference.documents else _home(run)
        yield Stop(_kind(verdict), name_of(verdict), why(verdict), place_of(verdict, run.places) or home, verdict)


def name_of(verdict: Verdict) -> str:
    """A verdict by what was judged, by whom, against what, and where."""
    golden = "/".join(part for part in (verdict.document, verdict.golden or verdict.case) if part)
    where = f" ({verdict.environment})" if verdict.environment else ""
    return f"{golden} by {verdict.implementation} in {verdict.dtype} against the {verdict.against}{where}"


def why(verdict: Verdict) -> str:
    """What is wrong with a verdict, in one line."""
    parts = [verdict_words(verdict)]
    found = found_shares(verdict)
    if found and (verdict.error or 0.0) <= (verdict.allowed or 0.0):
        parts += map(share_words, found)
    elif verdict.verdict == DISAGREES and verdict.error is not None:
        at = f" at [{verdict.worst_index}]" if verdict.worst_index else ""
        allowed = "" if verdict.allowed is None else f" of {verdict.allowed:.3g} allowed"
        parts.append(f"got {verdict.observed}, expected {verdict.expected}{at}, error {verdict.error:.3g}{allowed}")
    elif verdict.verdict == DISAGREES and verdict.expected:
        parts.append(f"got {verdict.observed}, expected {verdict.expected}")
    parts += [words for words in (verdict.reason, verdict.explanation) if words]
    return "; ".join(parts)


def share_of(verdict: Verdict) -> float | None:
    """The worst error in units of what is allowed; None if nothing was compared or nothing bounds it."""
    if verdict.error is None or not verdict.allowed or not math.isfinite(verdict.allowed):
        return None
    return verdict.error / verdict.allowed


def _kind(verdict: Verdict) -> str:
    if verdict.verdict == FAILED:
        return FAILURE
    return DISAGREEMENT if verdict.verdict == DISAGREES else STALE_ERRATUM


def _home(run: Run, document: str = "") -> Place:
    """Where to look for what has no place of its own: a document's cases, or the reference data."""
    root = run.reference.root.as_posix()
    return (f"{root}/{document}/{CASES}" if document else f"{root}/"), 1
