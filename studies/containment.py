"""Whether an engine's result contains the exact engine's, element by element, and whether it is informative."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import PRECISION, ExactBalls, precision
from studies.engine import ENGINE, midpoints_and_radii

Function = Callable[..., Any]
Box = tuple[np.ndarray, np.ndarray]

EVERY_BIT = 4400
"""Bits of precision with which sums and products of float64 numbers of any size are exact."""


@dataclass
class Findings:
    """The number of compared elements and of unknown ones, and the elements that were not contained."""

    elements: int = 0
    unknown: int = 0
    violations: list[str] = field(default_factory=list)

    def __add__(self, other: Findings) -> Findings:
        return Findings(
            self.elements + other.elements, self.unknown + other.unknown, self.violations + other.violations
        )


def at_points(function: Function, arrays: Sequence[np.ndarray]) -> Findings:
    """The findings of ``function`` on exactly known numbers."""
    return _compared(function, [ENGINE.of(array) for array in arrays], [arrays])


def over_boxes(function: Function, boxes: Sequence[Box], points: Sequence[Sequence[np.ndarray]]) -> Findings:
    """The findings of ``function`` on intervals: its result must contain the exact ones at these points."""
    return _compared(function, [_between(ENGINE, *box) for box in boxes], points)


def outside(middle: np.ndarray, radius: np.ndarray, exact: ExactBalls) -> np.ndarray:
    """Which exact balls do not lie in [middle − radius, middle + radius]; radius ∞ contains everything."""
    near, spread = midpoints_and_radii(exact)
    with np.errstate(over="ignore", invalid="ignore"):
        reach = np.nextafter(np.nextafter(np.abs(middle - near), np.inf) + spread, np.inf)
    doubtful = ~((reach <= radius) | np.isinf(radius))
    for index in np.argwhere(doubtful):
        place = tuple(index)
        doubtful[place] = not _contains(float(middle[place]), float(radius[place]), exact.balls[place])
    return doubtful


def _compared(function: Function, given: list[Balls], points: Sequence[Sequence[np.ndarray]]) -> Findings:
    """The findings at every point; where the exact engine raises, the result must raise or be empty."""
    findings = Findings()
    result, refusal = _attempt(lambda: function(*given))
    for point in points:
        exact, reason = _attempt(lambda point=point: _exact(function, point, PRECISION))
        if result is None and reason is None:
            findings.violations.append(f"raised {refusal!r}")
        elif reason is not None and result is not None and midpoints_and_radii(result)[0].size:
            findings.violations.append(f"gave shape {result.shape} where the exact engine raised {reason!r}")
        elif result is not None and exact is not None:
            findings += _against(result, exact, lambda point=point: _exact(function, point, EVERY_BIT))
    return findings


def _attempt(compute: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """The computed result, or the exception: arrays without elements have no maximum and no first row."""
    try:
        return compute(), None
    except (ValueError, IndexError) as error:
        return None, error


def _against(result: Balls, exact: ExactBalls, certain: Callable[[], ExactBalls]) -> Findings:
    """One result compared with exact balls; those that seem to be outside are recomputed with all bits."""
    if result.shape != exact.shape:
        return Findings(violations=[f"shape {result.shape}, not {exact.shape}"])
    middle, radius = midpoints_and_radii(result)
    largest, smallest = result.magnitudes(), result.smallest_magnitudes()
    wrong = outside(middle, radius, exact)
    if np.any(wrong):
        wrong = outside(middle, radius, certain())
    reversed_sizes = (largest < exact.smallest_magnitudes()) | (smallest > exact.magnitudes())
    found = [
        f"at {tuple(map(int, index))}: {middle[tuple(index)]!r} ± {radius[tuple(index)]!r}, of magnitude "
        f"{smallest[tuple(index)]!r} to {largest[tuple(index)]!r}; exact {exact.balls[tuple(index)]}"
        for index in np.argwhere(wrong | reversed_sizes)
    ]
    return Findings(middle.size, int(np.count_nonzero(np.isinf(radius))), found)


def _exact(function: Function, point: Sequence[np.ndarray], bits: int) -> ExactBalls:
    with precision(bits):
        return function(*map(ExactBalls.of, point))


def _contains(middle: float, radius: float, ball: flint.arb) -> bool:
    if not ball.is_finite():
        return False
    with precision(EVERY_BIT):
        low, high = flint.arb(middle) - flint.arb(radius), flint.arb(middle) + flint.arb(radius)
        return bool(low <= ball.lower() and ball.upper() <= high)


def _between(engine: Any, low: np.ndarray, high: np.ndarray) -> Balls:
    return engine.between(list(map(Fraction, low.flat)), list(map(Fraction, high.flat)), low.shape)
