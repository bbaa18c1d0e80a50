"""A verdict: one row of the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

AGREES = "agrees"
DISAGREES = "disagrees"
UNDECIDED = "undecided"
FAILED = "failed"

AGAINST_DOCUMENT = "document"
AGAINST_DEFINITION = "definition"

THE_DOCUMENT = "document"
"""The name under which a document's own numbers stand among the implementations."""


class Element(NamedTuple):
    """One element of a comparison, for people: numbers are decimal strings that lose nothing."""

    index: tuple[int, ...]  # type: ignore[assignment]  # hides the method of tuples
    printed: str
    observed: str
    error: float
    allowed: float
    agrees: bool
    same_digits: bool | None


@dataclass(frozen=True)
class Verdict:
    """What the decision rule says of one implementation, or of a document, against a document or a definition.

    ``elements`` is how many were compared, ``of`` how many the definition's result has. ``digits`` is how many print
    the same digits, None where nothing was printed. ``details`` may hold the worst of the ``disagreeing`` elements
    only; they and the ``terms`` of what is allowed may be columns (:mod:`lastdigit.verdicts.elements`). ``rules_out``
    of ``mistakes`` would have been seen. ``environment`` is empty where a run has but one.

    A verdict that was read from a record is light: its ``terms`` and ``details`` are left on the disk, and ``stored``
    is their number there (:meth:`lastdigit.run.Run.detailed`).
    """

    document: str
    case: str
    golden: str
    operation: str
    implementation: str
    dtype: str
    against: str
    verdict: str
    gate: str = "pass"
    elements: int = 0
    of: int = 0
    worst_index: str = ""
    expected: str = ""
    observed: str = ""
    error: float | None = None
    allowed: float | None = None
    digits: int | None = None
    rules_out: int | None = None
    mistakes: int | None = None
    explanation: str = ""
    erratum: str = ""
    seconds: float | None = None
    reason: str = ""
    missed: tuple[str, ...] = ()
    disagreeing: int = 0
    terms: Mapping[str, Sequence[float] | np.ndarray] = field(default_factory=dict)
    details: Sequence[Element] = ()
    environment: str = ""
    stored: int = field(default=-1, compare=False, repr=False)

    @property
    def id(self) -> str:
        """The words by which a test names it."""
        return f"{self.document}/{self.case}-{self.implementation}-{self.dtype}"

    @property
    def sort_key(self) -> tuple[str, ...]:
        """The order of rows in every report."""
        return (self.document, self.case, self.golden, self.implementation, self.dtype, self.against, self.environment)
