"""Running products: their bounds reach as far as their factors do, and hardly farther."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import flint
import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functions.fast import products
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.upward import quietly
from lastdigit.functions import cumulative_prod
from studies.hard_arrays import Draw

SINGLE, DOUBLE = (Arithmetic.usual(FORMATS[name]) for name in ("float32", "float64"))
HARDLY = 1.0 + 2.0**-30

Reach = Callable[[np.ndarray, np.ndarray], float]


def reach_of_the_ball(middle: np.ndarray, radius: np.ndarray) -> float:
    """How far the last running product of balls goes beyond that of their midpoints."""
    return float(cumulative_prod(FastBalls(middle, radius), axis=0).radii[-1])


def reach_of_the_error(middle: np.ndarray, radius: np.ndarray) -> float:
    """The same where the radii are errors of computed numbers."""
    return float(cumulative_prod(RoundedBalls(FastBalls(middle), radius, DOUBLE), axis=0).error[-1])


ENGINES = pytest.mark.parametrize("reach", [reach_of_the_ball, reach_of_the_error])


def product(numbers: np.ndarray) -> Fraction:
    return math.prod(map(Fraction, numbers.tolist()), start=Fraction(1))


def upper_ends(middle: np.ndarray, radius: np.ndarray) -> Fraction:
    return math.prod((Fraction(m) + Fraction(r) for m, r in zip(middle.tolist(), radius.tolist(), strict=True)))


@ENGINES
@pytest.mark.parametrize(
    ("middle", "radius"),
    [
        ([0.0], [1.0]),
        ([1.5, 0.0], [0.5, 3.0]),
        ([2.0**-600, 2.0**-600, 0.0], [0.0, 0.0, 2.0**1000]),
        ([2.0**-600, 2.0**-600, 1.0], [2.0**-300, 2.0**-300, 0.0]),
        ([2.0**-600, 1.4 * 2.0**-474, 2.0**1000], [2.0**-500, 0.0, 0.0]),
    ],
    ids=[
        "around zero",
        "beside zero",
        "a wide factor after an underflow",
        "wide factors whose midpoints underflow",
        "a product that has lost digits and comes back into range",
    ],
)
def test_a_product_reaches_as_far_as_the_product_of_the_ends(reach: Reach, middle: list[float], radius: list[float]):
    balls = np.array(middle), np.array(radius)
    assert Fraction(reach(*balls)) >= upper_ends(*balls) - product(balls[0])


def rounded_down(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Balls whose upper ends, and the products of these, are all rounded down by almost half a unit."""
    draw, radii, whole = Draw(0), [], 1.0
    for _ in range(count):
        candidates = 1.0 + draw.randint(2**26, 2**30, size=256) * 2.0**-52
        lost = [Fraction(whole) * Fraction(each) - Fraction(whole * each) for each in candidates.tolist()]
        radii.append(float(candidates[lost.index(max(lost))]))
        whole *= radii[-1]
    return np.full(count, 2.0**-53 * 0.99), np.array(radii)


@ENGINES
def test_a_product_of_many_ends_that_are_rounded_down_is_not_too_near(reach: Reach):
    middle, radius = rounded_down(256)
    assert float(np.prod(middle)) == 0.0
    computed = Fraction(float(np.prod(middle + radius)))
    assert upper_ends(middle, radius) > computed * (1 + Fraction(256 + 2**7, 2**53))
    assert Fraction(reach(middle, radius)) >= upper_ends(middle, radius) - product(middle)


@ENGINES
def test_a_product_of_many_wide_factors_allows_for_the_rounding_of_the_sum_of_their_logarithms(reach: Reach):
    count = 300_000
    radius = math.expm1(705.0 / count)
    found = reach(np.ones(count), np.full(count, radius))
    with precision(400):
        missed = (1 + flint.arb(radius)) ** count - 1
        assert missed <= flint.arb(found) <= missed * 1.001


@pytest.mark.parametrize("size", [2.0**40, 2.0**100])
@pytest.mark.parametrize("count", [2, 9])
def test_a_product_may_lose_two_of_the_smallest_normal_numbers_a_factor_times_those_above_one(count: int, size: float):
    middle = np.array([size, *[0.0] * (count - 1)])
    ball = cumulative_prod(FastBalls(middle), axis=0)
    found = cumulative_prod(exactly(middle, SINGLE, FastBalls), axis=0)
    for reach, smallest in (
        (ball.radii[-1], 2.0**-1022),
        *((each[-1], SINGLE.underflow) for each in (found.error, found.typical.bias)),
    ):
        assert 1.0 <= reach / (2.0 * count * smallest * size) <= HARDLY


@ENGINES
def test_factors_of_one_do_not_add_up_to_what_is_unknown(reach: Reach):
    assert reach(np.ones(2000), np.zeros(2000)) <= 2.0**-40


def test_a_factor_that_changes_by_many_times_its_size_changes_a_product_by_no_less():
    draw = np.random.default_rng(0)
    changes, sizes = 10.0 ** draw.uniform(0.0, 300.0, 1000), 10.0 ** draw.uniform(-3.0, 3.0, (1, 1000))
    _, change, _ = products(sizes, changes[np.newaxis], 0, sizes)
    assert np.all(change >= changes)
    assert np.all(change <= changes * (1.0 + 2.0**-29))


LARGEST = SINGLE.steps.largest


@pytest.mark.parametrize(("share", "known"), [(1.0, False), (0.6, True)])
def test_a_product_that_may_round_beyond_the_largest_number_on_the_way_is_unknown(share: float, known: bool):
    factors = np.array([2.0**64, LARGEST * 2.0**-64 * share, 2.0**-20])
    with quietly():
        found = cumulative_prod(exactly(factors, SINGLE, FastBalls), axis=0)
    assert bool(np.isfinite(found.error[-1])) is known


@pytest.mark.parametrize(("axis", "in_rows"), [(-1, True), (1, True), (0, False), (-2, False)])
def test_products_along_rows_share_errors_within_a_row(axis: int, in_rows: bool):
    x = exactly(np.full((2, 3), 1.5), SINGLE, FastBalls)
    typical = x.__array_namespace__().cumulative_prod(x, axis=axis).typical
    assert (bool(np.any(typical.row)), bool(np.any(typical.whole))) == (in_rows, not in_rows)
