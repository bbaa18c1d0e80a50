"""The marks of one copy, golden by golden in the order of the document: an earlier one may explain a later one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lastdigit.base.errors import LastdigitError
from lastdigit.cases.case import Case, Expected
from lastdigit.document import Document
from lastdigit.grading.due import Due
from lastdigit.grading.mark import FOLLOWS, MISSING, RIGHT, STUB, UNDECIDED, WRONG, Mark
from lastdigit.grading.matching import fits_shape
from lastdigit.grading.own_inputs import OwnInputs
from lastdigit.grading.steps import arranged, comes_from, step_of
from lastdigit.printing.golden import Golden
from lastdigit.verdicts import verdict as verdicts
from lastdigit.verdicts.verdict import AGREES, Verdict

if TYPE_CHECKING:
    from lastdigit.grading.grader import Grader

TRANSPOSED = "result transposed"
NO_SEED = "needs inputs drawn without a seed"


class CopyMarks:
    """Marks the document's goldens in one copy, each by the corresponding print."""

    def __init__(
        self,
        grader: Grader,
        copy: Document,
        found: Sequence[Golden],
        matches: Mapping[str, Golden],
        own: OwnInputs,
    ) -> None:
        self._grader, self._copy, self._found, self._own = grader, copy, found, own
        self._prints = dict(matches)
        self._marks: dict[str, Mark] = {}

    def of(self, due: Due) -> Mark:
        """The mark of the next golden."""
        golden = self._prints.get(due.name)
        mark = self._missing(due) if golden is None else self._marked(due, golden)
        if mark.verdict not in (RIGHT, FOLLOWS) and (other := self._under_another_name(due)) is not None:
            self._prints[due.name] = other
            mark = self._marked(due, other).noted(f"matched by its numbers; the document calls it {due.golden.label!r}")
        self._marks[due.name] = mark
        return mark

    def _marked(self, due: Due, golden: Golden) -> Mark:
        by_document = self._grader.by_document(due, golden, self._own.unseeded)
        if _agrees(by_document):
            return self._mark(due, golden, RIGHT, by_document)
        verdict = self._grader.by_own_inputs(due, golden, self._own) if self._own.differ else by_document
        if _agrees(verdict):
            return self._mark(due, golden, RIGHT, verdict).noted("right for its own inputs")
        if _is_zero(golden) or _same(golden, self._grader.handout.get(due.name)):
            return self._mark(due, golden, STUB, None)
        chained = self._from_prints(due, golden)
        if chained is not None:
            return chained
        if verdict is None:
            return self._mark(due, golden, UNDECIDED, None, reason=NO_SEED)
        if verdict.verdict == verdicts.UNDECIDED:
            return self._mark(due, golden, UNDECIDED, verdict)
        if (earlier := self._step(due, golden)) is not None:
            return self._mark(due, golden, FOLLOWS, verdict, follows=earlier)
        if self._grader.is_transposed(due, golden, self._own):
            return self._mark(due, golden, WRONG, verdict, mistake=TRANSPOSED)
        return self._mark(due, golden, WRONG, verdict)

    def _from_prints(self, due: Due, golden: Golden) -> Mark | None:
        """The mark of a golden that is right for the copy's earlier prints."""
        computed = self._grader.dues.computed
        before = {
            name: print_
            for name, print_ in self._prints.items()
            if name in computed and name != due.name and not _same(print_, self._grader.dues.document.golden(name))
        }
        verdict, taken = self._grader.by_prints(due, golden, self._own, before)
        if not _agrees(verdict):
            return None
        wrong = [name for name, mark in self._marks.items() if name in taken and mark.verdict not in (RIGHT, UNDECIDED)]
        if wrong:
            return self._mark(due, golden, FOLLOWS, verdict, follows=wrong[0])
        return self._mark(due, golden, RIGHT, verdict).noted("right given what the copy prints earlier")

    def _step(self, due: Due, golden: Golden) -> str | None:
        """The earlier golden, wrong in this copy, that is an intermediate result of this one's definition."""
        for case, expected in due.cases:
            outer = self._grader.with_inputs(case, self._own)
            for earlier, inner_case, inner_expected in self._wrong_before():
                inner = self._grader.with_inputs(inner_case, self._own)
                step = step_of(inner, outer)
                if step is None:
                    continue
                try:
                    own = arranged(self._prints[earlier], inner_expected, step.shape)
                    if own is not None and comes_from(own, step, outer, expected, golden):
                        return earlier
                except (LastdigitError, ValueError):
                    continue
        return None

    def _wrong_before(self) -> Iterator[tuple[str, Case, Expected]]:
        for due in self._grader.dues.graded:
            mark = self._marks.get(due.name)
            if mark is not None and mark.verdict in (WRONG, STUB) and due.name in self._prints:
                yield from ((due.name, case, expected) for case, expected in due.cases)

    def _under_another_name(self, due: Due) -> Golden | None:
        """An unmatched print that is right and has the expected shape."""
        if due.golden.kind == "shape":
            return None
        taken = set(map(id, self._prints.values()))
        for golden in self._found:
            if golden.is_printed and id(golden) not in taken and fits_shape(due.shape, golden):
                verdict = self._grader.by_own_inputs(due, golden, self._own)
                if _agrees(verdict):
                    return golden
        return None

    def _mark(
        self,
        due: Due,
        golden: Golden,
        name: str,
        verdict: Verdict | None,
        *,
        follows: str = "",
        mistake: str = "",
        reason: str = "",
    ) -> Mark:
        place = golden.provenance
        mark = Mark(due.name, name, golden.label, place.cell, place.output, place.first_line, follows=follows)
        if self._is_typed(golden):
            mark = mark.noted(f"its numbers are hard-coded in the source of cell {place.cell}")
        if verdict is None:
            return replace(mark, reason=reason)
        if name == RIGHT:
            return replace(mark, blind_to=verdict.blind_to)
        return replace(
            mark,
            mistake=(mistake or verdict.explanation) if name == WRONG else "",
            evidence=verdict.evidence if name == WRONG else "",
            reason=verdict.reason,
            index=verdict.worst_index,
            printed=verdict.observed,
            exact=verdict.expected,
            error=verdict.error,
            allowed=verdict.allowed,
        )

    def _is_typed(self, golden: Golden) -> bool:
        """Whether the cell's source contains the numbers that it prints as literals."""
        here = golden.provenance.cell
        return golden.is_printed and any(
            other.kind in ("typed", "literal") and other.provenance.cell == here and other.tokens == golden.tokens
            for other in self._found
        )

    def _missing(self, due: Due) -> Mark:
        return Mark(due.name, MISSING, reason=self._why_missing(due), cell=self._cell_of(due))

    def _cell_of(self, due: Due) -> int | None:
        """The cell of the copy that should have a golden, by those in the same cell of the document."""
        for other in self._grader.dues.all:
            if other.golden.provenance.cell == due.golden.provenance.cell and other.name in self._prints:
                return self._prints[other.name].provenance.cell
        number = due.golden.provenance.cell
        return number if any(cell.number == number for cell in self._copy.cells) else None

    def _why_missing(self, due: Due) -> str:
        cell = self._cell_of(due)
        if cell is None:
            return f"the copy has no cell {due.golden.provenance.cell}"
        for other in self._copy.cells:
            errors = [output.passage.text.strip() for output in other.outputs if output.kind == "error"]
            if errors and other.number <= cell:
                return f"cell {other.number} stops: {errors[0].splitlines()[-1] if errors[0] else 'an error'}"
        if not any(other.outputs for other in self._copy.cells if other.number == cell):
            return f"cell {cell} has no output"
        return f"no output of cell {cell} has its label or shape"


def _agrees(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.verdict == AGREES


def _is_zero(golden: Golden) -> bool:
    """Whether only zeros are printed."""
    values = golden.numbers
    return bool(values) and golden.kind != "shape" and all(value is not None and value.centre == 0 for value in values)


def _same(golden: Golden, other: Golden | None) -> bool:
    """Whether two goldens have the same print."""
    return other is not None and (golden.tokens, golden.shape) == (other.tokens, other.shape)
