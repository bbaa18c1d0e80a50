"""A section of the page, a golden or a case without one, and its views: the verdicts on one implementation each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from lastdigit.base.number_format import FORMATS
from lastdigit.cases.case import Case, Erratum, Relation
from lastdigit.printing.golden import Golden
from lastdigit.reports.outcome.states import ERRATUM, state
from lastdigit.store.documents import StoredDocument
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, SKIPPED, THE_DOCUMENT, UNDECIDED, Verdict

WORSE = {name: at for at, name in enumerate((AGREES, SKIPPED, UNDECIDED, ERRATUM, DISAGREES, FAILED))}
"""The states in the order in which to look at them, the worst last."""

Badness = tuple[bool, int, float]

Row = tuple[str, str]
"""An implementation and its number format; none for a document, each of whose goldens was printed in its own."""


def badness(verdict: Verdict) -> Badness:
    """What to look at first: what the gate stops, then by state, then by the share of what is allowed."""
    allowed = verdict.allowed
    share = (verdict.error or 0.0) / allowed if allowed else 0.0
    return verdict.gate != "pass", WORSE[state(verdict)], share


@cache
def dtype_order(dtype: str) -> tuple[int, str]:
    """Number formats as their table orders them, then others by name."""
    return (list(FORMATS).index(dtype) if dtype in FORMATS else len(FORMATS), dtype)


class View(NamedTuple):
    """One implementation in one number format on one case: its verdict on the printed values and on the exact ones.

    ``badness`` is that of the worse one.
    """

    case: str
    implementation: str
    dtype: str
    verdicts: tuple[Verdict, ...]
    badness: Badness

    @classmethod
    def of(cls, case: str, implementation: str, dtype: str, verdicts: Sequence[Verdict]) -> View:
        """The view of verdicts on the same."""
        # Of one case and implementation, the verdict on the printed values comes before the one on the exact ones.
        ordered = (*[v for v in verdicts if v.golden], *[v for v in verdicts if not v.golden])
        return cls(case, implementation, dtype, ordered, max(map(badness, ordered)))

    @property
    def row(self) -> Row:
        """The row of the scoreboard that it belongs to."""
        return self.implementation, "" if self.implementation == THE_DOCUMENT else self.dtype


@dataclass(frozen=True)
class Section:
    """A golden, or a case that has none; ``views`` is what was judged about it.

    ``unused`` is the reason why no case uses it, where a person gives one for all such goldens. ``used``: a case or a
    relation does.
    """

    document: str
    name: str
    id: str
    stored: StoredDocument | None
    golden: Golden | None
    cases: tuple[Case, ...]
    relations: tuple[Relation, ...]
    errata: tuple[Erratum, ...]
    views: tuple[View, ...]
    unused: str = ""
    used: bool = False

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """All of its verdicts."""
        return [verdict for view in self.views for verdict in view.verdicts]

    @cached_property
    def own(self) -> list[Verdict]:
        """What is held of the document itself."""
        return [verdict for verdict in self.verdicts if verdict.implementation == THE_DOCUMENT]

    @cached_property
    def related(self) -> set[str]:
        """The names of its relations."""
        return {relation.name for relation in self.relations}

    @cached_property
    def choices(self) -> list[View]:
        """The views on its cases; what a relation says of the document is shown beside them."""
        return [view for view in self.views if view.case not in self.related] if self.related else [*self.views]

    @property
    def chosen(self) -> int:
        """The choice to begin with: the worst implementation that was decided, or the document where it is alone."""
        keys = [
            (view.implementation != THE_DOCUMENT, view.badness[1] != WORSE[UNDECIDED], view.badness)
            for view in self.choices
        ]
        return keys.index(max(keys)) if keys else 0

    @property
    def of(self) -> tuple[int, int]:
        """How many elements were verified, of how many that the definition's result has."""
        return max(((verdict.elements, verdict.of) for verdict in self.own), default=(0, 0))
