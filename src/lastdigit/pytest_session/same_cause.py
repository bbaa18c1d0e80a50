"""Folds pytest's failures to one per cause: many tests may fail for one mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lastdigit.reports.outcome.cause import Cause

FOLDED = "of the same cause"
"""The word for counted but hidden failures in the last line of a session."""


def one_of_each(stats: dict[str, list[Any]], causes: Sequence[Cause], tests: Mapping[int, str]) -> None:
    """Keep one failed report per cause, and note how many more there are; the others are only counted.

    ``stats`` are the terminal's reports by outcome, ``tests`` the names of the tests by the ids of their verdicts.
    """
    reports = {report.lastdigit["test"]: report for report in stats.get("failed", ()) if hasattr(report, "lastdigit")}
    kept: set[str] = set()
    known: set[str] = set()
    for cause in causes:
        own = dict.fromkeys(tests[id(verdict)] for verdict in cause.verdicts if id(verdict) in tests)
        first = tests.get(id(cause.example), "")
        if first not in reports:
            continue
        known |= own.keys()
        kept.add(first)
        more = len(own) - 1
        if more:
            title = f"{more:,} more {'test fails' if more == 1 else 'tests fail'} of the same cause"
            reports[first].sections.append((title, f"{cause.rerun}\n"))
    folded = [report for name, report in reports.items() if name in known and name not in kept]
    if folded:
        gone = set(map(id, folded))
        stats["failed"] = [report for report in stats["failed"] if id(report) not in gone]
        stats.setdefault(FOLDED, []).extend(folded)
