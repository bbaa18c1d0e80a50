"""What typical errors say of themselves: which are known, what storing adds, and which numbers are pooled."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.pooled_errors import PooledErrors
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.enclosure.upward import quietly

BFLOAT16 = FORMATS["bfloat16"]
ONES = np.ones((1, 2))


@pytest.mark.parametrize(
    ("typical", "weights", "known"),
    [
        (Typical(bias=ONES, element=ONES), [1.0, 1.0], True),
        (Typical(element=np.array([[np.inf, 1.0]])), [1.0, 1.0], False),
        (Typical(bias=np.array([[1.0, np.nan]])), [1.0, 1.0], False),
        (Typical(element=np.array([[np.inf, 1.0]])), [0.0, 1.0], True),
        (Typical(element=np.array([[np.inf, 1.0]])), [1.0, 0.0], False),
        (Typical(bias=np.array([[1e308, 0.0]]), element=np.array([[1e308, 0.0]])), [1.0, 1.0], False),
    ],
    ids=["all", "deviation", "bias", "without a weight", "with the only weight", "beyond float64 together"],
)
def test_errors_are_known_where_every_element_with_a_weight_has_a_finite_one(
    typical: Typical, weights: list[float], known: bool
):
    with quietly():
        assert Errors(ONES, typical, BFLOAT16).are_known(np.array([weights])) is known


def test_storing_an_element_has_the_deviation_of_a_uniform_error_of_half_a_unit():
    found = Errors(np.array([[1.0, -8.0, 0.0]]), Typical(), BFLOAT16).last_rounding
    assert found.tolist() == [[ROUNDING * 2.0**-8, ROUNDING * 2.0**-5, 0.0]]


def test_a_number_that_stands_several_times_in_one_row_is_not_repeated_by_rows():
    rows = np.array([[1.0, 2.0, 2.0, 2.0, 3.0, 3.0], [10.0, 20.0, 30.0, 40.0, 40.0, 40.0]])
    assert not Errors(rows, Typical(), BFLOAT16).repeats_numbers


VALUES = np.array([[1.0, 2.0], [1.0, 3.0], [4.0, 2.0]])
POOLED = PooledErrors(VALUES, Typical(element=np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])), BFLOAT16)


def test_each_of_several_weightings_of_pooled_columns_has_the_sums_that_it_has_alone():
    weights = np.random.default_rng(1).uniform(size=(2, 3, 2))
    alone = np.stack([POOLED.by_column(each).sigma for each in weights])
    assert np.array_equal(POOLED.by_column(weights).sigma, alone)


def test_the_largest_pool_may_be_smaller_than_one():
    assert POOLED.pooled(np.full((3, 2), 0.125)) == 0.25
