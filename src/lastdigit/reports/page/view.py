"""What the page has a section for: every golden and every case without one, with all that was judged about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from lastdigit.base.number_format import FORMATS
from lastdigit.cases.case import Case, Erratum, Relation
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.printing.golden import Golden
from lastdigit.records.run import Run
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


def sections(run: Run) -> list[Section]:
    """One section per golden and per case without one, document by document; then what no document accounts for."""
    documents = run.reference.documents
    concerned = {
        (case.document, case.name): [expected.golden for expected in case.expected] for case in run.reference.cases
    }
    filed: dict[tuple[str, str, bool], list[Verdict]] = defaultdict(list)
    for document, known in documents.items():
        filed |= {(document, name, True): [] for name in known.stored.goldens}
        filed |= {(document, case.name, False): [] for case in known.case_file.cases if not case.expected}
    for verdict in run.verdicts:
        if verdict.golden:
            filed[verdict.document, verdict.golden, True].append(verdict)
            continue
        if not verdict.document:
            continue
        # What is held of a case's definition concerns all of its goldens.
        goldens = concerned.get((verdict.document, verdict.case))
        for name in goldens or ():
            filed[verdict.document, name, True].append(verdict)
        if not goldens:
            filed[verdict.document, verdict.case, False].append(verdict)
    order = {document: position for position, document in enumerate(documents)}
    places = sorted(filed, key=lambda place: order.get(place[0], len(order)))
    contents = {document: _Contents(known) for document, known in documents.items()}
    return [_section(contents.get(place[0]), *place, filed[place]) for place in places]


class _Contents:
    """What a document holds, by the golden or the case that it concerns."""

    def __init__(self, known: ReferenceDocument) -> None:
        self.stored = known.stored
        self.used, self.unused = known.used, known.case_file.unused
        self.case = {case.name: case for case in known.case_file.cases}
        self.cases: dict[str, list[Case]] = defaultdict(list)
        self.relations: dict[str, list[Relation]] = defaultdict(list)
        self.errata: dict[str, list[Erratum]] = defaultdict(list)
        for case in known.case_file.cases:
            for golden in dict.fromkeys(expected.golden for expected in case.expected):
                self.cases[golden].append(case)
        for relation in known.case_file.relations:
            self.relations[relation.golden].append(relation)
        for erratum in known.case_file.errata:
            if erratum.golden is not None:
                self.errata[erratum.golden].append(erratum)


def _section(
    known: _Contents | None, document: str, name: str, is_golden: bool, verdicts: Sequence[Verdict]
) -> Section:
    if known is None:
        return Section(document, name, f"{document}/{name}", None, None, (), (), (), _views(verdicts, []))
    golden = known.stored.goldens.get(name)
    cases = known.cases[name] if is_golden else [known.case[name]] if name in known.case else []
    relations = known.relations[name] if is_golden else []
    return Section(
        document=document,
        name=name,
        id=f"{document}/case/{name}" if golden and not is_golden else f"{document}/{name}",
        stored=known.stored,
        golden=golden if is_golden else None,
        cases=tuple(cases),
        relations=tuple(relations),
        errata=tuple(known.errata[name]) if is_golden else (),
        views=_views(verdicts, [*(case.name for case in cases), *(relation.name for relation in relations)]),
        unused=known.unused if is_golden and name not in known.used else "",
        used=name in known.used,
    )


def _views(verdicts: Sequence[Verdict], cases: Sequence[str]) -> tuple[View, ...]:
    """The verdicts by case, implementation and dtype; the document first, then by name."""
    groups: dict[tuple[str, str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.case, verdict.implementation, verdict.dtype].append(verdict)
    place = {case: at for at, case in reversed([*enumerate(cases)])}

    def position(key: tuple[str, str, str]) -> tuple[int, bool, str, tuple[int, str]]:
        case, implementation, dtype = key
        return place.get(case, len(cases)), implementation != THE_DOCUMENT, implementation, dtype_order(dtype)

    return tuple(View.of(*key, groups[key]) for key in sorted(groups, key=position))
