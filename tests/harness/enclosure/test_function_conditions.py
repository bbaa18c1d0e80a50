"""Conditions on intervals at their very ends, choices between a number and balls, and comparisons with −∞."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functions.conditions import certain, compared, ordered, sign_of

YES, NO, UNKNOWN = (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("low", "high", "strict", "loose"),
    [
        (0.5, 0.75, YES, YES),
        (0.0, 0.0, NO, YES),
        (0.0, 0.5, UNKNOWN, YES),
        (-0.5, 0.0, NO, UNKNOWN),
        (-0.5, -0.25, NO, NO),
        (-0.5, 0.5, UNKNOWN, UNKNOWN),
    ],
)
def test_zero_is_not_positive_if_the_condition_is_strict_and_otherwise_is(
    low: float, high: float, strict: tuple[bool, bool], loose: tuple[bool, bool]
):
    assert certain((np.array(low), np.array(high)), strict=True) == strict
    assert certain((np.array(low), np.array(high)), strict=False) == loose


@pytest.mark.parametrize(
    ("one", "other", "strict", "loose"),
    [
        ((2.0, 3.0), (0.0, 1.0), YES, YES),
        ((1.0, 2.0), (0.0, 1.0), UNKNOWN, YES),
        ((0.0, 1.0), (1.0, 2.0), NO, UNKNOWN),
        ((1.0, 1.0), (1.0, 1.0), NO, YES),
        ((0.0, 1.0), (2.0, 3.0), NO, NO),
        ((0.0, 2.0), (1.0, 3.0), UNKNOWN, UNKNOWN),
    ],
)
def test_intervals_that_meet_in_one_number_are_ordered_but_not_strictly(
    one: tuple[float, float], other: tuple[float, float], strict: tuple[bool, bool], loose: tuple[bool, bool]
):
    ends = [(np.array(low), np.array(high)) for low, high in (one, other)]
    assert ordered(ends[0], ends[1], strict=True) == strict
    assert ordered(ends[0], ends[1], strict=False) == loose


@pytest.mark.parametrize("kind", [ExactBalls, FastBalls])
def test_a_choice_may_be_between_balls_and_a_plain_number(kind: Any):
    with precision():
        positive = sign_of(kind.of(np.array([1.0, -1.0])), strict=True)
        numbers = kind.of(np.array([5.0, 6.0]))
        assert positive.choose(numbers, 2.0).bounds() == [(5, 5), (2, 2)]
        assert positive.choose(2.0, numbers).bounds() == [(2, 2), (6, 6)]


@pytest.mark.parametrize("kind", [ExactBalls, FastBalls])
@pytest.mark.parametrize("strict", [True, False])
def test_a_number_is_above_minus_infinity_though_their_difference_is_not_known(kind: Any, strict: bool):
    numbers, infinities = kind.of(np.array([-1e30, 0.0])), kind.of(np.full(2, -np.inf))
    with precision():
        above, below = compared(numbers, infinities, strict=strict), compared(infinities, numbers, strict=strict)
    assert (above.holds.tolist(), above.fails.tolist()) == ([True, True], [False, False])
    assert (below.holds.tolist(), below.fails.tolist()) == ([False, False], [True, True])
