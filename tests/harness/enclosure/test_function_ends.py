"""The ends of balls and of intervals that are extended contain them, within two numbers of float64, or are infinite."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functions.ends import around, ends, widened
from studies.hard_arrays import Draw

LARGEST = float(np.finfo(np.float64).max)


def next_but_one(number: float, outward: float) -> float:
    return math.nextafter(math.nextafter(number, outward), outward)


@pytest.mark.parametrize("number", [Fraction(1, 3), Fraction(-1, 3), Fraction(2, 3), Fraction(-2, 3), Fraction(1)])
def test_ends_of_exact_balls_are_rounded_outward(number: Fraction):
    with precision():
        (low,), (high,) = ends(ExactBalls.between([number], [number], (1,)))
    assert next_but_one(float(number), -math.inf) <= low <= number <= high <= next_but_one(float(number), math.inf)
    assert (low == high) == (number == 1)


@pytest.mark.parametrize("ball", [ExactBalls.of(np.array([math.nan])), FastBalls(np.array([math.nan]))])
def test_ends_of_what_is_unknown_are_infinite(ball: ExactBalls | FastBalls):
    assert [end.tolist() for end in ends(ball)] == [[-math.inf], [math.inf]]


@pytest.mark.parametrize("radius", [0.0, 1.0, 1e-3, 1e-20])
def test_ends_of_balls_and_of_extended_intervals_contain_them_closely(radius: float):
    middle = Draw(1).normal(size=100)
    reach = np.full(100, radius)
    points = middle - 1.0, middle + 1.0
    for (low, high), (least, most) in (
        (around(middle, reach), (middle, middle)),
        (widened(points, reach), points),
    ):
        for a, b, left, right in zip(low.tolist(), high.tolist(), least.tolist(), most.tolist(), strict=True):
            nearest = left - radius, right + radius
            assert a <= Fraction(left) - Fraction(radius)
            assert b >= Fraction(right) + Fraction(radius)
            assert a >= next_but_one(nearest[0], -math.inf)
            assert b <= next_but_one(nearest[1], math.inf)
            assert radius or (a, b) == nearest


@pytest.mark.parametrize(("middle", "radius"), [(-0.9, 0.5), (0.9, 0.5), (0.0, math.inf), (math.nan, 0.0)])
def test_a_ball_of_which_an_end_is_out_of_range_has_infinite_ends(middle: float, radius: float):
    found = around(np.array([middle * LARGEST]), np.array([radius * LARGEST]))
    assert [end.tolist() for end in found] == [[-math.inf], [math.inf]]


def test_an_interval_that_is_extended_by_what_is_unknown_has_infinite_ends():
    found = widened((np.zeros(2), np.ones(2)), np.array([math.nan, math.inf]))
    assert [end.tolist() for end in found] == [[-math.inf] * 2, [math.inf] * 2]
