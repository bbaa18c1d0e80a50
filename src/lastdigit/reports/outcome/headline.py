"""A run in one line: what the gate says, and how many verdicts there are of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, SKIPPED, UNDECIDED, Verdict
from lastdigit.verdicts.words.evidence import EVIDENCE

if TYPE_CHECKING:
    from lastdigit.records.run import Run


def headline(run: Run) -> str:
    """The verdict of a run in one line."""
    gate = "PASS" if run.passes else "FAIL"
    return f"gate {gate}: {'' if run.complete else 'partial run: '}{counts_in_words(run.verdicts)}"


def counts_in_words(verdicts: Sequence[Verdict]) -> str:
    """How many verdicts there are of each kind, and how many pairings were skipped."""
    counts = Counter(verdict.verdict for verdict in verdicts)
    known = sum(verdict.verdict == DISAGREES and verdict.gate == "pass" for verdict in verdicts)
    parts = [f"{counts[name]} {name}" for name in (AGREES, DISAGREES, UNDECIDED, FAILED)]
    rests = Counter(verdict.evidence for verdict in verdicts if verdict.verdict == DISAGREES)
    notes = [", ".join(f"{rests[name]} {name}" for name in EVIDENCE if rests[name])]
    notes += [f"{known} known errata"] if known else []
    if any(notes):
        parts[1] += f" ({'; '.join(filter(None, notes))})"
    skipped = f"; {counts[SKIPPED]} {SKIPPED}" if counts[SKIPPED] else ""
    return f"{len(verdicts) - counts[SKIPPED]} verdicts: {', '.join(parts)}{skipped}"
