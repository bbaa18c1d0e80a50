"""The readings of a case that the decision rule needs, each computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.cases.case import Case
from lastdigit.cases.inputs import Input
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, ExactNamespace, precision
from lastdigit.enclosure.rounded import RoundedBalls, RoundedNamespace, exactly, given
from lastdigit.mistakes import Mistake, NotApplicable, applicable_mistakes
from lastdigit.number_format import float_format
from lastdigit.operations import called_operations, find_operation
from lastdigit.verdicts.comparison import Band, Bound
from lastdigit.verdicts.verdict import Verdict

Arrays = list[Any]


class CaseReadings:
    """One case, read on whatever its inputs can be, on their middles, and on what an implementation is handed."""

    def __init__(self, document: ReferenceDocument, case: Case) -> None:
        self.document = document
        self.case = case
        self.operation = find_operation(case.operation)
        self.of_goldens: dict[str, Verdict] = {}
        self._cache: dict[Any, Any] = {}

    @cached_property
    def points(self) -> list[ExactBalls | None]:
        """The arguments with every input in the middle of its interval."""

        def leaf(known: Input) -> ExactBalls:
            return ExactBalls.between(known.centre, known.centre, known.shape)

        with precision():
            return self._arguments(leaf, ExactNamespace)

    @cached_property
    def middles(self) -> list[np.ndarray | None]:
        """The same as float64."""
        return [None if point is None else _as_float(point) for point in self.points]

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

    def of_document(self, dtype: str, mistake: Mistake | None = None) -> RoundedBalls | None:
        """The definition over all inputs that print as given, and a document's rounding when it computes in ``dtype``.

        None for a mistake that cannot be made here.
        """
        storage = float_format(dtype)
        arithmetic = Arithmetic(storage, float_format("float32") if storage.digits < 24 else storage)

        def leaf(known: Input) -> RoundedBalls:
            interval = ExactBalls.between(known.low, known.high, known.shape)
            if known.dtype:
                return RoundedBalls(interval, np.zeros(known.shape), arithmetic)
            return given(interval, np.array([float(p) for p in known.centre]).reshape(known.shape), arithmetic)

        def arguments() -> Arrays:
            return self._arguments(leaf, RoundedNamespace(arithmetic))

        return self._read(("document", dtype), arguments, mistake)

    def against_document(self, arithmetic: Arithmetic, mistake: Mistake | None = None) -> RoundedBalls | None:
        """The definition on the inputs' middles, and the rounding of an implementation that is handed them rounded."""

        def arguments() -> Arrays:
            return [
                None if point is None or middle is None else given(point, middle, arithmetic)
                for point, middle in zip(self.points, self.middles, strict=True)
            ]

        return self._read(("given", arithmetic), arguments, mistake)

    def against_definition(self, arithmetic: Arithmetic, mistake: Mistake | None = None) -> RoundedBalls | None:
        """The definition on exactly the numbers that an implementation is handed, and the rounding from there on."""

        def arguments() -> Arrays:
            return [
                None if array is None else exactly(array, arithmetic)
                for array in self.handed_over(arithmetic.storage.name)
            ]

        return self._read(("exact", arithmetic), arguments, mistake)

    def _arguments(self, leaf: Callable[[Input], Any], xp: Any) -> Arrays:
        return [
            self.document.resolve(self.case.inputs[name], leaf, xp) if name in self.case.inputs else None
            for name in self.operation.arrays
        ]

    def _apply(self, arguments: Sequence[Any], mistake: Mistake | None = None) -> Any:
        parameters = dict(self.case.parameters)
        if mistake is None:
            return self.operation.definition(*arguments, **parameters)
        return mistake.read(self.operation.name, arguments, parameters)

    def _read(
        self, key: tuple[Any, ...], arguments: Callable[[], Arrays], mistake: Mistake | None
    ) -> RoundedBalls | None:
        """The definition, or a mistake in it, which is read on the first sample of a batch: one is enough to see."""
        with precision():
            handed = self._once((*key, "arguments"), arguments)
            if mistake is None:
                return self._once(key, lambda: self._apply(handed))  # type: ignore[no-any-return]
            sample = handed if handed[0].ndim < 3 else [handed[0][:1], *handed[1:]]
            return self._once((*key, mistake), lambda: self._changed(sample, mistake))  # type: ignore[no-any-return]

    def _changed(self, arguments: Arrays, mistake: Mistake) -> RoundedBalls | None:
        try:
            return self._apply(arguments, mistake)  # type: ignore[no-any-return]
        except (NotApplicable, ValueError):
            return None

    def _once(self, key: Any, compute: Callable[[], Any]) -> Any:
        if key not in self._cache:
            self._cache[key] = compute()
        return self._cache[key]


def bands(read: RoundedBalls) -> list[Band]:
    """Where the computed values can lie, flat: enclosure and rounding together."""
    return [
        Band(centre, None if radius is None or error is None else radius + error)
        for centre, radius, error in zip(*enclosure(read.value), rounding(read), strict=True)
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
    return [Fraction(error) if np.isfinite(error) else None for error in read.error.ravel().tolist()]


def _as_float(point: ExactBalls) -> np.ndarray:
    values = [float("nan") if middle is None else float(middle) for middle in point.midpoints()]
    return np.array(values).reshape(point.shape)
