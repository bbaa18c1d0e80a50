"""Operands of matrix products and sums: what they lose, and what is lost where they meet, in exact arithmetic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, PARTIALS, RESCALED, SPLIT, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.matrix_units import MatrixUnit
from lastdigit.enclosure.rounded import RoundedBalls, exactly, given
from lastdigit.enclosure.rounded_products import distinct_values, product_error, typical_sum
from lastdigit.enclosure.rounding_theorems import linear
from lastdigit.enclosure.typical import ROUNDING, Typical

SINGLE = Arithmetic.usual(FORMATS["float32"])
U = Fraction(1, 2**24)
HARDLY = 1 + Fraction(1, 2**40)
HALF = Arithmetic.usual(FORMATS["float16"]).in_model(FUSED)


def test_a_result_that_is_stored_only_now_is_rounded_once_more():
    values, bounds = np.array([1.1, -0.3, 7.7, 0.0]), np.array([0.01, 0.001, 0.3, 0.0])
    found = RoundedBalls(FastBalls.of(values), bounds, HALF, Typical()).stored()
    u, tiny = Fraction(1, 2**11), Fraction(HALF.storage.underflow)
    for value, bound, error, typical in zip(
        values.tolist(), bounds.tolist(), found.error.tolist(), found.typical.element.tolist(), strict=True
    ):
        least = Fraction(bound) + u * (Fraction(abs(value)) + Fraction(bound)) + tiny
        assert least <= Fraction(error) <= least * HARDLY
        assert abs(typical - ROUNDING * float(u * (Fraction(abs(value)) + Fraction(bound)) + tiny)) <= 1e-9 * typical
    given_numbers = exactly(values, HALF, FastBalls)
    assert given_numbers.stored() is given_numbers


def test_what_one_of_the_inputs_loses_is_not_lost_among_those_that_lose_nothing():
    values = np.array([0.5, 0.1, 2.0])
    found = given(FastBalls.of(values), values, SINGLE)
    lost = abs(Fraction(float(np.float32(0.1))) - Fraction(0.1))
    assert found.error[[0, 2]].tolist() == [0.0, 0.0]
    assert lost <= Fraction(float(found.error[1])) <= lost * HARDLY
    assert not found.is_given
    assert given(FastBalls.of(values[::2]), values[::2], SINGLE).is_given


LEFT, RIGHT = np.array([[1.1, -0.3, 5.0], [7.7, 3e-3, 0.25]]), np.array([[0.7, 2.0], [-1.3, 0.1], [0.9, -4.0]])


def operand(values: np.ndarray, computed: bool) -> RoundedBalls:
    return (
        RoundedBalls(FastBalls.of(values), np.abs(values) * 2.0**-9, HALF)
        if computed
        else exactly(values, HALF, FastBalls)
    )


@pytest.mark.parametrize("roundings", [0, 5])
@pytest.mark.parametrize(("left", "right"), [(False, False), (False, True), (True, False), (True, True)])
def test_the_bound_of_a_product_counts_what_either_operand_lost_and_what_storing_it_loses(left, right, roundings: int):
    a, b = operand(LEFT, left), operand(RIGHT, right)
    found = product_error(a, b, roundings=roundings)
    rounding, u = Fraction(HALF.product(3 + roundings, stored=1 + RESCALED)), Fraction(HALF.operand_roundoff)
    tiny = Fraction(HALF.storage.underflow)
    assert u == Fraction(1, 2**11)

    def sizes(values: np.ndarray, computed: bool) -> tuple[list, list, list]:
        """Exact magnitudes, computed ones, and what an operand is off by when it is stored."""
        exact = [[abs(Fraction(each)) for each in row] for row in values.tolist()]
        off = Fraction(1, 2**9) if computed else Fraction(0)
        lost = [[each * off + (u * each * (1 + off) + tiny if computed else 0) for each in row] for row in exact]
        return exact, [[each * (1 + off) for each in row] for row in exact], lost

    (x, seen_x, lost_x), (_, seen_y, lost_y) = sizes(LEFT, left), sizes(RIGHT, right)
    for i, j in np.ndindex(2, 2):
        least = sum((lost_x[i][k] + rounding * seen_x[i][k]) * seen_y[k][j] + x[i][k] * lost_y[k][j] for k in range(3))
        least += 4 * Fraction(HALF.underflow)
        least += Fraction(HALF.flushed) * sum(seen_x[i][k] + seen_y[k][j] for k in range(3))
        assert least <= Fraction(float(found[i, j])) <= least * HARDLY


def test_what_an_operand_loses_that_is_flushed_to_zero_meets_the_other_one():
    large, tiny = exactly(np.array([[2.0**60, 2.0**61]]), SINGLE, FastBalls), np.array([[2.0**-140], [2.0**-141]])
    for left, right in ((large, tiny), (exactly(tiny.T, SINGLE, FastBalls), large.value.mid.T)):
        found = product_error(left, exactly(right, SINGLE, FastBalls), roundings=0)
        lost = Fraction(SINGLE.flushed) * 3 * 2**60
        assert lost <= Fraction(float(found[0, 0])) <= lost * (1 + Fraction(1, 2**10))


def test_terms_that_a_matrix_unit_takes_in_order_are_bounded_block_by_block_and_others_in_any_order():
    unit = MatrixUnit(2, 13)
    coarse = replace(HALF, unit=unit)

    def error(left: np.ndarray, right: np.ndarray, arithmetic: Arithmetic) -> np.ndarray:
        return product_error(*(exactly(each, arithmetic, FastBalls) for each in (left, right)), roundings=0)

    in_order = error(LEFT, RIGHT, HALF) + unit.in_order(LEFT, RIGHT)
    assert np.all(np.abs(error(LEFT, RIGHT, coarse) - in_order) <= 2.0**-30 * in_order)
    for left, right in ((LEFT[0], RIGHT), (LEFT, RIGHT[:, 0]), (LEFT[0], RIGHT[:, 0])):
        assert np.all(error(left, right, coarse) >= unit.relative(3) * (np.abs(left) @ np.abs(right)))
        assert np.all(error(left, right, HALF) < unit.relative(3) * (np.abs(left) @ np.abs(right)))


def test_one_term_alone_is_no_sum():
    one = exactly(np.ones((2, 1)), SINGLE, FastBalls)
    assert typical_sum(one, np.ones(2), -1, False).element.tolist() == [0.0, 0.0]
    assert np.all(typical_sum(exactly(np.ones((2, 2)), SINGLE, FastBalls), np.ones(2), -1, False).element > 0.0)


@pytest.mark.parametrize(
    ("numbers", "distinct"),
    [([1, 2, 1, 2, 1, 2], 2), ([1, 1, 2, 2], 2), ([2, 1, 2, 1, 1], 2), ([1, 1, 2], np.inf), ([3, 1, 2, 3, 2, 1], 3)],
)
def test_numbers_of_which_at_most_half_differ_have_so_many_values(numbers: list[int], distinct: float):
    assert distinct_values(np.array(numbers, dtype=float)) == distinct


def one_after_the_other(*errors: Fraction) -> Fraction:
    found = Fraction(1)
    for error in errors:
        found *= 1 + error
    return found - 1


def exact_gamma(n: int, u: Fraction) -> Fraction:
    return n * u / (1 - n * u)


def test_relative_errors_that_follow_one_another_are_bounded_in_exact_arithmetic():
    unit = MatrixUnit(2, 13)
    split = Arithmetic.usual(FORMATS["float16"]).in_model(SPLIT)
    truncated, u = 2 * Fraction(1, 2**24), Fraction(1, 2**11)
    sums, stored_sums = exact_gamma(5, truncated), exact_gamma(2 + PARTIALS, u)
    tf32 = 2 * Fraction(FORMATS["tf32"].unit_roundoff)
    for arithmetic, least in (
        (split, one_after_the_other(sums, stored_sums)),
        (replace(split, unit=unit), one_after_the_other(sums, Fraction(unit.relative(5)), stored_sums)),
        (replace(split, operands=FORMATS["tf32"]), one_after_the_other(sums, exact_gamma(2, tf32), stored_sums)),
    ):
        assert least <= Fraction(arithmetic.product(5, stored=2)) <= least * HARDLY
        assert arithmetic.product(5) == arithmetic.product(5, stored=1) < arithmetic.product(5, stored=2)
    assert split.summation(5) == split.summation(5, stored=1) < split.summation(5, stored=2)


@pytest.mark.parametrize("known", [True, False])
def test_a_bias_is_one_term_more_of_the_sum_or_added_to_it(known: bool):
    bias = np.array([0.3, -70.0])
    by = np.zeros(2) if known else np.array([0.5, 0.25])
    x, weight = exactly(LEFT, SINGLE, FastBalls), exactly(RIGHT.T, SINGLE, FastBalls)
    found = linear(
        x, weight, exactly(bias, SINGLE, FastBalls) if known else RoundedBalls(FastBalls.of(bias), by, SINGLE)
    )
    of_product, rounding = product_error(x, weight.mT, roundings=1), Fraction(SINGLE.product(4))
    for i, j in np.ndindex(2, 2):
        size = abs(
            sum(Fraction(a) * Fraction(b) for a, b in zip(LEFT[i], RIGHT[:, j], strict=True)) + Fraction(bias[j])
        )
        lost = Fraction(by[j]) + rounding * (abs(Fraction(bias[j])) + Fraction(by[j]))
        least = Fraction(float(of_product[i, j])) + lost
        least += U / (1 - U) * (size + least)
        assert least <= Fraction(float(found.error[i, j])) <= least * HARDLY
    assert np.all(of_product >= product_error(x, weight.mT, roundings=0))
