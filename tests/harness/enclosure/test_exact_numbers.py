"""What the exact engine says in float64, and in fractions, of numbers that neither can hold."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np

from lastdigit.enclosure.exact import FAR, ExactBalls, monotone_softmax, precision


def test_float64_bounds_hold_for_numbers_that_float64_cannot_hold():
    thirds = [Fraction(number, 3) for number in (-70, -1, 1, 2, 5, 7, 10**300)]
    with precision():
        balls = ExactBalls.between(thirds, thirds, (7,))
        low, _ = balls.low()
        for third, least, most, below in zip(thirds, balls.smallest_magnitudes(), balls.magnitudes(), low, strict=True):
            assert Fraction(float(least)) <= abs(third) <= Fraction(float(most))
            assert Fraction(float(below)) <= third


def test_distances_from_medians_largest_elements_and_other_numbers():
    with precision():
        column, row = ExactBalls.of(np.array([[1.0], [5.0], [2.0]])), ExactBalls.of(np.array([[1.0, 3.0]]))
        assert column.spread.centre.tolist() == [[2.0]]
        assert column.spread.distances.round(9).tolist() == [[1.0], [3.0], [0.0]]
        assert column.spread.differences.tolist() == [[-1.0], [3.0], [0.0]]
        assert row.depths()[0].round(9).tolist() == [[2.0, 0.0]]
        apart = ExactBalls.of(np.array([-np.inf, -np.inf, 1.0, 1.0])).distances(np.array([-np.inf, 1.0, -np.inf, 3.0]))
    assert apart.round(9).tolist() == [0.0, np.inf, np.inf, 2.0]


def test_ends_that_lie_too_far_out_are_not_written_as_fractions():
    with precision():
        longest = flint.arb((1 << 106) - 1)
        balls = np.empty(4, dtype=object)
        balls[:] = [longest * flint.arb(2) ** exponent for exponent in (FAR - 106, FAR - 105, -FAR - 106, -FAR - 107)]
        fits, too_large, small, too_small = ExactBalls(balls).bounds()
    assert fits == (((1 << 106) - 1) * 2 ** (FAR - 106),) * 2
    assert too_large is None
    assert small == (Fraction((1 << 106) - 1, 2 ** (FAR + 106)),) * 2
    assert too_small == (0, Fraction(1, 2**FAR))


def test_a_softmax_reaches_from_corner_to_corner():
    with precision():
        (low, high), *_ = monotone_softmax(ExactBalls.between([Fraction(0)] * 2, [Fraction(1)] * 2, (2,))).bounds()
        least = ExactBalls.of(1.0) / (ExactBalls.of(1.0) + ExactBalls(np.array(flint.arb(1).exp())))
        ((least_low, least_high),) = least.bounds()
    margin = Fraction(1, 2**20)
    assert least_low - margin <= low <= least_high
    assert 1 - least_high <= high <= 1 - least_low + margin


def test_a_softmax_of_large_scores_is_known():
    with precision():
        found = monotone_softmax(ExactBalls.of(np.array([1e6, 1e6]))).bounds()
    assert all(low <= Fraction(1, 2) <= high <= low + Fraction(1, 2**20) for low, high in found)


def test_what_may_be_zero_is_no_smaller_and_what_is_five_hardly():
    with precision():
        balls = ExactBalls.between([Fraction(-1), Fraction(5)], [Fraction(1), Fraction(5)], (2,))
    zero, five = balls.smallest_magnitudes().tolist()
    assert zero == 0.0
    assert five >= 5.0 - 2.0**-40
