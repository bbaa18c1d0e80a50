"""Trials of rounding bounds: results allowed by a model are within its bound, and within that of every wider model."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import MODELS, Arithmetic
from lastdigit.enclosure.in_models import InModels
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.operations import find_operation
from studies.containment import Findings
from studies.emulations import WAYS, Steps
from studies.engine import ENGINE, midpoints_and_radii
from studies.hard_arrays import Draw, log_uniform

Array = np.ndarray[Any, Any]
STORAGE = ("float64", "float32", "float16", "bfloat16")
SCALES = (0.01, 0.3, 1.0, 1.0, 3.0, 10.0)
NESTED = 1.0 + 2.0**-16
"""The factor by which a model's bound may exceed the next one's: the margins of float32 bounds."""


@dataclass(frozen=True)
class RoundingTrial:
    """An operation on random numbers of a format, from a seed, with ordinary or worst-case roundings.

    Worst-case roundings are computed in float64, so not for float64 itself.
    """

    operation: str
    format: str
    seed: int
    worst: bool

    def findings(self) -> Findings:
        """The findings for all ways and models."""
        draw = Draw(self.seed)
        arrays = arguments(self.operation, self.format, draw)
        bounds = read_in_models(self.operation, self.format, arrays)
        found = Findings(0, 0, nested(bounds))
        for allowed, model in enumerate(MODELS):
            for way in WAYS[self.operation][model]:
                steps = Steps(Arithmetic.usual(FORMATS[self.format]), draw, self.worst and self.format != "float64")
                with np.errstate(all="ignore"):
                    computed = way(steps, *arrays)
                for wider in MODELS[allowed:]:
                    outside, unknown = beyond(computed, bounds[wider])
                    found += Findings(computed.size, unknown, [f"{way.__name__} in {wider}: {outside}"] * (outside > 0))
        return found


def arguments(operation: str, format: str, draw: Draw) -> list[Array]:
    """Normal numbers of some scale, sometimes with an offset, ties or one outlier, rounded to a format."""
    n, m, d, c = (int(size) for size in log_uniform(draw, 1.0, 49.0, (4,)))
    shapes = {
        "scaled_dot_product_attention": [(n, d), (m * 4, d), (m * 4, c)],
        "softmax": [(n, m * 4)],
        "layer_norm": [(n, d + 1), (d + 1,), (d + 1,)],
        "linear": [(n, d), (c, d), (c,)],
    }[operation]
    return [FORMATS[format].round(_numbers(draw, shape)) for shape in shapes]


def _numbers(draw: Draw, shape: tuple[int, ...]) -> Array:
    numbers = draw.normal(size=shape) * draw.choice(SCALES)
    kind = draw.randint(8)
    if kind == 0:
        numbers = numbers + draw.choice([-3.0, 10.0])
    if kind == 1:
        numbers = draw.choice(numbers.ravel()[:2], size=shape)
    if kind == 2:
        numbers.flat[draw.randint(numbers.size)] *= 30.0
    return np.asarray(numbers)


def read_in_models(operation: str, format: str, arrays: list[Array]) -> dict[str, RoundedBalls]:
    """The operation's exact values and rounding bounds in every model, with stored results."""
    arithmetic = Arithmetic.usual(FORMATS[format])
    given = [InModels.of([exactly(array, arithmetic.in_model(model), ENGINE) for model in MODELS]) for array in arrays]
    read = find_operation(operation).definition(*given)
    return {model: reading.stored() for model, reading in zip(MODELS, read.readings, strict=True)}


def beyond(computed: Array, bounded: RoundedBalls) -> tuple[int, int]:
    """How many computed numbers are outside their bound, and how many bounds are unknown."""
    middle, radius = midpoints_and_radii(bounded.value)
    with np.errstate(all="ignore"):
        allowed = bounded.error + radius * (1.0 + 2.0**-40) + np.abs(middle) * 2.0**-52
        outside = ~(np.abs(computed - middle) <= allowed) & np.isfinite(bounded.error)
    return int(np.count_nonzero(outside)), int(np.count_nonzero(~np.isfinite(bounded.error)))


def nested(bounds: dict[str, RoundedBalls]) -> list[str]:
    """Where a model's bound is wider than the next one's."""
    pairs = itertools.pairwise(MODELS)
    return [
        f"{tight} is wider than {wide}"
        for tight, wide in pairs
        if np.any(bounds[tight].error > bounds[wide].error * NESTED)
    ]


def random_rounding_trial(draw: Draw) -> RoundingTrial:
    """A trial of any operation and format, half of them with worst-case roundings, most of them of attention."""
    operation = str(draw.choice([*WAYS, "scaled_dot_product_attention"]))
    return RoundingTrial(operation, str(draw.choice(STORAGE)), int(draw.randint(2**31 - 1)), bool(draw.randint(2)))
