"""What reports call a verdict: a disagreement that an erratum expects has a state of its own."""

from __future__ import annotations

from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, SKIPPED, UNDECIDED, Verdict

ERRATUM = "erratum"
SYMBOLS = {AGREES: "✓", ERRATUM: "≠", DISAGREES: "✗", UNDECIDED: "?", FAILED: "!", SKIPPED: "–"}
NAMES = {state: state for state in SYMBOLS} | {ERRATUM: "disagrees, known erratum"}


def state(verdict: Verdict) -> str:
    """The state of a verdict, one of :data:`SYMBOLS`."""
    found = verdict.verdict
    return ERRATUM if found == DISAGREES and verdict.gate == "pass" else found
