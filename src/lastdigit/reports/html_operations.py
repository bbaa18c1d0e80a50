"""Operations × implementations: the totals of each on the page, the document's first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.reports.html_view import state
from lastdigit.run import Run
from lastdigit.verdicts.verdict import THE_DOCUMENT, Verdict


@dataclass(frozen=True)
class Tally:
    """The verdicts of one operation by one implementation: how many of each state, and digits printed alike."""

    implementation: str
    counts: Counter[str]
    digits: int
    printed: int
    failing: int

    @property
    def share(self) -> str:
        """Elements that print the same digits, of those that were printed."""
        return f"{self.digits}/{self.printed}" if self.printed else ""


def operations(run: Run) -> list[tuple[str, list[Tally]]]:
    """Every operation by name, with the totals of its implementations."""
    groups: dict[str, dict[str, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
    for verdict in run.verdicts:
        groups[verdict.operation][verdict.implementation].append(verdict)
    return [
        (operation, [_tally(*one) for one in sorted(found.items(), key=lambda one: (one[0] != THE_DOCUMENT, one[0]))])
        for operation, found in sorted(groups.items())
    ]


def _tally(implementation: str, group: Sequence[Verdict]) -> Tally:
    printed = [verdict for verdict in group if verdict.digits is not None]
    return Tally(
        implementation,
        Counter(map(state, group)),
        sum(verdict.digits or 0 for verdict in printed),
        sum(verdict.elements for verdict in printed),
        sum(verdict.gate != "pass" for verdict in group),
    )
