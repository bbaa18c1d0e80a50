"""A verdict: one row of the report."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from lastdigit.base import evidence

if TYPE_CHECKING:
    import numpy as np

AGREES = "agrees"
DISAGREES = "disagrees"
UNDECIDED = "undecided"
FAILED = "failed"
SKIPPED = "skipped"
"""The verdict of an implementation whose framework is not installed; the reason names it."""

PROVEN, CALIBRATED = evidence.PROVEN, evidence.CALIBRATED

FUSED, STORED, SPLIT = "fused", "stored", "split"
"""Arithmetic models, the tightest first."""

AGAINST_DOCUMENT = "document"
AGAINST_DEFINITION = "definition"

THE_DOCUMENT = "document"
"""The name of a document's own numbers among the implementations."""


class Element(NamedTuple):
    """One element of a comparison for display: numbers are lossless decimal strings."""

    index: tuple[int, ...]  # type: ignore[assignment]  # hides the method of tuples
    printed: str
    observed: str
    error: float
    allowed: float
    agrees: bool
    same_digits: bool | None


class Share(NamedTuple):
    """The share of a mistake in a result: 0 absent, 1 present. ``names`` has several if the result cannot distinguish
    them. ``uncertainty`` is the half-width of the interval at the verdict's false-alarm probability.
    """

    names: tuple[str, ...]
    share: float
    uncertainty: float

    @property
    def excluded(self) -> bool:
        """Whether the whole interval of the share lies below one half."""
        return self.share + self.uncertainty < 0.5

    @property
    def nonzero(self) -> bool:
        """Whether its interval excludes 0."""
        return abs(self.share) > self.uncertainty


ON_DISK = ("details", "terms", "stored")
"""The fields of a verdict with its elements, or with their location."""


@dataclass(frozen=True)
class Verdict:
    """The decision on one implementation, or on a document, against a document or a definition.

    ``elements`` is the number compared, ``of`` the number in the definition's result. ``digits`` is the number that
    print the same digits, None if nothing was printed. ``details`` may have only the worst ``disagreeing`` elements;
    they and the ``terms`` of the allowance may be columns (:mod:`lastdigit.verdicts.elements`). ``rules_out`` of
    ``mistakes`` would have been seen, and the verdict does not exclude those that it is ``blind_to``. ``environment``
    is empty if a run has only one.

    ``evidence`` is the kind of evidence for a disagreement, empty for other verdicts. ``arithmetic`` is the tightest
    arithmetic model that fits, empty if none was tested or none does. ``rows_read`` is the number of rows of a large
    result in which shares were read, 0 for all. ``notes`` are side effects of a call: warnings, floating-point flags,
    modified arguments.

    A verdict read from a record is light: its ``terms`` and ``details`` stay on disk, and ``stored`` is their number
    there (:meth:`lastdigit.records.run.Run.detailed`).
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
    evidence: str = ""
    arithmetic: str = ""
    blind_to: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    rows_read: int = 0
    notes: tuple[str, ...] = ()
    disagreeing: int = 0
    terms: Mapping[str, Sequence[float] | np.ndarray] = field(default_factory=dict)
    details: Sequence[Element] = ()
    environment: str = ""
    stored: int = field(default=-1, compare=False, repr=False)

    @property
    def id(self) -> str:
        """Its name in tests."""
        return f"{self.document}/{self.case}-{self.implementation}-{self.dtype}"

    @property
    def sort_key(self) -> tuple[str, ...]:
        """The order of rows in every report."""
        return (self.document, self.case, self.golden, self.implementation, self.dtype, self.against, self.environment)

    def to_json(self) -> str:
        """The verdict without its elements, as one JSON object; ``docs/reports.md`` explains the keys. Non-finite
        numbers, which JSON lacks, are strings.
        """
        plain = {known.name: getattr(self, known.name) for known in fields(self) if known.name not in ON_DISK}
        plain["shares"] = [
            {"mistakes": each.names, "share": each.share, "uncertainty": each.uncertainty} for each in self.shares
        ]
        return json.dumps(finite(plain), allow_nan=False)


def finite(value: Any) -> Any:
    """Plain values for JSON, with non-finite numbers as strings."""
    if isinstance(value, dict):
        return {key: finite(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(entry) for entry in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
