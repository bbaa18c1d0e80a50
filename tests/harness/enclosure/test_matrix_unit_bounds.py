"""Bounds of units that truncate what they add, term by term."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.matrix_units import MatrixUnit
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.rounded_products import product_error
from lastdigit.enclosure.upward import gamma

UNIT = MatrixUnit(2, 4)


def is_just_above(found: float, expected: float) -> bool:
    """An upper bound, for all that it is computed with rounding."""
    return expected * (1.0 + 2.0**-49) <= found <= expected * (1.0 + 2.0**-28)


def test_a_block_loses_a_last_digit_of_each_term_of_the_sum_so_far_and_of_the_new_sum():
    assert UNIT.share == 4 * 2.0**-4
    assert MatrixUnit(30, 13).share == 2.0**-8


def test_blocks_that_follow_one_another_multiply_what_they_lose():
    assert is_just_above(UNIT.relative(2), 1.25 - 1.0)
    assert is_just_above(UNIT.relative(3), 1.25**2 - 1.0)


@pytest.mark.parametrize(
    ("terms", "error"),
    [
        ([1, 2, 4, 8], 0.75 + 0.25 * (15 + 0.75)),  # the sum itself is the largest
        ([4, -4], 0.25 * 4),  # a term is
        ([4, 4, -4, -4], 2 + 0.25 * (8 + 2)),  # the sum so far is
        ([1, 2, 4], 0.75 + 0.25 * (7 + 0.75)),  # a block that is not full
    ],
)
def test_a_sum_in_order_is_off_by_a_share_of_the_largest_number_in_each_block(terms: list[int], error: float):
    found = UNIT.in_order(np.array([terms], dtype=np.float64), np.ones((len(terms), 1)))
    assert is_just_above(found.item(), error)


def test_a_product_on_a_unit_is_stored_and_in_the_split_model_its_partial_sums_too():
    usual = Arithmetic.usual(FORMATS["bfloat16"], unit=MatrixUnit(32, 13))
    for model, stored in (("fused", 1), ("stored", 1), ("split", 9)):
        arithmetic = usual.in_model(model)
        parts = (arithmetic.accumulated(64), arithmetic.unit.relative(64), gamma(stored, arithmetic.u))
        assert is_just_above(arithmetic.product(64) * (1.0 + 2.0**-40), np.prod([1.0 + part for part in parts]) - 1.0)


def test_what_a_unit_truncates_is_added_to_what_a_product_loses_otherwise():
    left, right = np.array([[1.0, 2.0, 4.0, 8.0]]), np.ones((4, 1))
    usual = Arithmetic.usual(FORMATS["bfloat16"])
    errors = []
    for arithmetic in (usual, Arithmetic.usual(FORMATS["bfloat16"], unit=UNIT)):
        operands = (exactly(each, arithmetic, FastBalls) for each in (left, right))
        errors.append(product_error(*operands, roundings=0).item())
    assert errors[0] > 0.0
    assert is_just_above(errors[1], errors[0] + UNIT.in_order(left, right).item())
