"""The sections of a page: every golden and every case without one, with the verdicts about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from lastdigit.cases.case import Case, Erratum, Relation
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.records.run import Run
from lastdigit.reports.page.view import Section, View, dtype_order
from lastdigit.verdicts.verdict import THE_DOCUMENT, Verdict


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
