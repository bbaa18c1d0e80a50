"""Blocks of matrix units: their bounds in exact arithmetic, for stacks of matrices, and for known hardware."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure.matrix_units import HARDWARE, MatrixUnit, unit_of
from studies.hard_arrays import Draw

HARDLY = 1 + Fraction(1, 2**29)


def exact_bound(left: list[float], right: list[float], unit: MatrixUnit) -> Fraction:
    """What a sum of products is off by: a share of the largest number of each block, which may be off itself."""
    total, error = Fraction(0), Fraction(0)
    for start in range(0, len(left), unit.terms):
        ours, theirs = ([Fraction(x) for x in side[start : start + unit.terms]] for side in (left, right))
        before, total = total, total + sum(a * b for a, b in zip(ours, theirs, strict=True))
        factors = max(map(abs, ours)) * max(map(abs, theirs))
        share = Fraction(unit.terms + 2, 2**unit.digits)
        error += share * (max(abs(before), abs(total), factors) + error)
    return error


@pytest.mark.parametrize("unit", [MatrixUnit(2, 4), MatrixUnit(3, 13), MatrixUnit(16, 13)])
def test_bounds_in_order_are_those_of_exact_arithmetic_whatever_both_factors_are(unit: MatrixUnit):
    left, right = Draw(1).normal(size=(3, 20)), 5.0 * Draw(2).normal(size=(20, 4))
    found = unit.in_order(left, right)
    for row, column in np.ndindex(found.shape):
        least = exact_bound(left[row].tolist(), right[:, column].tolist(), unit)
        assert least <= Fraction(float(found[row, column])) <= least * HARDLY


def test_a_bound_of_many_blocks_covers_its_own_roundings_though_all_are_downward():
    # of 3 · 2⁻⁸⁰ times the first number the last bits are just below half of a unit of the sum
    blocks, first = 4096, 2.0**51 + 341.0
    terms = np.r_[first, np.zeros(blocks - 1)][np.newaxis]
    found = MatrixUnit(1, 80).in_order(terms, np.ones((blocks, 1)))
    grown = Fraction(2**80 + 3, 2**80) ** blocks - 1
    assert Fraction(found.item()) >= Fraction(first) * grown


@pytest.mark.parametrize(
    ("left", "right"),
    [((2, 3, 4, 7), (2, 3, 7, 5)), ((3, 4, 7), (7, 5)), ((4, 7), (3, 7, 5)), ((2, 1, 4, 7), (3, 7, 5))],
)
def test_each_matrix_of_a_stack_has_the_bound_that_it_has_alone(left: tuple[int, ...], right: tuple[int, ...]):
    ours, theirs, unit = Draw(3).normal(size=left), Draw(4).normal(size=right), MatrixUnit(3, 13)
    found = unit.in_order(ours, theirs)
    stack = np.broadcast_shapes(left[:-2], right[:-2])
    assert found.shape == (*stack, 4, 5)
    ours, theirs = np.broadcast_to(ours, (*stack, 4, 7)), np.broadcast_to(theirs, (*stack, 7, 5))
    for at in np.ndindex(stack):
        alone = unit.in_order(ours[at], theirs[at])
        assert np.max(np.abs(found[at] - alone) / alone) <= 2.0**-40


@pytest.mark.parametrize(("hardware", "terms"), [("ada", 16), ("hopper", 32)])
def test_units_add_as_many_terms_at_once_as_was_measured_and_keep_thirteen_digits(hardware: str, terms: int):
    unit = HARDWARE[hardware]
    share = Fraction(terms + 2, 2**13)
    assert Fraction(unit.share) == share
    for count, blocks in ((terms, 1), (terms + 1, 2)):
        least = (1 + share) ** blocks - 1
        assert least <= Fraction(unit.relative(count)) <= least * HARDLY


def test_one_operand_of_float8_is_enough_for_the_coarse_unit():
    for dtypes in (["float8_e4m3fn", "bfloat16"], ["bfloat16", "float8_e5m2"], ["float8_e5m2"]):
        assert unit_of("hopper", dtypes) is HARDWARE["hopper"]
        assert unit_of("", dtypes) is None
    assert unit_of("hopper", ["bfloat16", "float32"]) is None
