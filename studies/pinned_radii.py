"""Figures of the fast engine on small arrays: its radii, and its bounds of magnitudes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from studies.array_functions import ARRAY_FUNCTIONS
from studies.hard_arrays import Draw
from studies.pinned_bounds import CALLS, SIZES, Figure
from studies.random_cases import slots

SUBJECTS = (*ARRAY_FUNCTIONS, *CALLS)
SCALES = {"ordinary": 1.0, "tiny": 2.0**-340, "huge": 2.0**300}
BOXES = {"points": (0.0, 0.0), "first a box": (1.0, 0.0), "first a point": (0.0, 1.0), "boxes": (1.0, 1.0)}
"""Factors on the radius below, for the first array and for all others."""

RELATIVE = 2.0**-10
"""Radii of boxes, relative to their midpoints."""


def radii_of(name: str) -> Iterator[Figure]:
    """The figures of one function."""
    if name in ARRAY_FUNCTIONS:
        shapes, function = ARRAY_FUNCTIONS[name]
        given, parameters = shapes(SIZES), {}
    else:
        function = find_operation(name).definition
        given, parameters = [slot.shape for slot in slots(name, SIZES)], CALLS[name]
    for scale, size in SCALES.items():
        for boxes, (first, others) in BOXES.items():
            balls: list[FastBalls] = []
            draw = Draw(0)
            for shape in given:
                mid = (0.5 + draw.uniform(size=shape)) * size
                relative = others if balls else first
                balls.append(FastBalls(mid, mid * (RELATIVE * relative)) if relative else FastBalls(mid))
            with quietly():
                yield summed(f"{name}, {scale}, {boxes}", function(*balls, **parameters))


def summed(name: str, found: Any) -> Figure:
    """Weighted sums of its radii, and of the bounds of magnitudes, distances, lower ends and depths."""
    said = [found.magnitudes(), found.smallest_magnitudes(), found.distances(found.mid), np.asarray(found.largest)]
    if found.ndim:
        said += [found.low()[1], found.depths()[1]]
    if found.ndim > 1:
        said += [found.spread.distances, found.norms]
    return Figure(name, _sum([found.radii]), _sum(said), int(np.count_nonzero(~found.known())))


def _sum(arrays: list[np.ndarray]) -> float:
    draw = Draw(1)
    weighted = (np.where(np.isfinite(each), each, 0.0) * (1.0 + draw.uniform(size=each.shape)) for each in arrays)
    return float(sum(np.sum(each) for each in weighted))
