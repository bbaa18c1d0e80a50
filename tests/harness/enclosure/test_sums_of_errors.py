"""Sums of errors term by term: what they are of each part, in which rows are alike, and what long ones lose."""

from __future__ import annotations

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functionals import NEAR, Errors, Sums
from lastdigit.enclosure.pooled_errors import PooledErrors
from lastdigit.enclosure.sequential_sums import BLOCK, sequential_loss
from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly

BFLOAT16 = FORMATS["bfloat16"]
U = 2.0**-24
VALUES = np.arange(1.0, 13.0).reshape(3, 4) ** 3
ONES = np.ones((3, 4))


def errors(
    bias: float = 0.0, element: float = 0.0, row: float = 0.0, whole: float = 0.0, factor: float = 0.0
) -> Errors:
    parts = (np.full((3, 4), part) for part in (bias, element, row, whole))
    return Errors(VALUES, Typical(*parts, np.full((3, 1), factor)), BFLOAT16)


def test_the_limit_of_a_sum_is_its_bias_and_so_many_deviations():
    assert Sums(np.array(1.0), np.array(2.0)).limit(3.0) == 7.0


def test_the_limit_of_an_element_is_its_bias_its_factor_and_so_many_deviations():
    found = errors(bias=1.0, element=2.0, factor=0.5)
    assert np.array_equal(found.bias, 1.0 + 0.5 * VALUES)
    assert np.array_equal(found.limits(3.0), 7.0 + 0.5 * VALUES)


def test_elements_of_which_nothing_is_known_have_no_limit():
    values, bias = np.array([[np.inf, 1.0, 1.0, np.nan]]), np.array([[1.0, np.nan, 1.0, 1.0]])
    with quietly():
        assert Errors(values, Typical(bias=bias), BFLOAT16).limits(3.0).tolist() == [[np.inf, np.inf, 1.0, np.inf]]


def test_some_rows_have_the_parts_that_they_had():
    some = errors(1.0, 2.0, 3.0, 4.0, 0.5).at(np.array([2, 0]))
    assert [part.tolist() for part in some.typical.parts()] == [[[part] * 4] * 2 for part in (1.0, 2.0, 3.0, 4.0)]
    assert some.typical.factor.tolist() == [[0.5]] * 2
    assert np.array_equal(some.values, VALUES[[2, 0]])


def test_what_a_row_or_the_whole_shares_adds_up_in_full_along_a_row():
    assert errors(row=1.0).by_row(ONES).sigma.tolist() == [4.0] * 3
    assert errors(whole=1.0).by_row(ONES).sigma.tolist() == [4.0] * 3
    assert errors(bias=1.0).by_row(ONES).bias.tolist() == [4.0] * 3
    assert errors(factor=0.5).by_row(ONES).bias.tolist() == (0.5 * VALUES.sum(axis=1)).tolist()


def test_what_a_row_shares_is_independent_of_other_rows_along_a_column():
    assert np.square(errors(row=2.0).by_column(ONES).sigma).round(9).tolist() == [12.0] * 4
    assert np.square(errors(element=2.0).by_column(ONES).sigma).round(9).tolist() == [12.0] * 4
    assert errors(whole=2.0).by_column(ONES).sigma.tolist() == [6.0] * 4
    assert errors(bias=1.0).by_column(ONES).bias.tolist() == [3.0] * 4
    assert errors(factor=0.5).by_column(ONES).bias.tolist() == (0.5 * VALUES.sum(axis=0)).tolist()


def test_the_sum_of_all_counts_factors_of_rows_as_independent():
    found = errors(bias=1.0, whole=2.0, factor=0.5).of_all(ONES)
    gains = 0.5 * VALUES.sum(axis=1)
    assert found.bias == 12.0
    assert abs(found.sigma**2 - (np.sum(gains**2) + 24.0**2)) <= 2.0**-30 * found.sigma**2


def test_rows_of_the_same_numbers_are_alike_whatever_their_values_are():
    alike = Errors(VALUES, Typical(), BFLOAT16, alike=np.array([0, 1, 0])).like_rows
    assert alike[0] == alike[2] != alike[1]


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_rows_within_some_roundoffs_of_the_larger_of_them_are_alike(sign: float):
    reach = NEAR * BFLOAT16.unit_roundoff

    def groups(apart: float) -> int:
        rows = sign * np.array([[1.0, 3.0], [1.0 - apart, 3.0 - 3.0 * apart], [-70.0, 9.0]])
        return len(set(Errors(rows, Typical(), BFLOAT16).like_rows.tolist()))

    assert groups(reach) == groups(reach / 2) == 2
    assert groups(reach * 1.1) == 3


def test_a_long_sum_loses_what_it_lost_in_all_blocks_before():
    tenths = np.full(8 * BLOCK, np.float32(0.1))
    sums = np.cumsum(tenths, dtype=np.float32).astype(np.float64)
    lost = float(np.max(np.abs(sums - np.arange(1, 8 * BLOCK + 1) * float(tenths[0]))))
    (found,) = sequential_loss(FastBalls.of(tenths[np.newaxis].astype(np.float64)), -1, U, np.inf)
    assert 0.5 * lost <= found <= 2.0 * lost
    there_and_back = np.concatenate([tenths, -tenths[::-1], np.zeros(BLOCK)])[np.newaxis].astype(np.float64)
    assert sequential_loss(FastBalls.of(there_and_back), -1, U, np.inf)[0] >= found
    (parts,) = sequential_loss(FastBalls.of(tenths[np.newaxis].astype(np.float64)), -1, U, BLOCK)
    assert 0.0 < parts < found


def test_what_a_sum_of_unknown_numbers_loses_is_not_known():
    with quietly():
        assert sequential_loss(FastBalls.of(np.array([[np.nan, 1.0], [1.0, 2.0]])), -1, U, np.inf).tolist() == [
            np.inf,
            0.0,
        ]


def test_elements_of_which_nothing_is_known_have_no_weight_in_any_sum():
    parts = [np.full((3, 4), size) for size in (1.0, 2.0, 3.0, 4.0)]
    known = Errors(VALUES, Typical(*parts, np.full((3, 1), 0.5)), BFLOAT16).by_row(ONES - np.eye(3, 4))
    for part in parts:
        part[np.eye(3, 4, dtype=bool)] = np.nan
    with quietly():
        found = Errors(VALUES, Typical(*parts, np.full((3, 1), 0.5)), BFLOAT16)
        rows, weighted = found.by_row(ONES), found.by_row(ONES - np.eye(3, 4))
    assert rows.sigma.tolist() == known.sigma.tolist() == weighted.sigma.tolist()
    assert (rows.bias - 0.5 * np.diagonal(VALUES)).tolist() == known.bias.tolist()
    unknown = np.array([[0.5], [np.inf], [np.nan]])
    with quietly():
        gains = Errors(VALUES, Typical(factor=unknown), BFLOAT16).by_row(ONES).bias
    assert gains.tolist() == [0.5 * VALUES[0].sum(), 0.0, 0.0]


@pytest.mark.parametrize(("alike", "groups"), [(1, 2), (2, 1), (4, 1)])
def test_rows_of_which_half_is_alike_are_rounded_alike(alike: int, groups: int):
    rows = np.ones((2, 4))
    rows[1, alike:] = 2.0
    assert len(set(Errors(rows, Typical(), BFLOAT16).like_rows.tolist())) == groups


def test_elements_of_a_row_that_are_stored_alike_add_up_in_full():
    rows = np.array([[1.0, 2.0, 1.0 + 2.0**-30], [1.0, 2.0, 3.0]])
    found = Errors(rows, Typical(element=np.array([[3.0, 4.0, 5.0]] * 2)), BFLOAT16)
    assert found.has_like_elements
    assert np.square(found.by_row(np.ones((2, 3))).sigma).round(9).tolist() == [80.0, 50.0]
    assert np.square(found.by_row(np.ones((2, 2, 3))).sigma).round(9).tolist() == [[80.0, 50.0]] * 2
    assert not Errors(rows[1:], Typical(), BFLOAT16).has_like_elements
    last = Errors(np.array([[1.0, 2.0, 2.0], [7.0, 7.0, 9.0]]), Typical(element=np.full((2, 3), 3.0)), BFLOAT16)
    assert last.has_like_elements
    assert Errors(np.array([[1.0, 2.0, 2.0]]), Typical(), BFLOAT16).has_like_elements
    assert np.square(last.by_row(np.ones((2, 3))).sigma).round(9).tolist() == [45.0, 45.0]


def test_groups_that_share_a_row_with_others_are_one():
    values = np.array([[1.0], [1.0], [50.0], [50.0], [9000.0]])
    joined = Errors(values, Typical(), BFLOAT16, alike=np.array([0, 1, 1, 2, 3])).like_rows.tolist()
    assert len(set(joined[:4])) == 1
    assert joined[4] not in joined[:4]


def test_what_like_rows_show_themselves_is_taken_together():
    apart, alike = (Errors(np.array([[1.0], [other]]), Typical(), BFLOAT16) for other in (2.0, 1.0))
    sums = np.array([[3.0, 4.0], [3.0, -3.0]])
    assert apart.observed(sums).round(12).tolist() == [5.0, 4.242640687119]
    assert alike.observed(sums).tolist() == [7.0, 0.0]


def test_rows_that_share_a_cause_show_nothing_of_it_themselves():
    assert errors(element=1.0).observed(np.ones((1, 3))).tolist() == [3.0**0.5]
    shared = Errors(VALUES, Typical(whole=np.ones((3, 4))), BFLOAT16, apart=False)
    assert shared.observed(np.ones((1, 3))).tolist() == [np.inf]


def shifted(n: int) -> np.ndarray:
    """Rows of the same numbers, each in places of its own."""
    return np.stack([np.roll(np.random.RandomState(1).normal(size=n), shift) for shift in range(n)])


def test_rows_of_the_same_numbers_in_other_places_repeat_them():
    assert Errors(shifted(8), Typical(), BFLOAT16).repeats_numbers
    assert Errors(shifted(8) * (1.0 + 2.0**-50 * np.arange(8.0)), Typical(), BFLOAT16).repeats_numbers
    assert Errors(shifted(8) * 2.0**1020, Typical(), BFLOAT16).repeats_numbers
    assert not Errors(np.random.RandomState(2).normal(size=(8, 8)), Typical(), BFLOAT16).repeats_numbers
    assert not Errors(np.zeros((8, 8)), Typical(), BFLOAT16).repeats_numbers
    assert not Errors(np.ones((8, 8)), Typical(), BFLOAT16).repeats_numbers


def test_numbers_of_the_same_digits_are_not_the_same_number():
    powers = 2.0 ** np.arange(8.0)[:, np.newaxis]
    assert not Errors(shifted(8) * powers, Typical(), BFLOAT16).repeats_numbers


@pytest.mark.parametrize("number", [0.0, np.inf])
def test_zeros_and_what_is_not_finite_are_no_numbers_that_rows_repeat(number: float):
    values = np.random.RandomState(3).normal(size=(8, 8))
    values[np.arange(8), np.arange(8)] = number
    assert not Errors(values, Typical(), BFLOAT16).repeats_numbers
    values[np.arange(8), np.arange(8)] = 1.0
    assert Errors(values, Typical(), BFLOAT16).repeats_numbers


@pytest.mark.parametrize(("size", "repeats"), [(11, True), (12, False)])
def test_a_pair_that_is_equal_by_chance_among_more_than_128_numbers_is_not_asked_about(size: int, repeats: bool):
    values = np.random.RandomState(4).normal(size=(size, size))
    values[3, 5] = values[7, 1]
    assert Errors(values, Typical(), BFLOAT16).repeats_numbers == repeats


def test_a_right_norm_of_rows_that_hold_the_same_numbers_is_not_refused():
    torch = pytest.importorskip("torch")
    numbers = np.random.RandomState(3).normal(size=1040)[784:]
    rows = torch.tensor(np.stack([np.roll(numbers, shift) for shift in range(256)])).bfloat16()
    weight, bias = torch.ones(256, dtype=rows.dtype), torch.zeros(256, dtype=rows.dtype)
    result = torch.nn.functional.layer_norm(rows, (256,), weight, bias)
    lastdigit.assert_agrees(result, "layer_norm", rows, weight, bias)


def test_elements_of_a_column_that_are_stored_alike_add_up_in_full():
    columns = np.array([[1.0, 2.0, 9.0], [1.0, 5.0, 11.0], [3.0, 7.0, 13.0]])
    found = PooledErrors(columns, Typical(bias=np.full((3, 3), 2.0), element=np.full((3, 3), 3.0)), BFLOAT16)
    assert found.by_column(np.ones((3, 3))).bias.tolist() == [6.0] * 3
    more = np.square(found.by_column(np.ones((3, 3))).sigma).round(9).tolist()
    assert more == [27.0 + 45.0, 27.0 + 27.0, 27.0 + 27.0]
    assert np.square(found.by_column(np.ones((2, 3, 3))).sigma).round(9).tolist() == [more] * 2
    alone = PooledErrors(VALUES, Typical(element=3.0 * ONES), BFLOAT16)
    assert np.square(alone.by_column(ONES).sigma).round(9).tolist() == [27.0] * 4


def test_rows_that_are_not_apart_show_nothing_and_columns_of_numbers_that_differ_share_nothing():
    together = Errors(VALUES, Typical(), BFLOAT16, apart=False)
    assert together.observed(np.ones((2, 3))).tolist() == [np.inf, np.inf]
    assert together.pooled(ONES) == 0.0
