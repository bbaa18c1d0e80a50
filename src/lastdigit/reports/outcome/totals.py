"""The totals of verdicts: what terminal, ``summary.md`` and page show of implementations and of operations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lastdigit.reports.outcome.states import ERRATUM, state
from lastdigit.reports.outcome.stops import share_of
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, SKIPPED, THE_DOCUMENT, UNDECIDED, Verdict

NAMES = (AGREES, DISAGREES, UNDECIDED, FAILED, SKIPPED)


@dataclass(frozen=True)
class Totals:
    """Some verdicts: how many of each state, digits printed alike, and the worst share.

    ``share`` is the largest error of what passes in units of what is allowed there; None if nothing was bounded.
    """

    name: str
    states: Counter[str]
    digits: int
    printed: int
    failing: int
    share: float | None

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each verdict of :data:`NAMES`, expected or not."""
        return tuple(self.states[name] + (self.states[ERRATUM] if name == DISAGREES else 0) for name in NAMES)

    @property
    def same(self) -> str:
        """Elements that print the same digits, of those that were printed."""
        return f"{self.digits}/{self.printed}" if self.printed else ""

    @property
    def worst(self) -> str:
        """The worst share for people."""
        return "" if self.share is None else f"{self.share:.2f}" if self.share >= 0.005 else f"{self.share:.0e}"


def totals(name: str, group: Sequence[Verdict]) -> Totals:
    """The totals of these verdicts under a name."""
    printed = [verdict for verdict in group if verdict.digits is not None]
    shares = [share for v in group if v.verdict in (AGREES, UNDECIDED) and (share := share_of(v)) is not None]
    return Totals(
        name,
        Counter(map(state, group)),
        sum(verdict.digits or 0 for verdict in printed),
        sum(verdict.elements for verdict in printed),
        sum(verdict.gate != "pass" for verdict in group),
        max(shares, default=None),
    )


def totals_by_implementation(verdicts: Iterable[Verdict]) -> list[Totals]:
    """One entry per implementation: the document, those that fail, then by name."""
    found = [totals(name, group) for name, group in _groups(verdicts, lambda verdict: verdict.implementation).items()]
    return sorted(found, key=lambda entry: (entry.name != THE_DOCUMENT, not entry.failing, entry.name))


def totals_by_operation(verdicts: Iterable[Verdict]) -> list[tuple[str, list[Totals]]]:
    """Every operation by name, with the totals of its implementations: the document, then by name."""
    return [
        (operation, sorted(totals_by_implementation(group), key=lambda entry: (entry.name != THE_DOCUMENT, entry.name)))
        for operation, group in sorted(_groups(verdicts, lambda verdict: verdict.operation).items())
    ]


def _groups(verdicts: Iterable[Verdict], key: Callable[[Verdict], str]) -> dict[str, list[Verdict]]:
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[key(verdict)].append(verdict)
    return groups
