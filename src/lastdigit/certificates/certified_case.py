"""The verdicts of one case with their evidence: enclosures and rounding bounds, once per reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.base.number_format import float_format
from lastdigit.cases.case import Case
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.implementations.implementation import Implementation
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION
from lastdigit.verdicts.elements import Elements, Grid
from lastdigit.verdicts.judge_case import computed_in
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, FAILED, SKIPPED, THE_DOCUMENT, Verdict

Implementations = Mapping[tuple[str, str], Implementation]
"""Implementations by name and operation."""

PRINTED, MIDDLES, HANDED = "printed", "middles", "handed"
"""The inputs of a reading: all that print as given, their midpoints, or the arrays passed to an implementation."""


class NotCertified(LastdigitError):
    """A run whose bounds differ from those of this version, or of these implementations."""

    def __init__(self, verdict: Verdict, expected: str, found: str) -> None:
        super().__init__(f"verdict {verdict.id} against the {verdict.against}: expected {expected}, found {found}")


@dataclass
class _Read:
    """A reading, with its number in verdicts and the elements that they need."""

    number: int
    inputs: str
    reading: Reading
    arithmetic: Arithmetic
    places: set[int] = field(default_factory=set)
    bounded: set[int] = field(default_factory=set)
    """The elements whose rounding bounds a verdict rests on, so that the record has them."""

    def line(self, case: Case) -> dict[str, Any]:
        """The reading as a line of the certificate."""
        at = np.array(sorted(self.places), dtype=np.intp)
        centre, radius = (part[at] for part in self.reading.enclosure)
        arithmetic = self.arithmetic
        computed = {
            "storage": arithmetic.storage.name,
            "accumulation": arithmetic.accumulation.name,
            "model": self.reading.arithmetic.model,
            "key_tile": arithmetic.key_tile,
            "exp_error": arithmetic.exp_error,
            "operands": arithmetic.operands and arithmetic.operands.name,
        }
        return {
            "reading": {
                "document": case.document,
                "case": case.name,
                "id": self.number,
                "inputs": self.inputs,
                "arithmetic": computed,
                "shape": list(self.reading.shape),
                "places": at.tolist(),
                "high": _numbers(centre.high),
                "low": _numbers(centre.low),
                "radius": _numbers(radius.high),
                "bound": [
                    bound if place in self.bounded else None
                    for place, bound in zip(at.tolist(), _numbers(self.reading.rounding[at].high), strict=True)
                ],
            }
        }


@dataclass
class CertifiedCase:
    """A case of a document, and the implementations whose declared arithmetic its verdicts rest on."""

    document: ReferenceDocument
    case: Case
    implementations: Implementations

    @cached_property
    def _readings(self) -> CaseReadings:
        return CaseReadings(self.document, self.case)

    @cached_property
    def _read(self) -> dict[tuple[str, Arithmetic, str], _Read]:
        return {}

    def lines(self, verdicts: Sequence[Verdict], row: Callable[[Verdict], dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The readings first, then a line for each verdict."""
        models = {(v.implementation, v.dtype): v.arithmetic for v in verdicts if v.against == AGAINST_DEFINITION}
        lines = [
            {
                "verdict": row(verdict),
                **self._rests_on(verdict, models.get((verdict.implementation, verdict.dtype), "")),
            }
            for verdict in verdicts
        ]
        for read in self._read.values():
            yield read.line(self.case)
        yield from lines

    def _rests_on(self, verdict: Verdict, measured: str) -> dict[str, Any]:
        """The rule of a verdict, the readings it needs, and the observed values."""
        if verdict.verdict in (FAILED, SKIPPED):
            return {"rule": verdict.verdict}
        if not len(verdict.details):
            return {"rule": "shape"}
        details = Elements.of(verdict.details)
        observed = list(details.observed)
        if not verdict.golden:
            assert isinstance(details.indices, Grid)
            places = [int(place) for place in details.indices.places]
            handed = self._of(verdict, HANDED, verdict.arithmetic, places)
            self._bound(verdict, handed, places, IMPLEMENTATION)
            return {"rule": "definition", "readings": [handed.number], "places": places, "observed": observed}
        expected = next(each for each in self.case.expected if each.golden == verdict.golden)
        part = self._readings.printed(expected).elements.tolist()
        printed = self._of(verdict, PRINTED, "", part)
        self._bound(verdict, printed, part, DOCUMENT)
        if verdict.implementation == THE_DOCUMENT:
            return {"rule": "document", "readings": [printed.number], "places": part}
        middles = self._of(verdict, MIDDLES, "" if measured else verdict.arithmetic, part, exactly=bool(measured))
        if not measured:
            self._bound(verdict, middles, part, IMPLEMENTATION)
        return {"rule": "result", "readings": [printed.number, middles.number], "places": part, "observed": observed}

    def _of(self, verdict: Verdict, inputs: str, model: str, places: Sequence[int], *, exactly: bool = False) -> _Read:
        """The reading on these inputs in an arithmetic model, or in the finest arithmetic for exact values only."""
        readings = self._readings
        if inputs == PRINTED:
            dtype = computed_in(self.document.golden(verdict.golden), readings)
            arithmetic = Arithmetic.usual(float_format(dtype))
        elif exactly:
            arithmetic = Arithmetic.usual(float_format("float64"))
        else:
            arithmetic = self._declared(verdict)
        if (inputs, arithmetic, model) not in self._read:
            if inputs == PRINTED:
                reading = readings.of_document(arithmetic.storage.name)
            else:
                of_result = readings.against_document if inputs == MIDDLES else readings.against_definition
                reading = of_result(arithmetic)
                reading = reading.in_model(model) if model else reading
            self._read[inputs, arithmetic, model] = _Read(len(self._read), inputs, reading, arithmetic)
        read = self._read[inputs, arithmetic, model]
        read.places.update(places)
        if inputs == HANDED:
            # Printed elements of the same results are compared with the definition as well.
            for expected in self.case.expected:
                if self.document.golden(expected.golden).kind != "shape":
                    read.places.update(readings.printed(expected).elements.tolist())
        return read

    def _declared(self, verdict: Verdict) -> Arithmetic:
        found = self.implementations.get((verdict.implementation, verdict.operation))
        if found is None:
            raise NotCertified(verdict, "the file that declares its implementation", "none")
        return found.arithmetic(verdict.dtype)

    def _bound(self, verdict: Verdict, read: _Read, places: Sequence[int], term: str) -> None:
        """Add the bounds of a reading, which must equal those in the record."""
        recorded, bounds = np.asarray(verdict.terms[term]), read.reading.rounding[places].high
        if not np.array_equal(recorded, bounds):
            raise NotCertified(verdict, f"{term} {recorded.tolist()[:3]} …", f"{bounds.tolist()[:3]} …")
        read.bounded.update(places)


def _numbers(array: np.ndarray) -> list[float | None]:
    """Numbers for JSON; an unknown one is None."""
    return [number if np.isfinite(number) else None for number in array.tolist()]
