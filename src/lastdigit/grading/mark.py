"""A mark: the verdict on one golden of one copy; and a copy with all of its marks."""

from __future__ import annotations

from dataclasses import dataclass, replace

RIGHT, WRONG, FOLLOWS, UNDECIDED = "right", "wrong", "follows", "undecided"
STUB, MISSING = "stub", "missing"

MEANINGS = {
    RIGHT: "equal to the definition in all printed digits",
    WRONG: "no rounding and no printing explains the difference",
    FOLLOWS: "right given an earlier golden of the copy that is wrong",
    STUB: "unchanged from the handout: all zeros, or what the handout prints",
    MISSING: "the copy has no such output",
    UNDECIDED: "the printed digits, or the known inputs, do not decide it",
}
"""The verdicts of marks, and their meanings."""


@dataclass(frozen=True)
class Mark:
    """The verdict on one golden of the stored document in one copy.

    ``label``, ``cell``, ``output`` and ``line`` are its place in the copy. ``mistake`` names the known mistake that
    explains these numbers, or states that none does; ``evidence`` is that of the decision rule. ``follows`` is the
    earlier golden that makes this one wrong. ``index``, ``printed``, ``exact``, ``error`` and ``allowed`` are of the
    worst element. ``blind_to`` are mistakes that a right mark does not exclude.
    """

    golden: str
    verdict: str
    label: str = ""
    cell: int | None = None
    output: int | None = None
    line: int | None = None
    mistake: str = ""
    evidence: str = ""
    follows: str = ""
    reason: str = ""
    index: str = ""
    printed: str = ""
    exact: str = ""
    error: float | None = None
    allowed: float | None = None
    notes: tuple[str, ...] = ()
    blind_to: tuple[str, ...] = ()

    def noted(self, *notes: str) -> Mark:
        """The mark with additional notes."""
        return replace(self, notes=tuple(dict.fromkeys((*self.notes, *filter(None, notes)))))


@dataclass(frozen=True)
class Graded:
    """A copy with its marks in the order of the document, and notes on its inputs. ``failure`` is why it could not be
    read; then it has no marks.
    """

    name: str
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    failure: str = ""

    def count(self, verdict: str) -> int:
        """The number of marks with a verdict."""
        return sum(mark.verdict == verdict for mark in self.marks)

    @property
    def first_wrong(self) -> Mark | None:
        """The first mark that is wrong by itself."""
        return next((mark for mark in self.marks if mark.verdict == WRONG), None)
