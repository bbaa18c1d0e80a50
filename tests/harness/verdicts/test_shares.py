"""Shares of directions in an error: what they are by one element and by all, how sure that is, and where they end."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.functionals import Errors, Sums
from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts import measured_result, shares
from lastdigit.verdicts.measured_result import tests_of as number_of_tests
from lastdigit.verdicts.row_keys import SHARED
from lastdigit.verdicts.shares import UNKNOWN, Closely, Measured, deviation_of_own, in_nearest_element, measured

VALUES = np.array([[1.0, 20.0, 300.0], [4.0, 50.0, 600.0]])
FORMAT = FORMATS["float32"]
LAMBDA = 4.0


def errors(*, bias: float = 0.0, element: float = 0.0, row: float = 0.0, whole: float = 0.0) -> Errors:
    return Errors(VALUES, Typical(*(np.full(VALUES.shape, part) for part in (bias, element, row, whole))), FORMAT)


def share_of(error: np.ndarray, change: np.ndarray, known: Errors, **options) -> Measured:
    (found,) = measured(error, [change.reshape(-1)], known, LAMBDA, **options)
    return found


def near(one: float, other: float) -> bool:
    return abs(one - other) <= 2.0**-30 * abs(other)


@pytest.mark.parametrize(
    ("share", "uncertainty", "excludes"), [(0.25, 0.125, True), (0.25, 0.25, False), (-1.0, 1.25, True)]
)
def test_a_share_excludes_a_mistake_where_its_interval_lies_below_a_half(share, uncertainty, excludes):
    assert Measured(share, uncertainty, False).excludes == excludes


@pytest.mark.parametrize(
    ("share", "uncertainty", "may_be"),
    [(0.5, 0.0, False), (0.75, 0.0, True), (1.5, 0.0, False), (1.5, 0.25, True), (1.75, 0.25, False)],
)
def test_a_share_between_a_half_and_one_and_a_half_may_be_one(share, uncertainty, may_be):
    assert Measured(share, uncertainty, False).may_be_one == may_be


@pytest.mark.parametrize(
    ("share", "uncertainty", "whole", "one"),
    [
        (1.0625, 0.0, True, True),
        (0.9375, 0.25, True, True),
        (1.25, 0.25, True, False),
        (0.75, 0.25, True, False),
        (1.25, 0.125, False, False),
        (1.0, 0.5, True, False),
        (2.0, 0.25, False, False),
    ],
)
def test_a_share_of_one_may_be_off_by_its_uncertainty_or_by_a_tenth(share, uncertainty, whole, one):
    found = Measured(share, uncertainty, False)
    assert (found.is_whole, found.is_one) == (whole, one)


def nearest(error: list[float], changes: list[list[float]], limits: list[float]) -> list[Measured]:
    return list(in_nearest_element(np.array(error), [np.array(change) for change in changes], np.array(limits)))


def test_the_element_that_shows_a_direction_best_tells_its_share():
    found = nearest([0.5, np.nan, 1.0], [[1.0, 10.0, 2.0], [0.5, 10.0, 8.0], [-1.0, 0.0, 0.0]], [0.25, 0.25, 1.0])
    assert found == [Measured(0.5, 0.25, True), Measured(0.125, 0.125, False), Measured(-0.5, 0.25, True)]


def test_where_nothing_is_rounded_any_element_that_moves_tells_and_none_that_does_not():
    assert nearest([0.5, 1.0], [[0.0, 2.0]], [0.0, 0.0]) == [Measured(0.5, 0.0, False)]
    assert nearest([0.5, 1.0], [[0.0, 0.0]], [0.0, 1.0]) == [UNKNOWN]
    assert nearest([], [[], []], []) == [UNKNOWN] * 2


def test_elements_of_which_nothing_is_known_tell_nothing():
    assert nearest([0.5, 1.0], [[1.0, 8.0]], [1.0, np.inf]) == [Measured(0.5, 1.0, False)]
    assert nearest([np.nan, np.nan], [[1.0, 8.0]], [1.0, 1.0]) == [UNKNOWN]


@pytest.mark.parametrize("at_once", [1, 12, 10**6])
def test_shares_are_the_same_however_many_directions_are_looked_at_together(monkeypatch, at_once: int):
    monkeypatch.setattr(shares, "AT_ONCE", at_once)
    monkeypatch.setattr(shares, "WEIGHED_AT_ONCE", at_once)
    changes = [np.full(VALUES.size, size) for size in (0.5, 1.0, 2.0, 4.0, 64.0)]
    error = np.full(VALUES.shape, 1.0)
    found = list(measured(error, changes, errors(element=1.0), LAMBDA))
    assert [each.share for each in found] == [2.0, 1.0, 0.5, 0.25, 1.0 / 64.0]
    uncertain = [LAMBDA / math.sqrt(6.0) / size for size in (0.5, 1.0, 2.0, 4.0)]
    assert all(near(each.uncertainty, other) for each, other in zip(found[:4], uncertain, strict=True))
    assert found[-1].uncertainty == LAMBDA / 64.0


def test_the_share_by_all_elements_is_a_weighted_mean_and_sure_by_the_root_of_their_number():
    change = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
    found = share_of(change * [[1.0], [3.0]], change, errors(element=2.0))
    assert near(found.share, 2.0)
    assert near(found.uncertainty, LAMBDA * 2.0 / math.sqrt(28.0))
    assert found.beyond_rounding


def test_what_is_not_independent_counts_in_full_and_what_is_shared_along_a_row():
    change, error = np.ones(VALUES.shape), np.full(VALUES.shape, 1.0)
    biased = share_of(error, change, errors(bias=3.0, element=4.0))
    assert near(biased.uncertainty, 3.0 + LAMBDA * 4.0 / math.sqrt(6.0))
    shared = share_of(np.zeros(VALUES.shape), change, errors(row=4.0))
    assert near(shared.uncertainty, LAMBDA * 4.0 / math.sqrt(6.0))
    assert (shared.share, shared.beyond_rounding) == (0.0, False)


@pytest.mark.parametrize(("size", "uncertainty"), [(1.0, 8.0 / math.sqrt(192.0)), (6.0, 0.75), (20.0, 1.0)])
def test_rows_show_how_little_of_what_they_share_is_in_them(size: float, uncertainty: float):
    rows = 64
    values = np.linspace(1.0, 2.0, rows * 3).reshape(rows, 3)
    signs = np.where(np.arange(rows) % 2 == 0, size, -size)[:, np.newaxis] * np.ones(3)
    known = Errors(values, Typical(row=np.full(values.shape, 8.0)), FORMAT)
    found = share_of(signs, np.ones(values.shape), known)
    assert (found.share, found.beyond_rounding) == (0.0, False)
    assert near(found.uncertainty, LAMBDA * uncertainty)


def test_what_rows_show_is_what_is_left_without_the_direction():
    values = np.linspace(1.0, 2.0, 192).reshape(64, 3)
    known = Errors(values, Typical(row=np.full(values.shape, 8.0)), FORMAT)
    found = share_of(np.full(values.shape, 3.75), np.ones(values.shape), known)
    assert near(found.share, 3.75)
    assert near(found.uncertainty, LAMBDA * 8.0 / math.sqrt(192.0))
    assert found.beyond_rounding
    assert not share_of(np.full(values.shape, 2.0), np.ones(values.shape), known).beyond_rounding


def test_a_direction_that_no_element_shows_has_no_share():
    assert share_of(np.ones(VALUES.shape), np.zeros(VALUES.shape), errors(element=1.0)) == UNKNOWN


def test_where_weighted_sums_leave_the_range_the_nearest_element_tells():
    found = share_of(np.ones(VALUES.shape), np.full(VALUES.shape, 2.0**-600), errors(element=1.0))
    assert found == Measured(2.0**600, LAMBDA * 2.0**600, False)


def test_elements_without_a_number_have_no_weight():
    change, error = np.ones(VALUES.shape), np.array([[1.0, np.nan, 1.0], [1.0, 1.0, 1.0]])
    found = share_of(error, change, errors(element=2.0))
    assert near(found.share, 1.0)
    assert near(found.uncertainty, LAMBDA * 2.0 / math.sqrt(5.0))


@pytest.mark.parametrize("part", ["element", "row", "bias"])
def test_elements_with_unbounded_errors_have_no_weight(part: str):
    parts = {"element": np.full(VALUES.shape, 2.0)}
    parts[part] = np.where(np.arange(6).reshape(2, 3) == 1, np.inf, parts.get(part, np.zeros(VALUES.shape)))
    found = share_of(np.ones(VALUES.shape), np.ones(VALUES.shape), Errors(VALUES, Typical(**parts), FORMAT))
    assert near(found.share, 1.0)
    assert near(found.uncertainty, LAMBDA * 2.0 / math.sqrt(5.0))


def test_one_element_tells_more_than_all_where_they_share_what_moves_them():
    change = np.array([[8.0, 1.0, 1.0], [1.0, 1.0, 1.0]])
    error = np.array([[4.0, 1.0, 1.0], [1.0, 1.0, 1.0]])
    found = share_of(error, change, errors(bias=8.0))
    assert (found.share, found.uncertainty) == (0.5, 1.0)


def closely(limit: float, asked: list[np.ndarray]) -> Closely:
    def sums(weights: np.ndarray) -> Sums:
        asked.append(weights)
        return Sums(np.array(limit), np.array(0.0))

    return Closely(sums)


def test_sums_are_looked_at_closely_where_elements_that_share_nothing_would_tell():
    change, known = np.ones(VALUES.shape), errors(element=2.0, whole=8.0)
    unsure = share_of(np.full(VALUES.shape, 16.0), change, known)
    assert not unsure.beyond_rounding
    total = 6.0 / 68.0
    for limit, uncertainty, beyond in ((4.0, 4.0, True), (15.0, None, True), (17.0, None, False)):
        asked: list[np.ndarray] = []
        found = share_of(np.full(VALUES.shape, 16.0), change, known, closely=closely(limit * total, asked))
        assert near(found.share, 16.0)
        assert near(found.uncertainty, unsure.uncertainty if uncertainty is None else uncertainty)
        assert found.beyond_rounding == beyond
        assert all(near(weight, 1.0 / 68.0) for weight in np.ravel(asked).tolist())
    asked = []
    share_of(np.full(VALUES.shape, 2.0**-10), change, known, closely=closely(0.0, asked))
    share_of(np.full(VALUES.shape, 2.0**10), change, known, closely=closely(0.0, asked))
    assert not asked


def test_directions_that_one_element_shows_and_those_that_all_must_show_keep_their_places():
    changes = [np.full(VALUES.size, size) for size in (40.0, 1.0, 80.0)]
    found = list(measured(np.full(VALUES.shape, 2.0), changes, errors(element=1.0), LAMBDA))
    assert [each.share for each in found] == [0.05, 2.0, 0.025]
    assert [each.uncertainty for each in (found[0], found[2])] == [0.1, 0.05]


def test_where_one_element_tells_as_much_as_all_the_share_is_that_of_all():
    error = np.arange(1.0, 7.0).reshape(VALUES.shape)
    assert share_of(error, np.ones(VALUES.shape), errors(bias=8.0)) == Measured(3.5, 8.0, False)
    at_the_end = np.full(VALUES.shape, 8.0)
    assert share_of(at_the_end, np.ones(VALUES.shape), errors(bias=8.0)) == Measured(8.0, 8.0, False)


def test_elements_weigh_as_little_as_their_bounds_and_deviations_are_large():
    bias, element = np.array([[1.0, 0.0, 0.0]] * 2), np.array([[1.0, 2.0, 4.0]] * 2)
    known = Errors(VALUES, Typical(bias, element), FORMAT)
    error = np.array([[1.0, 0.0, 0.0]] * 2)
    found = share_of(error, np.ones(VALUES.shape), known)
    total = 1.0 / 2.0 + 1.0 / 4.0 + 1.0 / 16.0
    assert near(found.share, 0.5 / total)
    own = math.sqrt(2.0 * (1.0 / 4.0 + 1.0 / 4.0 + 1.0 / 16.0)) / (2.0 * total)
    assert near(found.uncertainty, 0.5 / total + LAMBDA * own)


def test_elements_of_unbounded_errors_have_no_weight():
    bias = np.zeros(VALUES.shape)
    bias[0, 1] = np.inf
    known = Errors(VALUES, Typical(bias, np.full(VALUES.shape, 2.0)), FORMAT)
    found = share_of(np.ones(VALUES.shape), np.ones(VALUES.shape), known)
    assert near(found.share, 1.0)
    assert near(found.uncertainty, LAMBDA * 2.0 / math.sqrt(5.0))


def test_elements_without_a_number_add_no_bound():
    error = np.array([[1.0, np.nan, 1.0], [1.0, 1.0, 1.0]])
    known = Errors(VALUES, Typical(np.where(np.isnan(error), 2.0**20, 2.0)), FORMAT)
    assert near(share_of(error, np.ones(VALUES.shape), known).uncertainty, 2.0)
    nothing = Errors(np.zeros((0, 3)), Typical(), FORMAT)
    assert share_of(np.zeros((0, 3)), np.zeros((0, 3)), nothing) == UNKNOWN == Measured(0.0, math.inf, False)


def test_what_is_just_as_large_as_its_limit_is_not_looked_at_closely_and_not_beyond_it():
    values, change = np.array([[1.0, 20.0], [300.0, 4.0]]), np.ones((2, 2))
    known = Errors(values, Typical(whole=np.full((2, 2), 2.0)), FORMAT)
    asked: list[np.ndarray] = []
    share_of(4.0 * change, change, known, closely=closely(0.0, asked))
    assert not asked
    assert not share_of(8.0 * change, change, known, closely=closely(8.0, asked)).beyond_rounding
    assert len(asked) == 1
    assert share_of(8.0 * change, change, known, closely=closely(7.0, asked)).beyond_rounding


def test_each_share_is_two_tests_of_a_verdict_beside_its_patterns_and_what_else_is_looked_for():
    patterns = 6 * 4 + 1 + 2 * (1 + 6 + 4)
    assert measured_result.tests_of((2, 3, 4), directions=5, others=7) == 2 * (patterns + 2 * 5 + 7)


def test_a_share_is_tested_against_none_and_against_one():
    with_one, without = (number_of_tests((2, 3), directions=directions, others=0) for directions in (1, 0))
    assert with_one - without == SHARED * 2


def test_elements_without_a_weight_have_no_deviation():
    weights, sigma = np.array([[0.0, 3.0], [0.0, 4.0]]), np.array([[np.inf, 2.0], [5.0, 2.0]])
    with quietly():
        assert deviation_of_own(weights, sigma) == 10.0
