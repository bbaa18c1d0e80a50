"""A layer norm has no bound where any step of any way to form it may overflow, and one as soon as none may."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_layer_norm import _fits_in_sums
from lastdigit.enclosure.upward import gamma
from lastdigit.operations import find_operation

HALF = Arithmetic.usual(FORMATS["float16"]).in_model(STORED)
SINGLE = Arithmetic.usual(FORMATS["float32"]).in_model(FUSED)


def read(row: np.ndarray, weight: float, bias: float, arithmetic: Arithmetic, **parameters: float) -> RoundedBalls:
    arrays = (row[np.newaxis], np.full(len(row), weight), np.full(len(row), bias))
    given = (exactly(array, arithmetic, FastBalls) for array in arrays)
    return find_operation("layer_norm").definition(*given, **parameters)


def known(found: RoundedBalls) -> list[bool]:
    return np.isfinite(found.error[0, :2]).tolist()


@pytest.mark.parametrize(("first", "fits"), [(65000.0, False), (64480.0, False), (64000.0, True)])
def test_a_centred_element_must_fit_with_its_error(first: float, fits: bool):
    row = np.full(100_000, -1000.0)
    row[0] = first
    assert known(read(row, 1.0, 0.0, HALF)) == [fits, True]


@pytest.mark.parametrize("left_out", ["nothing", "the bias", "the weight"])
def test_a_result_that_is_formed_of_products_that_overflow_has_no_bound(left_out: str):
    """x (r w) + (b − mean r w) is of four terms of a quarter of the range each, though the result is but half of it."""
    quarter = SINGLE.steps.largest * 0.26
    weight, bias = (1.0 if left_out == "the weight" else quarter), (0.0 if left_out == "the bias" else quarter)
    assert known(read(np.array([1.0, -1.0]), weight, bias, SINGLE)) == [left_out != "nothing"] * 2


def test_a_row_that_overflows_before_it_meets_a_small_weight_has_no_bound():
    row = np.array([15.0, 15.0 + 2.0**-7])
    assert known(read(row, 2.0**-12, 0.0, HALF, eps=4.0e-5)) == [False, False]
    assert known(read(row, 2.0**-12, 0.0, HALF, eps=4.4e-5)) == [True, True]


@pytest.mark.parametrize("format", ["float16", "float32"])
def test_sums_of_squares_must_fit_with_their_roundings(format: str):
    arithmetic, n = Arithmetic.usual(FORMATS[format]).in_model(SPLIT), 8
    rounding = gamma(n + 6, arithmetic.accumulation_roundoff)
    for share, fits in ((3, False), (5, True)):
        size = np.sqrt(arithmetic.largest_sum * (1.0 - share * rounding) / n)
        assert bool(_fits_in_sums(exactly(np.full((1, n), size), arithmetic, FastBalls), rounding)[0, 0]) == fits


def test_where_the_variance_is_not_known_well_neither_is_the_typical_error():
    single = SINGLE.in_model(SPLIT)
    near, far = (read(offset + np.array([1.0, -1.0]), 1.0, 0.0, single) for offset in (0.0, 600.0))
    assert np.all(np.isfinite(near.typical.bias))
    assert not np.any(np.isfinite(far.typical.bias))
    assert np.all(np.isfinite(far.error))


def test_nothing_typical_is_known_of_a_result_whose_error_may_take_it_beyond_the_range():
    row = np.zeros(3000)
    row[0] = 13000.0
    inside, beyond = (read(row, weight, 0.0, HALF) for weight in (1160.0, 1188.0))
    assert (known(inside)[0], known(beyond)[0]) == (True, False)
    assert np.isfinite(inside.typical.bias[0, 0])
    assert not np.isfinite(beyond.typical.bias[0, 0])
