"""A project: its reference data, its implementations, and everything to judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from lastdigit.base.errors import InvalidImplementation
from lastdigit.cases.case import Case, Relation
from lastdigit.cases.reference import Reference, load_reference
from lastdigit.implementations.definitions import load_definitions
from lastdigit.implementations.implementation import Implementation, find_implementations
from lastdigit.implementations.isolation.runner import InWorkers, Limits, Runner
from lastdigit.verdicts.gate import (
    cases_without_implementation,
    gated,
    goldens_without_case,
    implementations_without_case,
    supports,
)
from lastdigit.verdicts.judge_case import judge_document, judge_implementation
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.relations import judge_relation
from lastdigit.verdicts.verdict import THE_DOCUMENT, Verdict


@dataclass(frozen=True)
class Pairing:
    """A case and an implementation that supports it, in one number format."""

    case: Case
    implementation: Implementation
    dtype: str

    @property
    def id(self) -> str:
        """The name of its test: document, case, implementation and dtype."""
        return f"{self.case.id}-{self.implementation.name}-{self.dtype}"


@dataclass(frozen=True)
class Project:
    """Everything to verify, and how to judge it. All verdicts of a case share its readings."""

    reference: Reference
    implementations: tuple[Implementation, ...]
    runner: Runner = field(default_factory=InWorkers)
    limits: Limits = field(default_factory=Limits)
    definitions: Path | None = None
    _readings: dict[str, CaseReadings] = field(default_factory=dict)

    @cached_property
    def cases(self) -> list[Case]:
        """The cases whose goldens are compared with their definitions."""
        return list(self.reference.cases)

    @cached_property
    def relations(self) -> list[Relation]:
        """The relations between printed values."""
        return [r for document in self.reference.documents.values() for r in document.case_file.relations]

    @cached_property
    def pairings(self) -> list[Pairing]:
        """Every case with every implementation that supports it, in every number format."""
        return [
            Pairing(case, implementation, dtype)
            for case in self.cases
            for implementation in self.implementations
            if supports(implementation, case.operation, case.parameters, case.inputs)
            for dtype in implementation.dtypes
        ]

    @property
    def unused(self) -> list[Verdict]:
        """The verdicts of implementations that support no case."""
        return implementations_without_case(self.reference, self.implementations)

    @cached_property
    def ids(self) -> frozenset[str]:
        """The names of everything to judge."""
        judged: list[Case | Relation | Pairing] = [*self.cases, *self.relations, *self.pairings]
        return frozenset(each.id for each in judged)

    def asks(self, test: str) -> bool:
        """Whether a test judges: its parameter is one of the names."""
        return test.rpartition("]")[0].partition("[")[2] in self.ids

    @property
    def folders(self) -> list[Path]:
        """The folders of its reference data, definitions and implementations."""
        own = [self.definitions] if self.definitions else []
        return [self.reference.root, *own, *sorted({each.path.parent for each in self.implementations})]

    @property
    def faults(self) -> list[str]:
        """Faults known before anything runs."""
        return [
            *self.reference.faults,
            *goldens_without_case(self.reference),
            *cases_without_implementation(self.reference, self.implementations),
        ]

    def judge_document(self, case: Case) -> list[Verdict]:
        """Judge a document's goldens against the case's definition."""
        return self._gated(judge_document(self._of(case)))

    def judge_relation(self, relation: Relation) -> list[Verdict]:
        """Judge a relation between a document's printed values."""
        return self._gated([judge_relation(self.reference.documents[relation.document], relation)])

    def judge_implementation(self, pairing: Pairing) -> list[Verdict]:
        """Judge an implementation against the goldens and the definition."""
        readings = self._of(pairing.case)
        return self._gated(
            judge_implementation(readings, pairing.implementation, pairing.dtype, self.runner, self.limits)
        )

    def _gated(self, verdicts: list[Verdict]) -> list[Verdict]:
        return [gated(verdict, self.reference) for verdict in verdicts]

    def _of(self, case: Case) -> CaseReadings:
        if case.id not in self._readings:
            self._readings[case.id] = CaseReadings(self.reference.documents[case.document], case)
        return self._readings[case.id]


def load_project(
    reference_data: Path,
    implementations: Path,
    runner: Runner | None = None,
    limits: Limits | None = None,
    *,
    definitions: Path | None = None,
) -> Project:
    """Load a project from its folders; ``runner`` calls its implementations, by default in worker processes."""
    if definitions is not None:
        load_definitions(definitions)
    found = tuple(find_implementations(implementations))
    for implementation in found:
        if implementation.name == THE_DOCUMENT:
            expected = f"another name; {THE_DOCUMENT!r} denotes the printed values"
            raise InvalidImplementation(implementation.path, implementation.line, expected, repr(THE_DOCUMENT))
    return Project(load_reference(reference_data), found, runner or InWorkers(), limits or Limits(), definitions)
