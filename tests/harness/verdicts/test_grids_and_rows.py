"""When numbers are on a grid that right results would leave, and when rows tell in which model they are computed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.typical import Typical
from lastdigit.verdicts.grids import COARSE, GRID_TESTS, coarser_grid
from lastdigit.verdicts.tightest_rows import tell_tightest

SINGLE, HALF, BRAIN = (FORMATS[name] for name in ("float32", "float16", "bfloat16"))
TESTS = 1000.0
NEEDED = math.log2(TESTS / FALSE_ALARM)
ENOUGH = math.floor(NEEDED) + 1


def between(count: int, format=BRAIN) -> np.ndarray:
    """So many numbers half way between two of a format."""
    return (1.0 + np.arange(count) * 2.0 ** (1 - format.digits) + 2.0**-format.digits)[:count]


def test_numbers_of_a_coarser_format_that_should_lie_between_two_of_it_are_told():
    values = between(ENOUGH)
    assert coarser_grid(BRAIN.round(values), values, SINGLE, TESTS) == COARSE.format("bfloat16")
    assert coarser_grid(BRAIN.round(values), values, BRAIN, TESTS) is None
    assert len(FORMATS) == GRID_TESTS


def test_so_many_are_needed_as_make_a_false_alarm_rare_and_equal_ones_count_once():
    values = between(ENOUGH)
    few, alike = values[1:], np.r_[values[1:], values[1]]
    for some in (few, alike):
        assert coarser_grid(BRAIN.round(some), some, SINGLE, TESTS) is None
    assert coarser_grid(BRAIN.round(few), few, SINGLE, TESTS / 4.0) is not None


def test_values_that_are_equal_to_twice_the_digits_of_the_format_count_once():
    values = between(ENOUGH)
    for apart, tells in ((2.0**-17, False), (2.0**-14, True)):
        some = np.r_[values[1:], values[1] + apart]
        assert (coarser_grid(BRAIN.round(some), some, SINGLE, TESTS) is not None) == tells


def test_values_below_the_normal_range_count_beside_others_of_the_same_digits():
    step = 2.0 ** (BRAIN.emin - BRAIN.digits + 1)
    few = (64.0 + np.arange(math.ceil(ENOUGH / 2)) + 0.3125) * step
    values = np.r_[few, 4.0 * few]
    assert coarser_grid(BRAIN.round(values), values, SINGLE, TESTS) == COARSE.format("bfloat16")


def test_one_number_off_the_grid_is_enough_and_what_is_not_finite_does_not_count():
    values = np.r_[between(ENOUGH), 1.7]
    observed = BRAIN.round(values)
    off = np.r_[observed[:-1], np.float32(1.7)]
    assert coarser_grid(observed, values, SINGLE, TESTS) == COARSE.format("bfloat16")
    assert coarser_grid(off, values, SINGLE, TESTS) is None
    for unknown in (np.nan, np.inf):
        assert coarser_grid(np.r_[observed[:-1], unknown], values, SINGLE, TESTS) == COARSE.format("bfloat16")
        assert coarser_grid(off, np.r_[values[:-1], unknown], SINGLE, TESTS) == COARSE.format("bfloat16")


@pytest.mark.parametrize(("place", "tells"), [(0.5, True), (0.3, True), (0.7, True), (0.25, False), (0.2, False)])
def test_values_nearer_to_the_grid_than_a_quarter_of_its_step_tell_nothing(place: float, tells: bool):
    values = 1.0 + (np.arange(ENOUGH) + place) * 2.0**-7
    assert (coarser_grid(BRAIN.round(values), values, HALF, TESTS) is not None) == tells


def test_the_coarsest_format_is_named_and_numbers_below_the_normal_range_tell_nothing():
    values = between(ENOUGH)
    assert coarser_grid(BRAIN.round(values), values, FORMATS["float64"], TESTS) == COARSE.format("bfloat16")
    fine = between(ENOUGH, HALF)
    assert coarser_grid(HALF.round(fine), fine, SINGLE, TESTS) == COARSE.format("float16")
    tiny = (np.arange(ENOUGH) + 0.5) * 2.0**-149
    assert coarser_grid(np.rint(tiny * 2.0**149) * 2.0**-149, tiny, SINGLE, TESTS) is None


ROWS, SIGMA = 64, 2.0
VALUES = np.arange(1.0, ROWS * 4 + 1.0).reshape(ROWS, 4) ** 2
TIGHTEST = Errors(VALUES, Typical(element=np.full(VALUES.shape, SIGMA)), SINGLE)
ALL = np.ones(ROWS, dtype=bool)


def tells(error: np.ndarray, needed: float, rows: np.ndarray = ALL, ordinary: np.ndarray = ALL) -> bool:
    return tell_tightest(error, TIGHTEST, rows, ordinary, 4.0, needed)


def test_rows_within_their_deviation_tell_a_bit_each_and_not_more():
    error = np.full(VALUES.shape, SIGMA)
    assert tells(error, ROWS)
    assert not tells(error, ROWS + 0.01)
    assert not tells(1.001 * error, 1.0)


def test_rows_beyond_their_deviation_take_away_what_others_tell():
    for kept in (32, 33, 48, 63):
        error = np.full(VALUES.shape, SIGMA) * np.where(np.arange(ROWS) < kept, 1.0, 1.5)[:, np.newaxis]
        share = kept / ROWS
        bits = ROWS * (1.0 + share * math.log2(share) + (1.0 - share) * math.log2(1.0 - share))
        assert tells(error, bits - 1e-6) == (kept > 32)
        assert not tells(error, bits + 1e-6)
    assert not tells(np.full(VALUES.shape, 1.5 * SIGMA), 1.0)


def test_only_ordinary_rows_that_are_asked_count_and_like_ones_once():
    error = np.full(VALUES.shape, SIGMA)
    half = np.arange(ROWS) % 2 == 0
    assert tells(error, 32.0, rows=half)
    assert not tells(error, 32.5, rows=half)
    assert not tells(error, 32.5, ordinary=half)
    assert not tells(error, 0.0, rows=~ALL)
    alike = Errors(np.ones((ROWS, 4)), TIGHTEST.typical, SINGLE)
    assert not tell_tightest(error, alike, ALL, ALL, 4.0, 1.5)
    assert tell_tightest(error, alike, ALL, ALL, 4.0, 1.0)


def test_one_element_beyond_the_limits_of_the_model_tells_that_it_is_another_one():
    error = np.full(VALUES.shape, 0.5)
    error[3, 1] = 4.0 * SIGMA
    assert tells(error, 32.0)
    error[3, 1] = -4.01 * SIGMA
    assert not tells(error, 32.0)
    assert tells(error, 32.0, rows=np.arange(ROWS) != 3)


def test_elements_without_a_number_do_not_count_among_those_of_a_row():
    error = np.full(VALUES.shape, 1.1 * SIGMA)
    error[:, 0] = np.nan
    assert not tells(error, 1.0)
    error[:, 1:] = SIGMA
    assert tells(error, 64.0)
