"""What fast balls are made of and say of themselves holds at their ends, and no wider than it must."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.upward import quietly
from studies.hard_arrays import Draw

THIRD = Fraction(1, 3)


def ends(balls: FastBalls) -> list[tuple[Fraction, Fraction]]:
    """Of balls that are finite, by their midpoints and radii."""
    pairs = zip(balls.mid.ravel().tolist(), balls.radii.ravel().tolist(), strict=True)
    return [(Fraction(mid) - Fraction(radius), Fraction(mid) + Fraction(radius)) for mid, radius in pairs]


@pytest.mark.parametrize("seed", range(4))
def test_balls_between_two_numbers_reach_from_one_to_the_other_and_hardly_further(seed: int):
    draw = Draw(seed)
    low = [Fraction(number) * THIRD for number in draw.normal(size=50).tolist()]
    width = [Fraction(1, 10 ** int(draw.randint(1, 25))) * THIRD for _ in low]
    high = [a + b for a, b in zip(low, width, strict=True)]
    for (least, most), a, b in zip(ends(FastBalls.between(low, high, (50,))), low, high, strict=True):
        assert least <= a <= b <= most
        assert most - least <= (b - a) * (1 + Fraction(1, 2**40)) + abs(b) * Fraction(1, 2**51)


def test_a_ball_between_a_number_and_itself_is_that_number():
    assert FastBalls.between([Fraction(1, 4)], [Fraction(1, 4)], (1,)).radii.tolist() == [0.0]


COMBINED: dict[str, Callable] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
}


@pytest.mark.parametrize("width", [2.0**-52, 2.0**-30, 0.4])
@pytest.mark.parametrize("name", COMBINED)
def test_what_is_combined_contains_the_corners(name: str, width: float):
    """Radii of which nothing but their own rounding is left are the hardest: those that hide the midpoints'."""
    draw, combine = Draw(0), COMBINED[name]
    x, y = (FastBalls(mid, mid * width * draw.uniform(size=400)) for mid in 1.0 + draw.uniform(size=(2, 400)))
    for (low, high), first, second in zip(ends(combine(x, y)), ends(x), ends(y), strict=True):
        corners = [combine(a, b) for a in first for b in second]
        assert low <= min(corners) <= max(corners) <= high


def test_intervals_in_fractions_are_the_balls_and_none_where_a_midpoint_or_radius_is_not_known():
    mid, radius = np.array([0.1, -3.0, np.inf, 1.0, np.nan]), np.array([2.0**-60, 1.0, 1.0, np.inf, 1.0])
    balls = FastBalls(mid, radius)
    assert balls.bounds() == [*ends(balls[:2]), None, None, None]
    assert balls.known().tolist() == [True, True, False, False, False]
    assert balls.centres().tolist() == [0.1, -3.0, 0.0, 0.0, 0.0]


def test_only_minus_infinity_itself_is_known_to_be_no_distance_from_it():
    balls = FastBalls(np.array([-np.inf, -np.inf, 1.0, np.inf]))
    with quietly():
        apart = balls.distances(np.array([-np.inf, 1.0, -np.inf, np.inf]))
    assert apart[0] == 0.0
    assert not np.any(np.isfinite(apart[1:]))


def test_minus_infinity_is_known_where_it_was_given_alone():
    mid, radius = np.array([-np.inf, -np.inf, np.inf, 1.0]), np.array([0.0, 1.0, 0.0, 0.0])
    assert FastBalls(mid, radius).minus_infinity().tolist() == [True, False, False, False]
    hidden, finite, unknown = FastBalls(mid[:1]), FastBalls(np.ones(1)), FastBalls(np.ones(1), np.array([np.inf]))
    overflowed = FastBalls(-np.full(1, np.inf), np.ones(1))
    with quietly():
        for one, other, certain in [
            (hidden, finite, True),
            (finite, hidden, True),
            (hidden, hidden, True),
            (hidden, unknown, False),
            (unknown, hidden, False),
            (hidden, overflowed, False),
            (overflowed, hidden, False),
            (hidden, FastBalls(np.full(1, np.inf)), False),
        ]:
            found = (one + other).minus_infinity()
            assert (found is not None and bool(found[0])) == certain
