"""What errors of a whole result have in common: an offset, a factor, or the roundings of a coarser format."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.verdicts.error_pattern import (
    ENOUGH,
    ROUNDINGS,
    common_factor,
    common_offset,
    looks_rounded,
    shortest_first,
)

ONES = np.ones(ENOUGH)
SIGNS = np.where(np.arange(ENOUGH) % 2 == 0, 1.0, -1.0)


@pytest.mark.parametrize(
    ("low", "high", "offset"),
    [(3.0, 5.0, 4.0), (-5.0, -3.0, -4.0), (2.0, 6.0, None), (2.0, 5.5, 3.75), (-1.0, 1.0, None)],
)
def test_errors_that_differ_by_less_than_the_middle_one_have_a_common_offset(low: float, high: float, offset):
    error = np.full(ENOUGH, (low + high) / 2)
    error[2], error[5] = low, high
    assert common_offset(error) == offset
    assert common_offset(error[1:]) is None


def test_errors_in_proportion_to_the_values_have_a_common_factor():
    true = np.arange(1.0, 17.0)
    assert common_factor(0.5 * true, true) == 1.5
    assert common_factor(0.25 * true, -true) == 0.75
    assert common_factor(np.zeros(16), true) is None
    assert common_factor(0.5 * true[1 - ENOUGH :], true[1 - ENOUGH :]) is None
    assert common_factor(0.5 * true[:ENOUGH], true[:ENOUGH]) == 1.5


def test_values_below_the_median_one_do_not_show_a_factor_and_zeros_never_do():
    true = np.arange(1.0, 17.0)
    error = np.where(true < 8.5, 9.0, 0.5 * true)
    assert common_factor(error, true) == 1.5
    assert common_factor(np.where(true > 12.5, -true, 0.5 * true), true) is None
    few = np.where(np.arange(16) < 13, 0.0, true)
    assert common_factor(0.5 * few, few) is None
    enough = np.where(np.arange(16) < 12, 0.0, true)
    assert common_factor(0.5 * enough, enough) == 1.5


def test_a_pattern_is_sought_in_eight_errors_and_in_no_fewer():
    assert common_offset(np.ones(8)) == 1.0
    assert common_offset(np.ones(7)) is None


def test_a_value_of_median_size_must_show_the_factor_as_well():
    true = np.arange(1.0, 10.0)
    error = 0.5 * true
    assert common_factor(error, true) == 1.5
    assert common_factor(np.where(true == 5.0, 0.0, error), true) is None
    assert common_factor(np.where(true == 4.0, 0.0, error), true) == 1.5


def test_a_number_is_told_by_its_digits_one_after_the_other():
    texts = list(shortest_first(1.0 / 3.0))
    assert texts[:2] == [("0.3", 0.3), ("0.33", 0.33)]
    assert texts[-1] == ("0.33333333333333331", 1.0 / 3.0)
    assert len(texts) == 17


FINE, COARSE = 2.0**-24, 2.0**-8


def looks(error: np.ndarray, true: np.ndarray = ONES, typical: float = 0.0) -> bool:
    return looks_rounded(error, true, np.full(true.shape, typical), FINE, COARSE)


def test_errors_of_one_sign_are_no_roundings_unless_they_are_few():
    assert looks(COARSE * SIGNS)
    assert not looks(COARSE * ONES)
    assert not looks(-COARSE * ONES)
    few = np.r_[np.zeros(5), ONES * COARSE]
    assert not looks(few, np.ones(few.shape))
    assert looks(COARSE * ONES[1:], ONES[1:])
    seven = np.r_[COARSE * ONES[1:], 0.0]
    assert looks(seven)


def test_the_median_error_is_nearer_to_the_coarse_roundoff_than_to_the_fine_one():
    assert looks(2.0**-16 * SIGNS)
    assert not looks(2.0**-16.5 * SIGNS)
    assert looks(2.0**-15.5 * SIGNS)
    assert not looks(COARSE * SIGNS, np.zeros(ENOUGH))
    assert looks(2.0**-15 * SIGNS, 0.5 * ONES)
    assert not looks(2.0**-15 * SIGNS, 4.0 * ONES)
    some = np.where(np.arange(ENOUGH) < 6, 0.0, 1.0)
    assert looks(2.0**-16 * SIGNS * some, some)


def test_errors_are_not_much_larger_than_coarse_roundings_of_the_inputs_or_of_the_result():
    assert looks(ROUNDINGS * COARSE * SIGNS)
    assert not looks(1.125 * ROUNDINGS * COARSE * SIGNS)
    assert looks(1.125 * ROUNDINGS * COARSE * SIGNS, typical=2.0 * COARSE)
    assert looks(2.0 * ROUNDINGS * COARSE * SIGNS, typical=-2.0 * COARSE)
    assert looks(ROUNDINGS * COARSE * SIGNS, typical=0.25 * COARSE)
    assert not looks(np.where(np.arange(ENOUGH) == 0, 32.0, 1.0) * COARSE * SIGNS)


def test_errors_of_more_than_eight_coarse_roundings_are_no_roundings():
    assert looks(8.0 * COARSE * SIGNS)
    assert not looks(8.5 * COARSE * SIGNS)
