"""Bounds of products and quotients against exact rational ones, of what float32 loses, and of a shift's reach."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.shared_shift import shift_of
from lastdigit.enclosure.spread import Spread
from lastdigit.enclosure.upward import quietly
from lastdigit.operations.normalization import softmax

DOUBLE = Arithmetic.usual(FORMATS["float64"])
U = Fraction(1, 2**53)


def fractions(numbers: np.ndarray) -> list[Fraction]:
    return [Fraction(number) for number in numbers.ravel().tolist()]


def test_the_bound_of_a_product_contains_the_largest_error_exactly():
    """Of a given number by a computed one in float64, where the bound has the least room for its own rounding."""
    draw = np.random.default_rng(1)
    x, y, error = draw.uniform(1.0, 2.0, size=(3, 500))
    product = exactly(x, DOUBLE, FastBalls) * RoundedBalls(FastBalls.of(y), error, DOUBLE)
    for bound, a, b, off in zip(*map(fractions, (product.error, x, y, error)), strict=True):
        exact = a * off + U * a * (b + off)
        assert exact <= bound <= exact * (1 + 64 * 2 * U)


def test_a_quotient_by_what_may_be_zero_has_no_bound():
    divisor = RoundedBalls(FastBalls.of(np.full(2, 1.0)), np.array([1.0, 0.5]), DOUBLE)
    with quietly():
        for numerator in (0.0, 2.0**-1000):
            unknown, known = (exactly(np.full(2, numerator), DOUBLE, FastBalls) / divisor).error
            assert unknown == np.inf
            assert known <= 2.0**-998


def test_a_weight_too_small_for_float32_moves_a_combination_within_its_bound():
    """It goes with the only value apart from the others, and its score is off by a half."""
    scores = RoundedBalls(FastBalls.of(np.array([[0.0, 0.0, -105.5]])), np.array([[0.0, 0.0, 0.5]]), DOUBLE)
    values = exactly(np.array([[0.0], [0.0], [1.0]]), DOUBLE, FastBalls)
    exact, computed = (math.exp(score) / 2.0 for score in (-105.5, -105.0))
    assert exact < 2.0**-150
    assert computed - exact <= (softmax(scores) @ values).error[0, 0] < 2.0**-90


def test_the_reach_of_known_scores_is_no_less_than_the_largest():
    reach = shift_of([(exactly(np.array([[1.0, -7.0], [3.0, 2.0]]), DOUBLE, FastBalls), None)]).reach
    assert 7.0 <= reach <= 7.0 * (1.0 + 2.0**-46)


def test_the_unit_of_a_column_is_its_largest_distance_or_one():
    spread = Spread(np.zeros((1, 4)), np.array([[0.25, 0.0, np.inf, 3.0], [0.125, 0.0, 2.0, 0.0]]), np.zeros((2, 4)))
    assert spread.largest.tolist() == [[0.25, 0.0, np.inf, 3.0]]
    assert spread.unit.tolist() == [[0.25, 1.0, 1.0, 3.0]]


def test_distances_in_float32_are_rounded_up():
    distances = np.random.default_rng(2).uniform(size=(300, 2)) * np.array([1e-3, 7.0])
    spread = Spread(np.zeros((1, 2)), distances, distances)
    singles = spread.singles
    assert singles.dtype == np.float32
    assert np.all(singles[:, 2] == 1.0)
    units = fractions(np.broadcast_to(spread.unit, distances.shape))
    for single, unit, distance in zip(fractions(singles[:, :2]), units, fractions(distances), strict=True):
        assert distance <= single * unit <= distance * (1 + Fraction(1, 2**21))
