"""The grader: one stored document, and every copy of its notebook that its cases grade."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from lastdigit.base.errors import LastdigitError
from lastdigit.cases.case import Case, Expected
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.document import Document
from lastdigit.extraction.extract import extract_all
from lastdigit.grading.copy_marks import CopyMarks
from lastdigit.grading.due import Due, Dues, Shape, part_shape, squeezed
from lastdigit.grading.mark import Graded
from lastdigit.grading.matching import matched
from lastdigit.grading.own_inputs import InputReader, Key, OwnInputs, with_goldens
from lastdigit.printing.golden import Golden
from lastdigit.source.seeds_set import seeds_set
from lastdigit.verdicts.explain import NO_MISTAKE, NO_PAIR
from lastdigit.verdicts.judge_case import judge_print
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.relations import judge_relation
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED, Verdict

Readings = Callable[[Case], CaseReadings]

_ORDER = {DISAGREES: 0, FAILED: 1, UNDECIDED: 2, AGREES: 3}
"""The verdicts on one golden, in order of precedence."""
_UNKNOWN = ("", NO_MISTAKE, NO_PAIR)


class Grader:
    """Compares copies with a document's cases; common results are judged once.

    ``handout`` is the original notebook with stubs: unchanged prints of it count as stubs.
    """

    def __init__(self, document: ReferenceDocument, handout: Document | None = None) -> None:
        self.dues = Dues(document)
        self._inputs = InputReader(self.dues)
        self._shared: dict[Key, ReferenceDocument] = {}
        self._readings: dict[tuple[Key, str], CaseReadings] = {}
        self._judged: dict[tuple[object, ...], Verdict] = {}
        found = [] if handout is None else [entry.golden for entry in extract_all(handout).goldens]
        self.handout: Mapping[str, Golden] = matched(self.dues.all, found)

    def grade(self, copy: Document, name: str) -> Graded:
        """The marks of one copy."""
        found = [entry.golden for entry in extract_all(copy).goldens]
        matches = matched(self.dues.all, found)
        own = self._inputs.read(list(seeds_set(copy)), matches)
        marks = CopyMarks(self, copy, found, matches, own)
        return Graded(name, tuple(marks.of(due) for due in self.dues.graded), own.notes)

    def by_document(self, due: Due, golden: Golden, unseeded: frozenset[str] = frozenset()) -> Verdict | None:
        """The verdict on a golden of a copy by the document's own inputs; None if no case applies to it.

        A case with inputs drawn without a seed can confirm a golden but not refute it.
        """
        return self._worst(due, golden, self.dues.reading, (), unseeded)

    def by_own_inputs(self, due: Due, golden: Golden, own: OwnInputs) -> Verdict | None:
        """The verdict with the seeds and the given inputs of the copy."""
        return self._worst(due, golden, lambda case: self.with_inputs(case, own), own.key, own.unseeded)

    def with_inputs(self, case: Case, own: OwnInputs) -> CaseReadings:
        """The readings of a case on a copy's own inputs, shared by copies with the same inputs."""
        if not own.differ:
            return self.dues.reading(case)
        key = own.key
        if key not in self._shared:
            self._shared[key] = own.put_into(self.dues.document)
        if (key, case.name) not in self._readings:
            self._readings[key, case.name] = CaseReadings(self._shared[key], case)
        return self._readings[key, case.name]

    def by_prints(
        self, due: Due, golden: Golden, own: OwnInputs, prints: Mapping[str, Golden]
    ) -> tuple[Verdict | None, frozenset[str]]:
        """The verdict of cases with computed goldens as inputs, using the copy's prints of them; and their names."""
        taken = {case.name: self.dues.inputs_of(case) & prints.keys() for case, _ in due.cases}
        pairs = tuple((case, expected) for case, expected in due.cases if taken[case.name])
        names = frozenset(name for some in taken.values() for name in some)
        if not pairs:
            return None, names
        document = with_goldens(own.put_into(self.dues.document), {name: prints[name] for name in names})
        try:
            some = replace(due, cases=pairs, relations=())
            return self._worst(some, golden, lambda case: CaseReadings(document, case), None, own.unseeded), names
        except (LastdigitError, ValueError, IndexError):
            return None, names

    def is_transposed(self, due: Due, golden: Golden, own: OwnInputs) -> bool:
        """Whether a golden would be right with its last two axes swapped."""
        if len(golden.shape) < 2:
            return False
        pairs = tuple((case, replace(each, transpose=not each.transpose)) for case, each in due.cases)
        turned = replace(due, cases=pairs, relations=(), shape=(*due.shape[:-2], *due.shape[:-3:-1]))
        verdict = self.by_own_inputs(turned, golden, own)
        return verdict is not None and verdict.verdict == AGREES

    def _worst(
        self, due: Due, golden: Golden, readings: Readings, key: Key | None, unseeded: frozenset[str]
    ) -> Verdict | None:
        found = []
        for case, expected in due.cases:
            verdict = self._judge(readings(case), expected, golden, key)
            needs = due.golden.kind != "shape" and self.dues.inputs_of(case) & unseeded
            if verdict.verdict == AGREES or not needs:
                found.append(verdict)
        if not due.cases:
            found += list(self._related(due, golden))
        return min(found, key=_rank, default=None)

    def _judge(self, readings: CaseReadings, expected: Expected, golden: Golden, key: Key | None) -> Verdict:
        shaped = _in_shape(golden, part_shape(expected, readings.result_shape))
        if key is None:
            return judge_print(readings, expected, shaped)
        known = (
            key,
            readings.case.name,
            expected,
            shaped.format,
            shaped.tokens,
            shaped.shape,
            shaped.cut,
            shaped.summary,
        )
        if known not in self._judged:
            self._judged[known] = judge_print(readings, expected, shaped)
        return self._judged[known]

    def _related(self, due: Due, golden: Golden) -> Sequence[Verdict]:
        document = with_goldens(self.dues.document, {due.name: golden})
        return [judge_relation(document, relation) for relation in due.relations]


def _rank(verdict: Verdict) -> tuple[int, bool, int]:
    """Sort key by precedence: disagreements first, those with the fewest explanations before others."""
    return _ORDER[verdict.verdict], verdict.explanation in _UNKNOWN, len(verdict.explanation)


def _in_shape(golden: Golden, shape: Shape) -> Golden:
    """A golden in the expected shape, if only axes of length one differ."""
    if (
        golden.kind == "shape"
        or golden.cut
        or golden.summary
        or golden.shape == shape
        or squeezed(golden.shape) != squeezed(shape)
    ):
        return golden
    return replace(golden, shape=shape)
