"""Functions, comparisons and choices of computed numbers: how far errors reach, and where nothing is certain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.typical import Typical
from lastdigit.functions import absolute, greater, where

SINGLE = Arithmetic.usual(FORMATS["float32"])


def computed(values: list[float], bounds: list[float], typical: Typical | None = None) -> RoundedBalls:
    return RoundedBalls(FastBalls.of(np.array(values)), np.array(bounds), SINGLE, typical)


def given(*values: float) -> RoundedBalls:
    return exactly(np.array(values), SINGLE, FastBalls)


def test_a_function_carries_no_typical_error_of_a_number_that_has_none():
    x = computed([1.0, 1.0], [0.0, 2.0**-20], Typical(element=np.asarray(2.0**-22)))
    exact, other = absolute(x).typical.sigma.tolist()
    assert exact == 0.0
    assert 2.0**-22 <= other <= 2.0**-22 * (1.0 + 2.0**-20)


@pytest.mark.parametrize(("error", "certain"), [(0.25, False), (0.5, False), (0.125, True)])
@pytest.mark.parametrize("strict", [False, True])
def test_numbers_whose_errors_reach_each_other_may_be_in_any_order(error: float, certain: bool, strict: bool):
    xp = given().__array_namespace__()
    less, more = computed([1.0], [error]), computed([1.375], [error])
    for one, other, holds in ((more, less, True), (less, more, False)):
        found = xp.compared(one, other, strict=strict)
        assert (found.holds.tolist(), found.fails.tolist()) == ([certain and holds], [certain and not holds])


def test_numbers_whose_errors_are_one_together_may_be_in_any_order():
    found = given().__array_namespace__().compared(computed([1.5], [0.5]), computed([1.0], [0.5]), strict=True)
    assert not found.holds.any()
    assert not found.fails.any()


def test_given_numbers_a_unit_apart_are_in_order_though_they_are_not_known_to_the_last_bit():
    near = RoundedBalls(FastBalls(np.array([1.0 + 2.0**-52]), np.array([2.0**-60])), np.zeros(()), SINGLE)
    found = near.__array_namespace__().compared(near, given(1.0), strict=True)
    assert found.holds.tolist() == [True]


def test_the_hull_of_two_may_be_off_by_as_much_as_either():
    one, other = computed([1.0, 1.0], [0.5, 0.25]), computed([2.0, 2.0], [0.25, 0.5])
    found = one.__array_namespace__().hull(one, other)
    assert found.error.tolist() == [0.5, 0.5]
    assert np.all(found.value.mid - found.value.radii <= 1.0)
    assert np.all(found.value.mid + found.value.radii >= 2.0)


@pytest.mark.parametrize("plain", [7.0, np.full(3, 7.0)], ids=["number", "array"])
def test_computed_numbers_are_chosen_beside_numbers_that_are_not(plain: Any):
    x, errors = given(2.0, -2.0, 1.0), [0.25, 0.125, 0.5]
    chosen = computed([3.0, 3.0, 3.0], errors)
    positive = greater(x, given(0.0))
    first, second = positive.choose(chosen, plain), positive.choose(plain, chosen)
    assert first.value.mid.tolist() == [3.0, 7.0, 3.0]
    assert first.error.tolist() == [0.25, 0.0, 0.5]
    assert second.value.mid.tolist() == [7.0, 3.0, 7.0]
    assert second.error.tolist() == [0.0, 0.125, 0.0]


def test_a_choice_that_rounding_may_decide_is_off_by_the_distance_of_what_it_chooses_between():
    unsure = greater(computed([1.0], [2.0]), given(0.0))
    found = where(unsure, computed([3.0], [0.25]), computed([-3.0], [0.5]))
    assert found.value.mid.tolist() == [3.0]
    assert 6.5 <= found.error.item() <= 6.5 * (1.0 + 2.0**-40)
    assert found.typical.bias.item() == found.error.item()
