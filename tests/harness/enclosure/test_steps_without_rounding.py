"""Steps that no way of computing rounds, at the ends of their conditions and for stacks of matrices."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure import unrounded
from lastdigit.enclosure.unrounded import VANISHING, WIDER, Unrounded
from studies.hard_arrays import Draw

INF = np.inf


def of(*values: float, form: str = "float32") -> Unrounded:
    return Unrounded.of(list(values), FORMATS[form], strict=True)


def between(ends: list[tuple[float, float]], form: str = "float32") -> Unrounded:
    """Numbers that are each rounded somewhere between two bounds."""
    low, high = np.array(ends).T
    parts = [np.zeros(len(ends)), np.zeros(len(ends), bool), low, high, *[np.ones(len(ends))] * 4]
    return Unrounded(parts, FORMATS[form], strict=True)


def bounds(x: Unrounded) -> tuple[float, float]:
    return float(x.low.item()), float(x.high.item())


def stacks(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[Unrounded, Unrounded]:
    """Small integers."""
    numbers = (np.rint(3.0 * Draw(seed).normal(size=shape)) for seed, shape in enumerate((left, right)))
    one, other = (Unrounded.of(number, FORMATS["float32"], strict=True) for number in numbers)
    return one, other


def test_what_vanishes_is_an_eighth_of_half_the_unit_below_one():
    assert 8 * Fraction(VANISHING) == Fraction(1, 2**54)


def test_the_negative_of_what_is_rounded_has_the_negative_bounds():
    found = -between([(2.0, 3.0), (-5.0, 7.0)])
    assert (found.low.tolist(), found.high.tolist()) == ([-3.0, -7.0], [-2.0, 5.0])


@pytest.mark.parametrize("form", ["float32", "bfloat16", "float16"])
def test_the_largest_number_of_a_format_is_sure(form: str):
    largest = FORMATS[form].largest
    assert of(largest, -largest, form=form).sure.tolist() == [True, True]


@pytest.mark.parametrize("form", ["float32", "float16"])
def test_zero_times_what_is_just_in_range_is_zero(form: str):
    largest = FORMATS[form].largest
    zero = of(0.0, form=form)
    for other in (of(largest, form=form), between([(-largest, largest)], form)):
        for found in (zero * other, other * zero):
            assert found.zero.tolist() == [True]
            assert (found.grid.item(), found.least.item(), found.most.item()) == (INF, INF, 0.0)


@pytest.mark.parametrize("form", ["float32", "float16"])
def test_zero_divided_by_the_least_number_that_is_not_flushed_is_zero(form: str):
    least = 2.0 ** FORMATS[form].emin
    for ends in ((least, 1.0), (-1.0, -least)):
        assert (of(0.0, form=form) / between([ends], form)).sure.tolist() == [True]


@pytest.mark.parametrize(
    "terms", [[(1.0, 2.0)], [(3.0, 5.0), (-7.0, 2.0)], [(1.0, 1.0)] * 9, [(-4.0, -3.0), (1.0, 8.0), (0.0, 0.5)]]
)
def test_a_sum_errs_by_twice_the_roundoff_for_each_term_and_four_more_of_all_magnitudes(
    terms: list[tuple[float, float]],
):
    found = between(terms, "bfloat16").sum_over(0)
    exact = [(Fraction(low), Fraction(high)) for low, high in terms]
    margin = (len(terms) + 4) * Fraction(1, 2**7) * sum(max(abs(low), abs(high)) for low, high in exact)
    low, high = sum(low for low, _ in exact) - margin, sum(high for _, high in exact) + margin
    wider = Fraction(WIDER)
    expected = (min(low * wider, low / wider), max(high * wider, high / wider))
    for end, right in zip(bounds(found), expected, strict=True):
        assert abs(Fraction(end) - right) <= abs(right) / 2**40


def test_of_the_operands_of_a_matrix_product_those_that_8_bits_hold_are_not_rounded_again():
    rounded, sure = between([(2.0, 4.0)])[np.newaxis], of(8.0)[np.newaxis]
    for found in (rounded @ sure, sure @ rounded):
        low, high = bounds(found)
        assert abs(low * WIDER - 8.0 * (2.0 - 4.0 / 2**8)) <= 2.0**-15
        assert abs(high / WIDER - 8.0 * (4.0 + 4.0 / 2**8)) <= 2.0**-15


SHAPES = [((2, 3, 4, 5), (2, 3, 5, 6)), ((3, 4, 5), (5, 6)), ((4, 5), (3, 5, 6)), ((2, 1, 4, 5), (3, 5, 6))]


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_products_of_stacks_of_matrices_are_those_of_each(left: tuple[int, ...], right: tuple[int, ...]):
    one, other = stacks(left, right)
    found = one @ other
    assert np.all(found.sure)
    assert np.array_equal(found.value, one.value @ other.value)
    assert np.array_equal(found.mass, np.abs(one.value) @ np.abs(other.value))


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_of_products_with_more_terms_than_are_looked_at_only_the_shape_is_known(
    left: tuple[int, ...], right: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
):
    one, other = stacks(left, right)
    shape = (one.value @ other.value).shape
    terms = int(np.prod(shape)) * left[-1]
    for most, sure in ((terms, True), (terms - 1, False)):
        monkeypatch.setattr(unrounded, "MOST_TERMS", most)
        found = one @ other
        assert found.shape == shape
        assert np.all(found.sure) if sure else not np.any(found.sure)


def test_an_array_may_be_stacked_with_no_other():
    x = of(3.0, 5.0)
    found = x.__array_namespace__().stack([x])
    assert found.value.tolist() == [[3.0, 5.0]]
    assert found.sure.tolist() == [[True, True]]


def test_of_a_product_with_minus_infinity_nothing_is_known_and_no_warning_is_given():
    hidden, one = of(-INF)[np.newaxis], of(1.0)[np.newaxis]
    with np.errstate(all="raise"):
        products = (hidden @ one, one @ hidden)
    for found in products:
        assert not found.sure.item()
        assert bounds(found) == (-INF, INF)
