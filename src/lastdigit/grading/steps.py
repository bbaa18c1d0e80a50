"""Whether one case's result is an intermediate step of another, and the result from a copy's own print of it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.cases.case import Expected
from lastdigit.cases.inputs import Input, input_of_golden
from lastdigit.enclosure.in_models import InModels
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.upward import quietly
from lastdigit.grading.due import squeezed
from lastdigit.operations import called_operations, changed_definitions, find_operation
from lastdigit.operations.operation import Definition, Operation
from lastdigit.printing.golden import Golden
from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.comparison import DOCUMENT, INPUTS, PRINTING, Comparison, Digits
from lastdigit.verdicts.judge_case import computed_in
from lastdigit.verdicts.printed_part import printed_part
from lastdigit.verdicts.readings import CaseReadings


@dataclass(frozen=True)
class Step:
    """One call inside a definition: the operation, the number of its call, and the shape of its result."""

    operation: str
    number: int
    shape: tuple[int, ...]


def step_of(inner: CaseReadings, outer: CaseReadings) -> Step | None:
    """The call in ``outer`` whose result is that of ``inner``, bit for bit in float64; None if there is none."""
    calls: list[tuple[Step, np.ndarray]] = []
    counts: dict[str, int] = {}

    def recording(name: str) -> Definition:
        def record(*arrays: Any, **parameters: Any) -> Any:
            number = counts[name] = counts.get(name, -1) + 1
            result = find_operation(name).definition(*arrays, **parameters)
            calls.append((Step(name, number, result.shape), np.asarray(result)))
            return result

        return record

    with quietly():
        wanted = np.asarray(_plain(inner))
        with called_operations() as called:
            _plain(outer)
        called.discard(outer.operation.name)
        with changed_definitions({name: recording(name) for name in called}):
            _plain(outer)
    for step, result in calls:
        if squeezed(result.shape) == squeezed(wanted.shape) and np.array_equal(result.ravel(), wanted.ravel()):
            return step
    return None


def comes_from(own: Input, step: Step, outer: CaseReadings, expected: Expected, golden: Golden) -> bool:
    """Whether a golden is the case's result from ``own`` numbers at a step, and not its usual result."""
    read = CaseReadings(outer.document, outer.case)
    operation = outer.operation
    read.operation = Operation(operation.name, _with_step(operation.definition, step, own))
    dtype = computed_in(golden, outer)
    part = printed_part(expected, golden, read.result_shape)
    reading, right = read.of_document(dtype), outer.of_document(dtype)
    centre, radius = (known[part.elements] for known in reading.enclosure)
    terms = {PRINTING: part.half_width, DOCUMENT: reading.rounding[part.elements], INPUTS: radius}
    comparison = Comparison(golden.shape, Digits(centre), centre, part.centre, terms)
    if comparison.disagreeing.size or comparison.unknown or not len(centre):
        return False
    return comparison.rules_out(Bands(right.enclosure[0], right.enclosure[1]).at(part.elements))


def arranged(golden: Golden, expected: Expected, shape: tuple[int, ...]) -> Input | None:
    """A golden as the whole result that it prints, of another shape with the same numbers; None if it is a part."""
    if expected.row is not None or expected.rows is not None or golden.cut or golden.summary:
        return None
    known = input_of_golden(golden, Path(golden.provenance.document))
    order = np.arange(len(known.low)).reshape(golden.shape)
    order = np.swapaxes(order, -1, -2) if expected.transpose else order
    if squeezed(order.shape) != squeezed(shape):
        return None
    places = order.ravel().tolist()
    return replace(known, low=[known.low[at] for at in places], high=[known.high[at] for at in places], shape=shape)


def _plain(readings: CaseReadings) -> Any:
    return readings.operation.definition(*readings.middles, **readings.case.settings)


def _with_step(definition: Callable[..., Any], step: Step, own: Input) -> Definition:
    """A definition in which one call returns ``own`` numbers."""

    @functools.wraps(definition)
    def changed(*arrays: Any, **parameters: Any) -> Any:
        calls = count()

        def give(first: Any, *rest: Any, **more: Any) -> Any:
            if next(calls) == step.number:
                return _as(first, own)
            return find_operation(step.operation).definition(first, *rest, **more)

        with changed_definitions({step.operation: give}):
            return definition(*arrays, **parameters)

    return changed


def _as(like: Any, own: Input) -> Any:
    """Numbers as an array of the same engine as ``like``."""
    if isinstance(like, InModels):
        return InModels([_as(reading, own) for reading in like.readings])
    if isinstance(like, RoundedBalls):
        return RoundedBalls(own.balls(type(like.value)), np.zeros(own.shape), like.arithmetic)
    return own.middles if isinstance(like, np.ndarray) else own.balls(type(like))
