"""Rounding outward holds where it is hardest: at the ends of the range, half way, after many roundings."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure.upward import (
    NEGLIGIBLE,
    RAISED,
    TINY,
    column_medians,
    down,
    gamma,
    matmul_up,
    norms_up,
    quietly,
    raised,
    sum_up,
    up,
    where_finite,
)
from studies.hard_arrays import Draw

ROUNDED = Fraction(2**53, 2**53 + 1)
"""What one rounding leaves of a number at least."""

SMALLEST = Fraction(1, 2**1074)
LARGEST = np.finfo(np.float64).max
HARD = np.array([0.0, 2.0**-1074, 3 * 2.0**-1074, 2.0**-1022, 1.0, 1.0 + 2.0**-52, 2.0 - 2.0**-52, 0.1, 1e300])


def exactly(array: np.ndarray) -> list[Fraction]:
    return [Fraction(number) for number in np.ravel(array).tolist()]


@pytest.mark.parametrize("operations", [1, 16, 32, 400])
def test_what_was_rounded_down_again_and_again_and_what_underflowed_is_below_its_upper_bound(operations: int):
    for computed, bound in zip(exactly(HARD), exactly(up(HARD, operations)), strict=True):
        assert bound >= computed / ROUNDED**operations + operations * SMALLEST / 2


@pytest.mark.parametrize("operations", [1, 16, 32, 400])
def test_what_was_rounded_up_again_and_again_is_above_its_lower_bound(operations: int):
    for computed, bound in zip(exactly(HARD), exactly(down(HARD, operations)), strict=True):
        assert bound <= computed * ROUNDED**operations - operations * SMALLEST / 2


def test_a_bound_is_raised_in_place_and_where_it_overflows_nothing_is_known():
    bound = np.array([1.0, LARGEST, np.inf, np.nan])
    with quietly():
        assert raised(bound) is bound
        assert not np.any(np.isfinite(bound[1:]))
        assert up(1.0) > 1.0
        assert np.isinf(up(LARGEST))


def test_a_dozen_roundings_are_less_than_a_number_is_raised_by():
    assert Fraction(RAISED) * ROUNDED**12 >= 1


def rounded_down(array: np.ndarray) -> list[Fraction]:
    """What numbers were before as many roundings as sums and products allow for."""
    return [number / ROUNDED**32 for number in exactly(array)]


@pytest.mark.parametrize("n", [1, 2, 50])
@pytest.mark.parametrize("scale", [2.0**-1074, 2.0**-540, 1.0, 2.0**500])
def test_products_and_sums_of_rounded_numbers_are_below_their_upper_bounds(n: int, scale: float):
    draw = Draw(n)
    left, right = np.ceil(draw.uniform(size=n) * 2**20) * scale, 1.0 + draw.uniform(size=n)
    before = list(zip(rounded_down(left), rounded_down(right), strict=True))
    (product,) = exactly(matmul_up(left[np.newaxis], right[:, np.newaxis]))
    assert product >= sum((a * b for a, b in before), n * SMALLEST)
    (total,) = exactly(sum_up(left, 0, False))
    assert total >= sum(a for a, _ in before)


def test_longer_sums_are_raised_by_more():
    for n in (1, 1000):
        ones = np.ones((1, n))
        assert matmul_up(ones, ones.T)[0, 0] == n * (1.0 + (2 * n + 72) * 2.0**-52) + TINY
        assert sum_up(ones, 1, True)[0, 0] == n * (1.0 + (n + 40) * 2.0**-52) + TINY
        assert norms_up(300.0 * np.eye(n)[0]) == 300.0 * (1.0 + (n + 40) * 2.0**-52)


def test_sixteen_roundings_are_covered_where_no_number_is_said():
    assert up(1.0) == raised(np.array(1.0)) == 1.0 + 16 * 2.0**-52
    assert down(1.0) == 1.0 - 16 * 2.0**-52


NORMS = {
    "ordinary": np.array([[3.0, 4.0, 0.1], [1.0 / 3.0, 0.7, 1e-3]]),
    "zero": np.zeros((2, 3)),
    "squares underflow": np.array([[1.1e-200, 1.3e-200, 0.7e-200], [2.0**-1074, 0.0, 3 * 2.0**-1074]]),
    "one step above zero": np.array([[2.0**-1074, 2.0**-1074], [2.0**-1074, 2.0**-1073]]),
    "squares overflow": np.array([[1.1e200, 1.3e300, 0.7e200], [1.0, 2.0, 3.0]]),
    "next to the end": np.array([[LARGEST, 0.0, 0.0], [1.0, 1.0, 1.0]]),
    "far apart": np.array([[1e-170, 1e-170, 0.0], [1e150, 2e-160, 3.0]]),
    "no rows": np.zeros((0, 3)),
    "a vector": np.array([1e-200, 2e-200]),
}


@pytest.mark.parametrize("name", NORMS)
def test_norms_are_below_their_upper_bounds_whatever_their_squares_do(name: str):
    vectors = NORMS[name]
    with quietly():
        norms = norms_up(vectors)
    assert norms.shape == (*vectors.shape[:-1], 1)
    rows = vectors.reshape(-1, vectors.shape[-1])
    for row, norm in zip(rows, norms.ravel().tolist(), strict=True):
        square = sum(number**2 for number in exactly(row))
        assert norm == math.inf or Fraction(norm) ** 2 >= square * (1 + Fraction(vectors.shape[-1], 2**54))
        assert norm <= math.inf if name == "next to the end" else norm <= 2 * float(np.max(rows)) + 1e-140


def test_norms_of_which_some_underflow_lose_no_more_than_is_negligible():
    far = np.array([[2.0**-1000], [1.0]])
    assert norms_up(far)[0, 0] >= NEGLIGIBLE
    assert norms_up(np.array([[2.0**-1000]]))[0, 0] <= 2.0**-990


def test_norms_of_what_is_not_finite_are_not_known():
    with quietly():
        assert not np.isfinite(norms_up(np.array([[np.inf, 1.0]]))[0, 0])
        assert not np.isfinite(norms_up(np.array([[np.nan, 1.0]]))[0, 0])


@pytest.mark.parametrize("unit_roundoff", [2.0**-53, 2.0**-24, 2.0**-8, 0.25, 0.3])
def test_gamma_is_no_smaller_than_it_is_in_exact_arithmetic(unit_roundoff: float):
    for n in [0.1, 0.5, 1, 2, 3, 4, *range(5, 2000, 7)]:
        product = Fraction(n) * Fraction(unit_roundoff)
        found = gamma(n, unit_roundoff)
        assert found == math.inf if product >= 1 else Fraction(found) >= product / (1 - product)


def test_a_median_is_one_of_the_numbers_of_its_column():
    numbers = np.array([[1.0, -5.0], [1e300, 2.0], [3.0, 4.0]])
    assert column_medians(numbers).tolist() == [[3.0, 2.0]]
    assert column_medians(np.zeros((0, 2))).shape == (0, 2)
    assert column_medians(np.zeros((3, 0))).shape == (1, 0)


def test_nothing_is_known_about_a_midpoint_that_is_not_finite():
    mid = np.array([1.0, np.inf, np.nan])
    assert where_finite(mid, np.ones(3)).tolist() == [1.0, np.inf, np.inf]
