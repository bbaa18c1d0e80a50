"""Functions of numbers that no way of computing rounds: the condition of each, and a result that is not sure."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.unrounded import Unrounded
from lastdigit.functions import argmax, cumulative_prod, greater, greater_equal, sort, where

SINGLE = FORMATS["float32"]


def of(values: object) -> Unrounded:
    return Unrounded.of(np.array(values), SINGLE, strict=True)


def partly_sure(values: list[float]) -> Unrounded:
    """The first of these numbers may be rounded."""
    x = of(values)
    x.sure[0] = False
    return x


def test_running_products_multiply_one_factor_after_another():
    found = cumulative_prod(of([2.0, 3.0, -4.0]), axis=0)
    assert found.value.tolist() == [2.0, 6.0, -24.0]
    assert found.sure.all()


def test_rows_are_sorted_unless_another_axis_is_named():
    for values in ([3.0, 1.0, 2.0], [[3.0, 1.0, 2.0], [0.0, 9.0, 4.0]]):
        x = of(values)
        found = x.__array_namespace__().sort(x)
        assert found.value.tolist() == np.sort(values).tolist()
        assert found.sure.all()


def test_numbers_beside_one_that_may_be_rounded_have_no_sure_rank():
    found = sort(partly_sure([1.0, 2.0, 3.0]), axis=0)
    assert not found.sure.any()
    assert found.low.tolist() == [-np.inf] * 3
    assert found.high.tolist() == [np.inf] * 3


@pytest.mark.parametrize(
    ("x", "sure"),
    [
        (of([1.0, 4.0, 2.0]), True),
        (of([1.0, 1.0, 4.0]), True),
        (of([1.0, 4.0, 4.0]), False),
        (partly_sure([1.0, 4.0, 2.0]), False),
        (partly_sure([4.0, 4.0, 2.0]), False),
    ],
    ids=["one largest", "equal ones below", "two largest", "one may be rounded", "one of two largest may be rounded"],
)
def test_the_place_of_the_largest_is_sure_where_all_are_and_only_one_is_largest(x: Unrounded, sure: bool):
    found = argmax(x, axis=0)
    assert found.sure.tolist() is sure
    assert np.isfinite(found.low).tolist() is np.isfinite(found.high).tolist() is sure


@pytest.mark.parametrize(
    ("strict", "positive"), [(True, [True, True, False, False]), (False, [True, True, True, False])]
)
def test_zero_is_positive_unless_the_comparison_is_strict(strict: bool, positive: list[bool]):
    x = of([2.0, 0.5, 0.0, -0.5])
    found = x.__array_namespace__().sign_of(x, strict=strict)
    assert found.holds.tolist() == positive
    assert found.fails.tolist() == [not each for each in positive]


def test_a_number_that_may_be_rounded_has_no_sure_sign():
    for value in (-1.0, 1.0):
        for compare in (greater, greater_equal):
            found = compare(partly_sure([value]), of([0.0]))
            assert not found.holds.any()
            assert not found.fails.any()


def test_a_choice_that_is_not_sure_is_unknown_in_the_shape_of_both():
    unsure, one, other = greater(partly_sure([1.0]), of([0.0])), of([[2.0], [3.0]]), of([4.0, 5.0, 6.0])
    for found in (where(unsure, one, other), one.__array_namespace__().hull(one, other)):
        assert found.shape == (2, 3)
        assert not found.sure.any()
        assert np.all(found.low == -np.inf)
        assert np.all(found.high == np.inf)
