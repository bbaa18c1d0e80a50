"""The goldens that a copy should have: those of a stored document, with the cases and relations that apply to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.cases.case import Case, Derived, Expected, Relation
from lastdigit.cases.expressions import names_in
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.extraction.names import slug
from lastdigit.printing.golden import Golden
from lastdigit.verdicts.readings import CaseReadings

OF_INPUTS = ("prints", "shape_of")
"""Relations about inputs, not about computed results."""

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Due:
    """One golden of the document, with its full shape if an export has truncated it.

    It is ``graded`` if a case or a relation determines it, unless the handout's source has its numbers as literals; the
    others help matching.
    """

    golden: Golden
    shape: Shape
    cases: tuple[tuple[Case, Expected], ...] = ()
    relations: tuple[Relation, ...] = ()
    graded: bool = False

    @property
    def name(self) -> str:
        """The golden's name."""
        return self.golden.name

    @cached_property
    def slug(self) -> str:
        """Its label as a name to search for."""
        return slug(self.golden.label)


class Dues:
    """All goldens of a document, in order."""

    def __init__(self, document: ReferenceDocument) -> None:
        self.document = document
        self.readings: dict[str, CaseReadings] = {}
        self.all = tuple(self._due(golden) for golden in document.stored.goldens.values())
        self.graded = tuple(due for due in self.all if due.graded)

    def reading(self, case: Case) -> CaseReadings:
        """The readings of a case on the document's own inputs."""
        if case.name not in self.readings:
            self.readings[case.name] = CaseReadings(self.document, case)
        return self.readings[case.name]

    @cached_property
    def computed(self) -> frozenset[str]:
        """The goldens computed by cases; other inputs of cases are given."""
        return frozenset(due.name for due in self.all if due.cases)

    def inputs_of(self, case: Case) -> frozenset[str]:
        """The names of all inputs of a case: draws, goldens, and the sources of derived inputs."""
        found: set[str] = set()
        waiting: list[Case | Derived] = [case]
        while waiting:
            for expression in waiting.pop().inputs.values():
                for name in names_in(expression):
                    derived = self.document.case_file.derived.get(name)
                    if derived is not None and name not in found:
                        waiting.append(derived)
                    found.add(name)
        return frozenset(found)

    def _due(self, golden: Golden) -> Due:
        case_file = self.document.case_file
        pairs = [(case, each) for case in case_file.cases for each in case.expected if each.golden == golden.name]
        stands = [pair for pair in pairs if self.document.erratum_of_golden(golden.name, pair[0].name) is None] or pairs
        relations = tuple(each for each in case_file.relations if each.golden == golden.name)
        judged = bool(stands) or any(each.holds not in OF_INPUTS for each in relations)
        given = not (golden.is_printed or golden.kind == "shape") or bool(golden.unverifiable) or self._is_typed(golden)
        return Due(golden, self._shape(golden, pairs), tuple(stands), relations, judged and not given)

    def _is_typed(self, golden: Golden) -> bool:
        """Whether the cell's source has these numbers as literals, so that no copy computes them."""
        for other in self.document.stored.goldens.values():
            if other.kind == "typed" and other.provenance.cell == golden.provenance.cell:
                pairs = list(zip(golden.tokens, other.tokens, strict=False))
                whole = pairs[:-1] if golden.cut else pairs
                if whole and all(one == two for one, two in whole) and pairs[-1][1].startswith(pairs[-1][0]):
                    return True
        return False

    def _shape(self, golden: Golden, pairs: list[tuple[Case, Expected]]) -> Shape:
        if golden.summary and golden.summary.full_shape and not golden.cut:
            return golden.summary.full_shape
        if not golden.cut or not pairs:
            return golden.shape
        case, expected = pairs[0]
        return part_shape(expected, self.reading(case).result_shape)


def part_shape(expected: Expected, shape: Shape) -> Shape:
    """The shape of the part of a result of ``shape`` that a golden prints."""
    part = np.broadcast_to(0.0, shape)
    if expected.transpose:
        part = np.swapaxes(part, -1, -2)
    if expected.row is not None:
        part = part[expected.row]
    return part.shape if expected.rows is None else part[: expected.rows].shape


def squeezed(shape: Shape) -> Shape:
    """A shape without its axes of one."""
    return tuple(extent for extent in shape if extent != 1)
