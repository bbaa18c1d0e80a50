"""The readings of a case that the decision rule needs, each computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

import numpy as np

from lastdigit.cases.case import Case
from lastdigit.cases.inputs import Input
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.engines import engine_for
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.rounded import RoundedBalls, given
from lastdigit.enclosure.rounded_namespace import RoundedNamespace
from lastdigit.mistakes import Mistake, applicable_mistakes
from lastdigit.number_format import float_format
from lastdigit.operations import called_operations, find_operation
from lastdigit.verdicts.comparison import Band, Bound
from lastdigit.verdicts.reading import Arrays, Reading
from lastdigit.verdicts.verdict import Verdict


class CaseReadings:
    """One case, read on whatever its inputs can be, on their middles, and on what an implementation is handed."""

    def __init__(self, document: ReferenceDocument, case: Case) -> None:
        self.document = document
        self.case = case
        self.operation = find_operation(case.operation)
        self.of_goldens: dict[str, Verdict] = {}
        self._readings: dict[tuple[str, Any], Reading] = {}
        self._at_middles: dict[type[Balls], list[Any]] = {}

    @cached_property
    def middles(self) -> list[np.ndarray | None]:
        """The arguments with every input in the middle of its interval, as float64."""
        return [None if point is None else _as_float(point) for point in self._points(ExactBalls)]

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """The mistakes that can be made in what the operation calls."""
        middles = self.middles
        with called_operations() as called:
            self._apply(middles)
        return applicable_mistakes(called)

    @cached_property
    def result_shape(self) -> tuple[int, ...]:
        """The shape of the definition's result."""
        return tuple(self._apply(self.middles).shape)

    def handed_over(self, dtype: str) -> list[np.ndarray | None]:
        """What an implementation in ``dtype`` is given: float64 arrays of numbers of that format."""
        storage = float_format(dtype)
        return [None if middle is None else storage.round(middle) for middle in self.middles]

    def of_document(self, dtype: str) -> Reading:
        """Over all inputs that print as given, with a document's rounding when it computes in ``dtype``."""
        storage = float_format(dtype)

        def arguments(arithmetic: Arithmetic, engine: type[Balls]) -> Arrays:
            def leaf(known: Input) -> RoundedBalls:
                interval = engine.between(known.low, known.high, known.shape)
                if known.dtype:
                    return RoundedBalls(interval, np.zeros(known.shape), arithmetic)
                return given(interval, np.array([float(p) for p in known.centre]).reshape(known.shape), arithmetic)

            return self._arguments(leaf, RoundedNamespace(arithmetic, engine))

        return self._once(("document", dtype), Arithmetic.usual(storage), arguments, lambda: self.middles)

    def against_document(self, arithmetic: Arithmetic) -> Reading:
        """On the inputs' middles, with the rounding of an implementation that is handed them rounded."""

        def arguments(arithmetic: Arithmetic, engine: type[Balls]) -> Arrays:
            return [
                None if point is None or middle is None else given(point, middle, arithmetic)
                for point, middle in zip(self._points(engine), self.middles, strict=True)
            ]

        return self._once(("given", arithmetic), arithmetic, arguments, lambda: self.middles)

    def against_definition(self, arithmetic: Arithmetic) -> Reading:
        """On exactly the numbers that an implementation is handed, with the rounding from there on."""
        dtype = arithmetic.storage.name

        def arguments(other: Arithmetic, engine: type[Balls]) -> Arrays:
            arrays = self.handed_over(dtype)
            return [None if array is None else given(engine.of(array), array, other) for array in arrays]

        return self._once(("exact", arithmetic), arithmetic, arguments, lambda: self.handed_over(dtype))

    def _points(self, engine: type[Balls]) -> list[Any]:
        """The arguments with every input in the middle of its interval."""

        def leaf(known: Input) -> Balls:
            return engine.between(known.centre, known.centre, known.shape)  # type: ignore[no-any-return]

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
        return self.operation.definition(*arguments, **self.case.parameters)

    def _once(
        self,
        key: tuple[str, Any],
        arithmetic: Arithmetic,
        arguments: Callable[[Arithmetic, type[Balls]], Arrays],
        plain: Callable[[], Sequence[np.ndarray | None]],
    ) -> Reading:
        if key not in self._readings:
            parameters = dict(self.case.parameters)
            handed = plain()
            self._readings[key] = Reading(self.operation, parameters, arithmetic, arguments, handed, engine_for(handed))
        return self._readings[key]


class LazyBands(Sequence[Band]):
    """Where the computed values of some elements of a reading can lie; found when asked for, since few may decide."""

    CHUNK = 32

    def __init__(self, read: RoundedBalls, elements: Sequence[int]) -> None:
        self._flat = read.value.__array_namespace__().reshape(read.value, (-1,))
        self._errors = read.error.reshape(-1)
        self._elements = [element for element in elements if element < self._errors.size]
        self._found: list[Band] = []

    def __len__(self) -> int:
        return len(self._elements)

    @overload
    def __getitem__(self, index: int) -> Band: ...
    @overload
    def __getitem__(self, index: slice) -> list[Band]: ...
    def __getitem__(self, index: int | slice) -> Band | list[Band]:
        last = len(self) - 1 if isinstance(index, slice) or index < 0 else index
        while len(self._found) <= min(last, len(self) - 1):
            chunk = np.array(self._elements[len(self._found) : len(self._found) + self.CHUNK])
            self._found += _bands(self._flat[chunk], self._errors[chunk])
        return self._found[index]


def bands(read: RoundedBalls) -> list[Band]:
    """Where the computed values can lie, flat: enclosure and rounding together."""
    return _bands(read.value, read.error)


def _bands(value: Balls, error: np.ndarray) -> list[Band]:
    return [
        Band(centre, None if radius is None or bound is None else radius + bound)
        for centre, radius, bound in zip(*enclosure(value), _finite(error), strict=True)
    ]


def enclosure(value: Balls) -> tuple[list[Fraction], list[Bound]]:
    """Centres and radii of balls, flat."""
    centres: list[Fraction] = []
    radii: list[Bound] = []
    for bounds in value.bounds():
        low, high = bounds or (Fraction(0), Fraction(0))
        centres.append((low + high) / 2)
        radii.append((high - low) / 2 if bounds else None)
    return centres, radii


def rounding(read: RoundedBalls) -> list[Bound]:
    """The rounding errors, flat."""
    return _finite(read.error)


def _finite(bounds: np.ndarray) -> list[Bound]:
    return [Fraction(bound) if np.isfinite(bound) else None for bound in bounds.ravel().tolist()]


def _as_float(point: ExactBalls) -> np.ndarray:
    values = [float("nan") if middle is None else float(middle) for middle in point.midpoints()]
    return np.array(values).reshape(point.shape)
