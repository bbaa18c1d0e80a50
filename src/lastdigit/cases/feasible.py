"""Finds inputs that a document neither prints nor seeds: some in their range for which the cases reproduce the prints.

The floating-point search proves nothing; its result is stored, and the verdicts prove by enclosure that these inputs
reproduce the prints. That proves existence, and every implementation can be run on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.base.number_format import float_format
from lastdigit.cases.case import Case, FeasibleInputs, InputExpression
from lastdigit.cases.inputs import Input
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.operations import find_operation

STARTS = 20
STEPS = 30
INSIDE = 0.9
"""Accepts a misfit below this fraction of the half-width, so that float64 errors cannot refute the enclosure later."""


class NoFeasibleInputs(LastdigitError):
    """No inputs were found that reproduce the prints; they may exist nevertheless."""

    def __init__(self, feasible: FeasibleInputs, misfit: float) -> None:
        super().__init__(
            f"expected inputs {', '.join(feasible.shapes)} in [{feasible.low}, {feasible.high}) that reproduce "
            f"{', '.join(feasible.reproduces)}, found none in {STARTS} starts: the best is {misfit:.3g} half-widths off"
        )


def find_feasible(
    document: ReferenceDocument, feasible: FeasibleInputs, known: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Find inputs in [low, high), in addition to ``known`` ones, with which every case in ``reproduces`` gives the
    printed values.

    The Gauss-Newton method on the misfit in units of the printed half-widths, from seeded random starts. Every step is
    the shortest that solves the linear problem or, where that leaves the range, the best within it (Nocedal and Wright,
    "Numerical Optimization", 2nd ed. 2006, section 10.3). Raises :class:`NoFeasibleInputs`. Needs scipy (the extra
    ``feasible``).
    """
    from scipy.optimize import lsq_linear

    cases = [case for case in document.case_file.cases if case.name in feasible.reproduces]
    sizes = [int(np.prod(shape)) for shape in feasible.shapes.values()]
    below = np.nextafter(feasible.high, feasible.low)
    state = np.random.RandomState(0)
    quarter = (feasible.high - feasible.low) / 4
    best = np.inf

    def unpacked(flat: np.ndarray) -> dict[str, np.ndarray]:
        parts = np.split(flat, np.cumsum(sizes)[:-1])
        return {name: part.reshape(shape) for (name, shape), part in zip(feasible.shapes.items(), parts, strict=True)}

    def misfit(flat: np.ndarray) -> np.ndarray:
        return np.concatenate([_misfit(document, case, {**known, **unpacked(flat)}) for case in cases])

    for _ in range(STARTS):
        flat = state.uniform(feasible.low + quarter, feasible.high - quarter, sum(sizes))
        for _ in range(STEPS):
            room = (feasible.low - flat, below - flat)
            jacobian, target = _jacobian(misfit, flat), -misfit(flat)
            step = np.linalg.lstsq(jacobian, target, rcond=1e-6)[0]
            if np.any(step < room[0]) or np.any(step > room[1]):
                step = lsq_linear(jacobian, target, bounds=room, tol=1e-12).x
            flat = float_format(feasible.dtype).round(np.clip(flat + step, feasible.low, below))
            worst = float(np.max(np.abs(misfit(flat))))
            if worst < INSIDE:
                return unpacked(flat)
        best = min(best, worst)
    raise NoFeasibleInputs(feasible, best)


def _jacobian(function: Callable[[np.ndarray], np.ndarray], at: np.ndarray) -> np.ndarray:
    """Central differences, column by column."""
    width = 1e-6
    columns = [(function(at + width * unit) - function(at - width * unit)) / (2 * width) for unit in np.eye(at.size)]
    return np.stack(columns, axis=1)


def _misfit(document: ReferenceDocument, case: Case, given: Mapping[str, np.ndarray]) -> np.ndarray:
    """(result − printed) ÷ half-width of every printed value of a case."""

    def array(expression: InputExpression) -> np.ndarray:
        found = given.get(expression) if isinstance(expression, str) else None
        return document.resolve(expression, _middles, np) if found is None else found

    operation = find_operation(case.operation)
    arrays = [array(case.inputs[name]) if name in case.inputs else None for name in operation.arrays]
    result = operation.definition(*arrays, **case.settings).ravel()
    misfits = []
    for expected in case.expected:
        values = [value for value in document.golden(expected.golden).numbers if value is not None]
        centres = np.array([float(value.centre) for value in values])
        half_widths = np.array([float(value.half_width) for value in values])
        misfits.append((result - centres) / half_widths)
    return np.concatenate(misfits)


def _middles(given: Input) -> np.ndarray:
    return given.middles
