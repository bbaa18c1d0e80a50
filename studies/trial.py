"""One trial of an engine: an operation or array function, on hard arrays of given sizes, at points or over boxes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.operations import find_operation
from studies.array_functions import ARRAY_FUNCTIONS
from studies.containment import Findings, at_points, over_boxes
from studies.hard_arrays import PROFILES, Draw, box, log_uniform, points_of
from studies.random_cases import Sizes, drawn_operations, parameters, slots

SUBJECTS = (*ARRAY_FUNCTIONS, *drawn_operations())
"""The operations and functions that can be tried."""

MOST = 64
"""The largest length of an axis."""


@dataclass(frozen=True)
class Trial:
    """A subject, its sizes, the profiles of its arrays (in turn), and the seed."""

    subject: str
    sizes: Sizes
    profiles: tuple[str, ...]
    seed: int
    boxes: bool = False

    def findings(self) -> Findings:
        """The findings of the trial."""
        draw = Draw(self.seed)
        function, shapes = subject(self.subject, self.sizes, draw)
        arrays = [
            PROFILES[self.profiles[index % len(self.profiles)]](draw, shape) for index, shape in enumerate(shapes)
        ]
        if not self.boxes:
            return at_points(function, arrays)
        boxes = [box(draw, array) for array in arrays]
        points = [points_of(draw, low, high) for low, high in boxes]
        return over_boxes(function, boxes, list(zip(*points, strict=True)))


def subject(name: str, sizes: Sizes, draw: Draw) -> tuple[Callable[..., Any], list[tuple[int, ...]]]:
    """The subject called ``name``, as a function of arrays only, and the arrays' shapes; masks may hide whole rows."""
    if name in ARRAY_FUNCTIONS:
        shapes_of, function = ARRAY_FUNCTIONS[name]
        return function, shapes_of(sizes)
    chosen = parameters(name, sizes, draw)
    if "mask" in chosen:
        chosen["mask"] = _any_mask(draw, sizes.n, sizes.m)
    if name == "softmax":
        chosen["mask"] = _any_mask(draw, sizes.n, sizes.d)
    return functools.partial(find_operation(name).definition, **chosen), [slot.shape for slot in slots(name, sizes)]


def random_trial(draw: Draw) -> Trial:
    """A trial of any subject, with lengths from 0 to :data:`MOST`."""
    lengths = [int(log_uniform(draw, 1.0, MOST + 1.0)) * (draw.uniform() > 0.02) for _ in range(4)]
    sizes = Sizes(*lengths, e=int(draw.randint(1, 9)), f=int(draw.randint(1, 17)), heads=int(draw.randint(1, 4)))
    profiles = tuple(map(str, draw.choice(list(PROFILES), size=3)))
    seed = int(draw.randint(2**31 - 1))
    return Trial(str(draw.choice(SUBJECTS)), sizes, profiles, seed, boxes=bool(draw.randint(2)))


def _any_mask(draw: Draw, n: int, m: int) -> np.ndarray | None:
    return [None, draw.uniform(size=(n, m)) < draw.uniform()][draw.randint(2)]
