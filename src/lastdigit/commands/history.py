"""``lastdigit report history``: what changed over several runs, and in which of them first; badges of the latest."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

from lastdigit.commands.report import record_path
from lastdigit.records.occasion import BEGAN
from lastdigit.records.record import read_record
from lastdigit.reports.ci.badges import write_badges
from lastdigit.reports.difference.history import said, steps
from lastdigit.reports.page.history_page import write_history

BADGES = "badges"
_LONGEST = 1 << 20


def run(paths: Sequence[Path], into: Path | None) -> int:
    """Print what changed over the runs, in order of their start, and write the page if requested."""
    began = {path: _began(record_path(path)) for path in paths}
    ordered = sorted(paths, key=began.__getitem__) if all(began.values()) else paths
    found = list(steps((str(path), read_record(record_path(path))) for path in ordered))
    for step in found:
        mark = "✓" if step.passes else "✗"
        print(f"{mark} {step.title}: {step.words if step.number > 1 else step.environment}")
    for line in said(found):
        print(line)
    if into:
        write_history(found, into)
        write_badges([measured.totals for measured in found[-1].measured.values()], into / BADGES)
        print(f"report: {into / 'history.html'}, badges: {into / BADGES}")
    return 0


def _began(path: Path) -> str:
    """The start of a run, from the first line of its record; empty if unknown."""
    try:
        with gzip.open(path) as file:
            details = json.loads(file.readline(_LONGEST))["details"]
        return min(str(facts[BEGAN]) for facts in details.values())
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError):
        return ""
