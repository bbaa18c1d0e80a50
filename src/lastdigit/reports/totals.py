"""The totals of a run by implementation, the document's first: what the terminal and ``summary.md`` show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lastdigit.reports.stops import share_of
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, THE_DOCUMENT, UNDECIDED, Verdict

NAMES = (AGREES, DISAGREES, UNDECIDED, FAILED)


@dataclass(frozen=True)
class Totals:
    """The verdicts of one implementation: how many of each, digits printed alike, and its worst share.

    ``share`` is the largest error of what passes in units of what is allowed there; None where nothing was bounded.
    """

    name: str
    counts: tuple[int, ...]
    digits: int
    printed: int
    failing: int
    share: float | None

    @property
    def same(self) -> str:
        """Elements that print the same digits, of those that were printed."""
        return f"{self.digits}/{self.printed}" if self.printed else ""

    @property
    def worst(self) -> str:
        """The worst share for people."""
        return "" if self.share is None else f"{self.share:.2f}" if self.share >= 0.005 else f"{self.share:.0e}"


def totals_by_implementation(verdicts: Iterable[Verdict]) -> list[Totals]:
    """One entry per implementation: the document, those that fail, then by name."""
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.implementation].append(verdict)
    found = [totals(name, group) for name, group in groups.items()]
    return sorted(found, key=lambda entry: (entry.name != THE_DOCUMENT, not entry.failing, entry.name))


def totals(name: str, group: Sequence[Verdict]) -> Totals:
    """The totals of these verdicts under a name."""
    printed = [verdict for verdict in group if verdict.digits is not None]
    shares = [share for v in group if v.verdict in (AGREES, UNDECIDED) and (share := share_of(v)) is not None]
    return Totals(
        name,
        tuple(sum(verdict.verdict == kind for verdict in group) for kind in NAMES),
        sum(verdict.digits or 0 for verdict in printed),
        sum(verdict.elements for verdict in printed),
        sum(verdict.gate != "pass" for verdict in group),
        max(shares, default=None),
    )
