"""What fast balls are made of and say of themselves holds at their ends, and no wider than it must."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.upward import quietly
from lastdigit.operations.attention import softmax
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


MID = np.array([[1.0, -0.5], [0.75, 0.25], [-0.375, -0.1]])
ONE_STEP, HARDLY = 1 + Fraction(1, 2**52), 1 + Fraction(1, 2**46)
"""By how much a bound is too large after one rounding of known numbers, and otherwise."""


def hold(bounds: np.ndarray, exact: list[Fraction], much: Fraction) -> bool:
    """Whether upper bounds hold, and are at most so much larger."""
    return all(e <= Fraction(b) <= e * much for b, e in zip(bounds.ravel().tolist(), exact, strict=True))


def test_squares_of_a_column_are_told_in_units_that_no_number_of_it_exceeds():
    far = np.array([[1e30, 1.0], [1e30 + 1e16, -3.0]])
    spread = FastBalls.of(far).spread
    assert np.all(np.abs(far) <= spread.size)
    assert np.all(spread.squares <= 1.0)


@pytest.mark.parametrize(("width", "much"), [(0.0, ONE_STEP), (2.0**-30, HARDLY)])
def test_distances_are_rounded_up_and_hardly_more(width: float, much: Fraction):
    balls = FastBalls(MID, np.abs(MID) * width) if width else FastBalls(MID)
    apart = [abs(Fraction(m) + Fraction(1, 8)) + abs(Fraction(m)) * Fraction(width) for m in MID.ravel().tolist()]
    assert hold(balls.distances(np.full((3, 2), -0.125)), apart, much * ONE_STEP)
    assert balls.spread.centre.tolist() == [[0.75, -0.1]]
    assert balls.spread.differences.tolist() == (MID - [[0.75, -0.1]]).tolist()
    centres = [Fraction(c) for c in (0.75, -0.1)] * 3
    exact = zip(MID.ravel().tolist(), centres, strict=True)
    spread = [abs(Fraction(m) - c) + abs(Fraction(m)) * Fraction(width) for m, c in exact]
    assert hold(balls.spread.distances, spread, much * ONE_STEP)
    assert balls.spread.distances[0, 0] <= 0.25 * float(much) + width * 1.5
    assert balls.distances(np.zeros((3, 2)))[0, 0] <= float(much) + width * 1.5


def test_the_largest_and_the_smallest_magnitudes_are_those_of_the_ends():
    known, balls = FastBalls(MID / 2), FastBalls(MID / 2, np.abs(MID) * 2.0**-30)
    assert (known.largest, FastBalls(-MID / 2).largest, FastBalls(MID[:0]).largest) == (0.5, 0.5, 0.0)
    assert known.smallest_magnitudes().tolist() == np.abs(MID / 2).tolist()
    for signed in (balls, -balls):
        assert Fraction(1, 2) + Fraction(1, 2**30) <= Fraction(signed.largest) <= Fraction(1, 2) + Fraction(1, 2**29)
    least = [abs(Fraction(m)) * (Fraction(1, 2) - Fraction(1, 2**30)) for m in MID.ravel().tolist()]
    assert hold(np.array([float(each) for each in least]), exactly_of(balls.smallest_magnitudes()), HARDLY)
    assert FastBalls(np.array([np.inf, np.nan, -2.0])).smallest_magnitudes().tolist() == [0.0, 0.0, 2.0]
    assert FastBalls(np.ones(2), np.array([2.0, np.inf])).smallest_magnitudes().tolist() == [0.0, 0.0]


def exactly_of(array: np.ndarray) -> list[Fraction]:
    return [Fraction(number) for number in array.ravel().tolist()]


def test_the_negative_of_a_ball_has_its_radius():
    balls = -FastBalls(MID, np.abs(MID) * 2.0**-30)
    assert balls.mid.tolist() == (-MID).tolist()
    assert balls.radii.tolist() == (np.abs(MID) * 2.0**-30).tolist()


def test_integers_are_known_exactly_but_for_those_that_float64_rounds():
    assert FastBalls.of(np.array([107, -(2**52)])).is_exact
    ((low, high), one) = FastBalls.of(np.array([2**53 + 1, 1])).bounds()
    assert 2**53 - 1 <= low <= 2**53 + 1 <= high <= 2**53 + 2
    assert one[0] <= 1 <= one[1]


def test_a_quotient_half_way_between_two_numbers_is_in_its_ball():
    one, other = FastBalls(np.ones(1)), FastBalls(np.array([1.0 - 2.0**-53]))
    ((low, high),) = ends(one / other)
    assert low <= 1 / (1 - Fraction(1, 2**53)) <= high


@pytest.mark.parametrize("name", [*COMBINED, "@"])
def test_balls_are_combined_with_balls_alone(name: str):
    combine = COMBINED.get(name, lambda x, y: x @ y)
    with pytest.raises(TypeError, match="unsupported operand"):
        combine(FastBalls(MID), object())


def test_of_each_row_it_is_known_how_far_it_lies_below_its_midpoints_and_below_its_largest_element():
    radii = np.array([[0.25, 2.0**-3], [0.5, 0.125], [2.0**-30, 2.0**-40]])
    balls = FastBalls(MID, radii)
    numbers, below = balls.low()
    assert numbers.tolist() == MID.tolist()
    assert hold(below, [Fraction(1, 4), Fraction(1, 2), Fraction(1, 2**30)], HARDLY)
    depths, beyond = balls.depths()
    assert depths.tolist() == (np.max(MID, axis=1, keepdims=True) - MID).tolist()
    assert hold(beyond, [Fraction(1, 2), Fraction(1), Fraction(1, 2**29)], HARDLY)


def test_a_softmax_is_read_by_its_theorem_which_knows_that_its_rows_sum_to_one():
    assert softmax(FastBalls(MID)).rows_sum_to_one
