"""Operations × implementations: the totals of each on the page, the document's first."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from lastdigit.reports.html_view import state
from lastdigit.run import Run
from lastdigit.verdicts.verdict import THE_DOCUMENT


@dataclass
class Tally:
    """The verdicts of one operation by one implementation: how many of each state, and digits printed alike."""

    implementation: str
    counts: Counter[str] = field(default_factory=Counter)
    digits: int = 0
    printed: int = 0
    failing: int = 0

    @property
    def share(self) -> str:
        """Elements that print the same digits, of those that were printed."""
        return f"{self.digits}/{self.printed}" if self.printed else ""


def operations(run: Run) -> list[tuple[str, list[Tally]]]:
    """Every operation by name, with the totals of its implementations."""
    groups: dict[str, dict[str, Tally]] = defaultdict(dict)
    for verdict in run.verdicts:
        tallies, name = groups[verdict.operation], verdict.implementation
        tally = tallies.get(name) or tallies.setdefault(name, Tally(name))
        tally.counts[state(verdict)] += 1
        tally.failing += verdict.gate != "pass"
        if verdict.digits is not None:
            tally.digits += verdict.digits
            tally.printed += verdict.elements
    return [
        (
            operation,
            sorted(tallies.values(), key=lambda tally: (tally.implementation != THE_DOCUMENT, tally.implementation)),
        )
        for operation, tallies in sorted(groups.items())
    ]
