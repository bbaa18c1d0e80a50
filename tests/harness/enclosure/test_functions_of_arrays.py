"""Running sums and products, order, places, windows and choices: enclosures of boxes, and bounds of computed arrays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lastdigit import functions
from lastdigit.base.number_format import float_format
from lastdigit.enclosure.arithmetic import MODELS, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.unrounded import Unrounded
from lastdigit.enclosure.upward import quietly
from lastdigit.functions import (
    argmax,
    clip,
    cumulative_prod,
    cumulative_sum,
    gathered,
    greater,
    greater_equal,
    less,
    less_equal,
    minimum,
    padded,
    sort,
    take_along_axis,
    upsampled,
    where,
    windows,
)
from studies.containment import outside
from studies.hard_arrays import PROFILES, Draw, box, points_of

INDEX = np.array([[2, 0, 1], [1, 1, 3]])
OF_ARRAYS: dict[str, Callable[[Any], Any]] = {
    "running sums": lambda x: cumulative_sum(x, axis=-1),
    "running sums down the columns": lambda x: cumulative_sum(x, axis=0),
    "running products": lambda x: cumulative_prod(x, axis=-1),
    "order": lambda x: sort(x, axis=-1),
    "order from above": lambda x: sort(x, axis=0, descending=True),
    "minimum": lambda x: minimum(x, x[:, ::-1]),
    "between": lambda x: clip(x, -0.5, 1.0),
    "padded": lambda x: padded(x, [(1, 2), (0, 1)], 3.0),
    "windows": lambda x: windows(x, (2, 3), (1, 2), (1, 0), (2, 1)),
    "spread": lambda x: upsampled(x, (2, 3), (1, -1), (0, 2)),
    "gathered": lambda x: gathered(x, np.array([3, -1, 0])),
    "along an axis": lambda x: take_along_axis(x, INDEX, axis=1),
    "where greater": lambda x: where(greater(x, x[::-1]), x * x, x - x[::-1]),
    "where at least": lambda x: where(greater_equal(x, x[:, ::-1]), x, -x),
    "where less": lambda x: where(less(x, x[::-1]), x * x, x),
    "where at most": lambda x: where(less_equal(x, x[:, ::-1]), x, x * x),
    "variance": lambda x: functions.var(x, 1),
    "log of the sum": lambda x: functions.logsumexp(x, (0, 1)),
}


def drawn(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A box of hard numbers whose products stay in range."""
    draw = Draw(seed)
    profile = list(PROFILES.values())[seed % len(PROFILES)]
    middle = profile(draw, (4, 5))
    with quietly():
        middle = np.sign(middle) * np.minimum(np.abs(middle), 1e20)
    return box(draw, middle)


def flat(balls: Any) -> ExactBalls:
    return ExactBalls(balls.balls.reshape(-1))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", OF_ARRAYS)
def test_enclosures_of_boxes_contain_what_is_exact_at_their_points(name: str, seed: int):
    low, high = drawn(seed)
    function = OF_ARRAYS[name]
    given = [[*map(Fraction, end.ravel().tolist())] for end in (low, high)]
    with quietly():
        fast = function(FastBalls.between(*given, low.shape))
    with precision(2000):
        coarse = function(ExactBalls.between(*given, low.shape))
        for point in points_of(Draw(seed), low, high):
            exact = function(ExactBalls.of(point))
            assert fast.shape == exact.shape == coarse.shape
            assert not np.any(outside(fast.mid.reshape(-1), np.asarray(fast.radii).reshape(-1), flat(exact)))
            for wide, narrow in zip(coarse.balls.flat, exact.balls.flat, strict=True):
                assert not wide.is_finite() or wide.overlaps(narrow)


def test_a_place_of_the_largest_is_the_hull_of_those_that_may_be():
    mid, rad = np.array([[1.0, 3.0, 2.9, 0.0], [1.0, 1.0, 0.0, 1.0]]), np.array([[0.0, 0.1, 0.1, 0.5], [0.0] * 4])
    found = argmax(FastBalls(mid, rad), axis=-1)
    ends = [(float(a), float(b)) for a, b in found.bounds()]
    assert ends[0][0] <= 1.0
    assert 2.0 <= ends[0][1] < 3.0
    assert ends[1][0] <= 0.0
    assert 3.0 <= ends[1][1] < 4.0
    with precision():
        assert argmax(ExactBalls.of(np.array([0.0, 2.0, 1.0])), axis=0).bounds() == [(1, 1)]


def test_a_comparison_that_is_not_known_chooses_neither():
    x, y = FastBalls(np.array([0.0, 1.0, -1.0]), np.array([0.5, 0.5, 0.5])), FastBalls(np.zeros(3))
    found = where(greater(x, y), FastBalls(np.full(3, 7.0)), FastBalls(np.full(3, -7.0)))
    low, high = found.mid - found.radii, found.mid + found.radii
    assert low[0] <= -7.0
    assert high[0] >= 7.0
    assert found.mid.tolist()[1:] == [7.0, -7.0]
    assert found.radii.tolist()[1:] == [0.0, 0.0]


def single(x: np.ndarray, y: np.ndarray, name: str) -> np.ndarray:
    """A function of a rounded product, in float32 throughout."""
    return np.asarray(OF_ARRAYS[name](x * y))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", [name for name in OF_ARRAYS if name not in ("variance", "log of the sum")])
def test_functions_of_computed_arrays_keep_the_bounds(name: str, seed: int):
    draw = Draw(seed)
    one, two = (draw.normal(size=(4, 5)).astype(np.float32) for _ in range(2))
    if seed % 2:  # ties that rounding makes and breaks
        one, two = np.abs(one.round(1)), np.abs(two.round(1)) + np.float32(0.1)
    computed = single(one, two, name).astype(np.float64)
    fits = np.zeros(computed.shape, dtype=bool)
    for model in MODELS:
        arithmetic = Arithmetic.usual(float_format("float32")).in_model(model)
        x, y = (exactly(part.astype(float), arithmetic, FastBalls) for part in (one, two))
        read = OF_ARRAYS[name](x * y).stored()
        fits |= np.abs(read.value.mid - computed) <= read.value.radii + read.error
    assert np.all(fits)


def test_places_of_computed_numbers_reach_as_far_as_their_errors():
    arithmetic = Arithmetic.usual(float_format("float32"))
    x = exactly(np.array([1.0, 1.0 + 2.0**-24, 0.5]), arithmetic, FastBalls)
    read = argmax(x * x.__array_namespace__().asarray(1.1), axis=-1)
    assert read.value.mid == 1.0
    assert read.error >= 1.0
    assert argmax(x, axis=-1).error == 0.0


def test_functions_of_unrounded_numbers_are_sure_where_every_library_gives_one_number():
    form = float_format("bfloat16")
    x = Unrounded.of(np.array([0.0, 1.0, 3.0]), form, strict=True)
    assert functions.tanh(x).sure.tolist() == [True, False, False]
    assert functions.absolute(-x).sure.all()
    assert functions.log(x).sure.tolist() == [False, True, False]
    assert cumulative_sum(x, axis=0).value.tolist() == [0.0, 1.0, 4.0]
    assert cumulative_sum(x, axis=0).sure.all()
    assert cumulative_prod(x, axis=0).sure.tolist() == [True, True, True]
    assert sort(-x, axis=0).value.tolist() == [-3.0, -1.0, 0.0]
    assert argmax(x, axis=0).value == 2.0
    assert argmax(x, axis=0).sure
    chosen = where(greater(x, x.__array_namespace__().asarray(0.5)), x, -x)
    assert chosen.value.tolist() == [0.0, 1.0, 3.0]
    assert chosen.sure.all()
