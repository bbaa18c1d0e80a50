"""Real numbers as sums of float64 numbers, and the bands about the values of a reading."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from flint import arb, ctx

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.upward import TINY
from lastdigit.verdicts.bands import Bands, enclosure
from lastdigit.verdicts.grids import coarser_grid
from lastdigit.verdicts.reals import ROUGHLY, Reals, _slack, apart, exceeds

THIRD = Fraction(1, 3)
HUGE = Fraction(10) ** 400


def rough(high: float, off: float, exact: Fraction | None) -> Reals:
    return Reals(np.array([high]), np.zeros(1), np.array([off]), lambda place: exact)


def test_a_fraction_is_two_floats_and_a_bound_of_what_they_lack():
    numbers = Reals.of([THIRD, Fraction(3, 4), None, HUGE])
    assert numbers.high.tolist() == [1.0 / 3.0, 0.75, np.inf, 0.0]
    low = float(THIRD - Fraction(1.0 / 3.0))
    assert numbers.low.tolist() == [low, 0.0, 0.0, 0.0]
    assert numbers.off.tolist() == [abs(low) * 2.0**-52 + TINY, 0.0, 0.0, np.inf]
    assert numbers.known.tolist() == [True, True, False, True]


def test_only_rough_numbers_are_rounded_from_their_fractions():
    assert rough(1.0, 2.0**-43, Fraction(5, 4)).floats64().tolist() == [1.25]
    assert rough(1.0, 2.0**-45, Fraction(5, 4)).floats64().tolist() == [1.0]
    assert rough(4.0, 2.0**-43, Fraction(5, 4)).floats64().tolist() == [4.0]
    assert rough(np.inf, 1.0, Fraction(5, 4)).floats64().tolist() == [np.inf]
    assert rough(1.0, 1.0, None).floats64().tolist() == [np.inf]
    assert Reals.of([THIRD, HUGE, None]).floats64().tolist() == [1.0 / 3.0, np.inf, np.inf]


def test_a_difference_keeps_its_remainder_its_sign_and_what_is_unknown():
    one, other = Reals.of([THIRD, Fraction(1), None, Fraction(10) ** 308]), Reals.of([Fraction(1), THIRD, THIRD, -HUGE])
    found = apart(one, other)
    for place in (0, 1):
        assert found.exactly(place) == Fraction(2, 3)
        remainder = Fraction(2, 3) - Fraction(float(found.high[place])) - Fraction(float(found.low[place]))
        assert abs(remainder) <= Fraction(float(found.off[place])) < Fraction(1, 2**100)
        assert found.low[place] != 0.0
    assert found.high[2] == np.inf
    assert found.exactly(2) is None
    assert (found.off[2], found.off[3]) == (0.0, np.inf)
    lost = apart(Reals.floats(np.array([1.7e308])), Reals.floats(np.array([-1.7e308])))
    assert (lost.high.tolist(), lost.low.tolist(), lost.off.tolist()) == ([0.0], [0.0], [np.inf])
    assert lost.exactly(0) == 2 * Fraction(1.7e308)


def test_the_slack_of_a_comparison_bounds_what_it_rounds():
    numbers = Reals(np.array([3.0]), np.array([0.25]), np.array([0.5]), lambda place: None)
    bounds = Reals(np.array([1.0]), np.array([-0.125]), np.array([0.0625]), lambda place: None)
    found = _slack(numbers, bounds, np.array([-2.0]))
    assert found.tolist() == [0.5625 * (1.0 + ROUGHLY) + (2.0 + 0.25 + 0.125) * ROUGHLY]


def test_numbers_a_third_of_a_unit_apart_are_compared_by_fractions():
    bound = Fraction(1) + Fraction(1, 2**120)
    for number, larger in ((bound, False), (bound + Fraction(1, 2**200), True), (bound - Fraction(1, 2**200), False)):
        assert exceeds(Reals.of([number]), Reals.of([bound])).tolist() == [larger]
    assert exceeds(Reals.of([None, Fraction(2)]), Reals.of([Fraction(1), None])).tolist() == [False, False]


def test_an_exact_ball_is_a_band_about_two_floats():
    with ctx.workprec(400):
        third, near_one, fine = arb(1) / 3, arb("1 +/- 1e-18"), arb(1) + arb(2) ** -60 + arb(2) ** -130
        balls = ExactBalls(np.array([third, arb(0.5), near_one, fine, arb("nan")], dtype=object))
        centre, radius = enclosure(balls)
    low = float(THIRD - Fraction(1.0 / 3.0))
    assert (centre.high[0], centre.low[0]) == (1.0 / 3.0, low)
    assert 0.0 < radius.high[0] < 2.0**-105
    assert (centre.high[1], centre.low[1], radius.high[1]) == (0.5, 0.0, 0.0)
    assert 1e-18 <= radius.high[2] < 1.001e-18
    assert (centre.low[3], radius.high[3]) == (2.0**-60, np.nextafter(2.0**-130, np.inf))
    assert (centre.high[4], radius.high[4]) == (0.0, np.inf)


def test_a_fast_ball_is_a_band_and_an_unknown_one_is_about_zero():
    balls = FastBalls(np.array([1.0, np.nan, 3.0]), np.array([0.25, 1.0, np.inf]))
    centre, radius = enclosure(balls)
    assert centre.high.tolist() == [1.0, 0.0, 0.0]
    assert radius.high.tolist() == [0.25, np.inf, np.inf]


def test_a_typical_band_is_as_wide_as_its_deviations_and_no_wider_than_its_bound():
    x = exactly(np.array([[1.0, -2.0], [3.0, 0.5]]), Arithmetic.usual(FORMATS["bfloat16"]), FastBalls)
    product = (x @ x).stored()
    centre, radius = enclosure(product.value)
    limits = product.typical.limit(product.value.magnitudes(), 2.0).reshape(-1)
    narrow, wide = Bands.typical(product, 2.0), Bands.typical(product, 1e6)
    assert np.array_equal(narrow.centre.high, centre.high)
    assert np.array_equal(narrow.radius.high, radius.high + limits)
    assert np.array_equal(wide.radius.high, radius.high + product.error.reshape(-1))
    assert np.all(narrow.radius.high < wide.radius.high)


def grid(count: int, *, tests: float, scale: float = 1.0, storage: str = "float32") -> str | None:
    values = scale * (1.0 + (np.arange(count) + 0.5) / 128.0)
    return coarser_grid(FORMATS["bfloat16"].round(values), values, FORMATS[storage], tests)


def test_a_grid_needs_more_numbers_than_chance_explains():
    tests = 2.0**10 * FALSE_ALARM
    assert grid(10, tests=tests) is None
    assert "bfloat16" in str(grid(11, tests=tests))
    values = np.repeat(1.0 + 0.5 / 128.0, 11)
    values[1:9] += np.arange(8) / 128.0
    assert coarser_grid(FORMATS["bfloat16"].round(values), values, FORMATS["float32"], tests) is None


def test_values_nearer_than_a_fraction_of_the_grid_count_once():
    tests = 2.0**10 * FALSE_ALARM
    between = 1.0 + 0.5 / 128.0

    def found(step: float) -> str | None:
        values = between + step * np.arange(12) / 128.0
        return coarser_grid(FORMATS["bfloat16"].round(values), values, FORMATS["float32"], tests)

    assert found(2.0**-8) is not None
    assert found(2.0**-13) is None


def test_below_the_normal_range_a_format_has_the_coarser_ones_grid_itself():
    tests = 2.0**10 * FALSE_ALARM
    assert grid(100, tests=tests, scale=2.0**-17, storage="float16") is None
    assert grid(100, tests=tests, scale=2.0**-10, storage="float16") is not None
