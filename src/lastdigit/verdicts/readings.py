"""The readings of a case that the decision rule needs, each computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.base.number_format import float_format
from lastdigit.cases.case import Case, Expected
from lastdigit.cases.inputs import Input
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.engines import engine_for
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.rounded import RoundedBalls, given
from lastdigit.enclosure.rounded_namespace import RoundedNamespace
from lastdigit.operations import called_operations, find_operation
from lastdigit.operations.mistakes import Mistake, applicable_mistakes
from lastdigit.printing.golden import Golden
from lastdigit.verdicts.bands import enclosure
from lastdigit.verdicts.plain import PlainReading
from lastdigit.verdicts.printed_part import PrintedPart, printed_part
from lastdigit.verdicts.reading import Arrays, Reading
from lastdigit.verdicts.reversed_order import ReversedOrder, reversed_order
from lastdigit.verdicts.verdict import Verdict


class CaseReadings:
    """One case, read on all possible inputs, on their midpoints, and on the inputs of an implementation."""

    def __init__(self, document: ReferenceDocument, case: Case) -> None:
        self.document = document
        self.case = case
        self.operation = find_operation(case.operation)
        self.of_goldens: dict[str, Verdict] = {}
        self._printed: dict[str, PrintedPart] = {}
        self._readings: dict[tuple[str, Any], Reading] = {}
        self._at_middles: dict[type[Balls], list[Any]] = {}
        self._handed_over: dict[str, list[np.ndarray | None]] = {}
        self._plainly: dict[str, PlainReading] = {}
        self._reversed: dict[str, ReversedOrder | None] = {}

    @cached_property
    def middles(self) -> list[np.ndarray | None]:
        """The arguments with every input in the middle of its interval, as float64."""
        return [None if point is None else _as_float(point) for point in self._points(ExactBalls)]

    @cached_property
    def at_widest(self) -> CaseReadings | None:
        """The same where goldens are read by their digits alone; None if none is read more narrowly."""
        widest = self.document.at_widest
        return None if widest is self.document else CaseReadings(widest, self.case)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """The mistakes that apply to the operation and those it calls."""
        middles = self.middles
        with called_operations() as called:
            self._apply(middles)
        return applicable_mistakes(called)

    @cached_property
    def result_shape(self) -> tuple[int, ...]:
        """The shape of the definition's result."""
        return tuple(self._apply(self.middles).shape)

    def printed(self, expected: Expected, golden: Golden | None = None) -> PrintedPart:
        """The printed part of the result, from a golden or from ``golden`` in its place; raises :class:`WrongShape`."""
        if golden is not None and golden is not self.document.golden(expected.golden):
            return printed_part(expected, golden, self.result_shape)
        if expected.golden not in self._printed:
            golden = self.document.golden(expected.golden)
            self._printed[expected.golden] = printed_part(expected, golden, self.result_shape)
        return self._printed[expected.golden]

    def handed_over(self, dtype: str) -> list[np.ndarray | None]:
        """The inputs of an implementation in ``dtype``: float64 arrays of values in that format."""
        if dtype not in self._handed_over:
            storage = float_format(dtype)
            self._handed_over[dtype] = [None if middle is None else storage.round(middle) for middle in self.middles]
        return self._handed_over[dtype]

    def reversed_order(self, dtype: str) -> ReversedOrder | None:
        """The same in reverse order, if the operation allows it."""
        if dtype not in self._reversed:
            self._reversed[dtype] = reversed_order(self._plain(dtype))
        return self._reversed[dtype]

    def of_document(self, dtype: str) -> Reading:
        """The reading over all inputs that print as given, with the rounding of a document that computes in
        ``dtype``."""
        storage = float_format(dtype)

        def arguments(arithmetic: Arithmetic, engine: type[Balls]) -> Arrays:
            def leaf(known: Input) -> RoundedBalls:
                interval = known.balls(engine)
                if known.dtype:
                    return RoundedBalls(interval, known.lost_in(storage), arithmetic)
                return given(interval, known.middles, arithmetic)

            return self._arguments(leaf, RoundedNamespace(arithmetic, engine))

        return self._once(("document", dtype), Arithmetic.usual(storage), arguments)

    @property
    def at_middles(self) -> Reading:
        """The reading on the inputs' midpoints, for its exact values, in the finest arithmetic."""
        return self.against_document(Arithmetic.usual(float_format("float64")))

    def against_document(self, arithmetic: Arithmetic) -> Reading:
        """The reading on the inputs' midpoints, with the rounding of an implementation that gets them rounded."""

        def arguments(arithmetic: Arithmetic, engine: type[Balls]) -> Arrays:
            return [
                None if point is None or middle is None else given(point, middle, arithmetic)
                for point, middle in zip(self._points(engine), self.middles, strict=True)
            ]

        return self._once(("given", arithmetic), arithmetic, arguments)

    def against_definition(self, arithmetic: Arithmetic) -> Reading:
        """The reading on exactly the inputs of an implementation, with the rounding from there on."""
        dtype = arithmetic.storage.name

        def arguments(other: Arithmetic, engine: type[Balls]) -> Arrays:
            arrays = self.handed_over(dtype)
            return [None if array is None else given(engine.of(array), array, other) for array in arrays]

        return self._once(("exact", arithmetic), arithmetic, arguments, dtype)

    def _points(self, engine: type[Balls]) -> list[Any]:
        """The arguments with every input at the midpoint of its interval."""

        def leaf(known: Input) -> Balls:
            return known.balls(engine, middles=True)  # type: ignore[no-any-return]

        if engine not in self._at_middles:
            with precision():
                self._at_middles[engine] = self._arguments(leaf, engine.of(0.0).__array_namespace__())
        return self._at_middles[engine]

    def _arguments(self, leaf: Callable[[Input], Any], xp: Any) -> Arrays:
        return [
            self.document.resolve(self.case.inputs[name], leaf, xp) if name in self.case.inputs else None
            for name in self.operation.arrays
        ]

    def _apply(self, arguments: Sequence[Any]) -> Any:
        return self.operation.definition(*arguments, **self.case.settings)

    def _once(
        self,
        key: tuple[str, Any],
        arithmetic: Arithmetic,
        arguments: Callable[[Arithmetic, type[Balls]], Arrays],
        dtype: str = "float64",
    ) -> Reading:
        """A reading on arguments whose plain values are the midpoints, rounded to ``dtype``."""
        if key not in self._readings:
            parameters = self.case.settings
            plainly, engine = self._plain(dtype), engine_for(self.handed_over(dtype))
            self._readings[key] = Reading(self.operation, parameters, arithmetic, arguments, plainly, engine)
        return self._readings[key]

    def _plain(self, dtype: str) -> PlainReading:
        """The plain reading on the inputs of an implementation in ``dtype``."""
        if dtype not in self._plainly:
            handed = self.handed_over(dtype)
            self._plainly[dtype] = PlainReading(self.operation, self.case.settings, handed)
        return self._plainly[dtype]


def _as_float(point: ExactBalls) -> np.ndarray:
    centre, radius = enclosure(point)
    return np.where(radius.known, centre.high, np.nan).reshape(point.shape)
