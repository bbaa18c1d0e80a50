"""Products in float32 are upper bounds where they are taken, powers of two are told, and equal elements are pooled."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.pooled_errors import PooledErrors
from lastdigit.enclosure.powers_of_two import has_root, is_power, unit
from lastdigit.enclosure.single import LARGEST, MOST_TERMS, product_up, single_where, slack
from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly


@pytest.mark.parametrize(
    ("largest", "terms", "single"),
    [
        (1.0, 1, True),
        (2.0**60, 1, False),
        (2.0**60 * (1.0 - 2.0**-53), 2**18, True),
        (1.0, 2**18 + 1, False),
        (np.nan, 1, False),
    ],
)
def test_float32_is_taken_where_squares_fit_and_sums_are_short(largest: float, terms: int, single: bool):
    assert (single_where(largest, terms) is np.float32) == single


def test_float32_holds_the_squares_and_the_sums_of_what_it_is_taken_for():
    assert float(np.finfo(np.float32).max) / 2.0 > LARGEST**2
    assert slack(np.float32, MOST_TERMS) < 2.0**-4


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("terms", [1, 7, 400])
def test_a_product_is_above_the_exact_one_of_numbers_before_sixteen_roundings(kind, terms: int):
    draw = np.random.RandomState(terms)
    left, right = (draw.uniform(size=shape).astype(kind) for shape in ((1, terms), (terms, 1)))
    u = Fraction(1, 2**24 if kind is np.float32 else 2**53)
    (found,) = product_up(left, right).ravel().tolist()
    exact = sum(Fraction(a) * Fraction(b) for a, b in zip(left.ravel().tolist(), right.ravel().tolist(), strict=True))
    assert product_up(left, right).dtype == np.float64
    assert Fraction(found) >= exact * (1 + u) ** (16 + 16 + terms)
    assert Fraction(found) <= exact * (1 + (3 * terms + 100) * 2 * u)


def test_the_slack_of_a_sum_covers_a_rounding_of_each_term_and_forty_more():
    for kind, u in ((np.float32, 2.0**-24), (np.float64, 2.0**-53)):
        for terms in (1, 1000):
            assert slack(kind, terms) == (terms + 40) * 2.0 * u


def test_a_number_is_a_whole_multiple_of_a_largest_power_of_two():
    numbers = np.array([1.0, 3.0, 12.0, -0.375, 2.0**-1074, 3 * 2.0**-1074, 2.0**1023, 0.1, 0.0, np.inf, np.nan])
    found = unit(numbers)
    assert found.tolist() == [1.0, 1.0, 4.0, 0.125, 2.0**-1074, 2.0**-1074, 2.0**1023, 2.0**-55, *[np.inf] * 3]
    assert is_power(np.array([1.0, -4.0, 3.0, 0.125, 0.0])).tolist() == [True, True, False, True, False]
    assert has_root(np.array([1.0, 2.0, 4.0, 0.25, 0.5])).tolist() == [True, False, True, True, False]


VALUES = np.array([[1.0, 2.0], [2.0, 5.0], [7.0, 2.0]])
PARTS = Typical(element=np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
POOLED = PooledErrors(VALUES, PARTS, FORMATS["bfloat16"])
APART = PooledErrors(VALUES + np.arange(6).reshape(3, 2) * 10.0, PARTS, FORMATS["bfloat16"])


def test_elements_of_one_number_add_up_in_full_wherever_they_stand():
    weights = np.ones((2, 3, 2))
    apart = Errors(VALUES, PARTS, FORMATS["bfloat16"]).of_all(weights)
    found = POOLED.of_all(weights)
    assert found.bias.tolist() == apart.bias.tolist() == [0.0, 0.0]
    assert np.square(apart.sigma).round(9).tolist() == [91.0] * 2
    assert np.square(found.sigma).round(9).tolist() == [91.0 + (2.0 + 3.0 + 6.0) ** 2 + 1.0 + 16.0 + 25.0] * 2
    assert np.square(APART.of_all(weights).sigma).round(9).tolist() == [91.0] * 2


def test_rows_with_equal_numbers_show_nothing_and_the_largest_pool_is_told():
    sums = np.ones((2, 3))
    assert POOLED.observed(sums).tolist() == [math.inf] * 2
    assert APART.observed(sums).round(9).tolist() == [round(math.sqrt(3.0), 9)] * 2
    assert (POOLED.pooled(PARTS.element), APART.pooled(PARTS.element)) == (11.0, 0.0)


def test_some_rows_of_pooled_errors_pool_what_is_equal_among_them():
    alike = PooledErrors(VALUES, PARTS, FORMATS["bfloat16"], alike=np.array([0, 1, 2]), apart=False)
    some = alike.at(np.array([0, 1]))
    assert (type(some), some.apart, some.pooled(PARTS.element[:2])) == (PooledErrors, False, 5.0)
    assert some.alike is not None
    assert some.alike.tolist() == [0, 1]
    with quietly():
        assert alike.at(np.array([1])).pooled(PARTS.element[1:2]) == 0.0
