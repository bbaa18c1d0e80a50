"""The parts of typical errors: what adds up in squares, what in full, and what of it broadcasting and joining keep."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, STORED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_logarithms import row_logarithms
from lastdigit.enclosure.rounded_products import (
    SAMPLE,
    _sums_of_operands,
    distinct_values,
    typical_product,
    typical_sum,
)
from lastdigit.enclosure.rounded_scores import RoundedScores
from lastdigit.enclosure.rounding_theorems import scaled_attention_scores
from lastdigit.enclosure.typical import ROUNDING, Typical, factor_for, joined
from studies.hard_arrays import Draw

SINGLE = Arithmetic.usual(FORMATS["float32"])
HALF = Arithmetic.usual(FORMATS["bfloat16"])


def typical(bias: float, element: float, row: float, whole: float, shape: tuple[int, ...] = (2, 3)) -> Typical:
    return Typical(*(np.full(shape, part) for part in (bias, element, row, whole)))


def balls(found: Typical, shape: tuple[int, ...] = (2, 3)) -> RoundedBalls:
    return RoundedBalls(FastBalls.of(np.ones(shape)), np.ones(shape), SINGLE, found)


def largest(*parts: np.ndarray) -> list[float]:
    return [float(np.max(part)) for part in parts]


def near(found: list[float], expected: list[float]) -> bool:
    return all(abs(one - other) <= 2.0**-30 * abs(other) for one, other in zip(found, expected, strict=True))


def test_the_deviation_is_the_root_of_the_squares_of_its_parts():
    assert typical(0.0, 3.0, 4.0, 12.0).sigma.tolist() == [[13.0] * 3] * 2


def test_the_deviation_of_parts_whose_squares_underflow_is_the_same_root():
    tiny = 2.0**-700
    element, row = (np.array([size * tiny, 0.0]) for size in (2.0, 3.0))
    sigma = Typical(np.zeros(2), element, row=row, whole=np.array([6.0 * tiny, tiny])).sigma
    assert sigma.tolist() == [7.0 * tiny, tiny]


def test_parts_of_which_the_squares_of_some_underflow_have_their_roots_beside_others():
    element = np.array([3.0 * 2.0**-600, 3.0])
    assert Typical(element=element, row=element / 3.0 * 4.0).sigma.tolist() == [5.0 * 2.0**-600, 5.0]


def test_the_limit_counts_the_bias_the_factor_and_so_many_deviations():
    found = Typical(np.array(1.0), np.array(2.0), factor=np.full((1, 1), 0.5))
    assert found.limit(np.array([[-4.0]]), 3.0).tolist() == [[9.0]]


def test_what_is_repeated_along_a_row_is_shared_by_it():
    assert largest(*typical(1.0, 3.0, 4.0, 2.0, (2, 1)).repeated((2, 1), (2, 3)).parts()) == [1.0, 0.0, 5.0, 2.0]
    assert largest(*typical(1.0, 3.0, 4.0, 2.0, (3,)).repeated((3,), (2, 3)).parts()) == [1.0, 0.0, 0.0, 7.0]


def test_what_repeats_along_rows_of_several_axes_is_shared_by_them():
    parts = typical(1.0, 3.0, 4.0, 2.0, (2, 3, 1))
    assert largest(*parts.repeated((2, 3, 1), (2, 3, 5)).parts()) == [1.0, 0.0, 5.0, 2.0]
    assert largest(*parts.repeated((2, 3, 1), (7, 2, 3, 1)).parts()) == [1.0, 0.0, 0.0, 7.0]


def test_what_a_row_shares_is_of_the_whole_where_rows_are_torn_apart():
    parts = typical(1.0, 2.0, 3.0, 4.0)
    for rows, found in ((True, [1.0, 2.0, 3.0, 4.0]), (False, [1.0, 2.0, 0.0, 7.0])):
        assert largest(*parts.moved(np.transpose, (2, 3), rows=rows).parts()) == found


def test_a_factor_of_values_is_as_large_a_bias_as_they_are():
    found = Typical(*typical(1.0, 2.0, 3.0, 4.0).parts(), np.full((2, 1), 0.5)).without_factor(np.full((2, 3), 4.0))
    assert (largest(*found.parts()), found.factor.ndim) == ([3.0, 2.0, 3.0, 4.0], 0)


def test_factors_of_rows_of_several_axes_are_joined_along_any_of_them():
    parts = typical(1.0, 2.0, 3.0, 4.0, (2, 3, 4))
    found = Typical(*parts.parts(), np.full((2, 3, 1), 0.5))
    assert joined([(found, (2, 3, 4)), (parts, (2, 3, 4))], 1).factor.tolist() == [[[0.5]] * 3 + [[0.0]] * 3] * 2


def test_factors_stay_when_shapes_change_and_arrays_are_joined():
    factor = np.full((2, 1), 0.5)
    parts = typical(1.0, 2.0, 3.0, 4.0)
    found = Typical(*parts.parts(), factor)
    assert found.in_shape((2, 3)).factor is factor
    rows = joined([(found, (2, 3)), (parts, (2, 3))], -2)
    assert largest(*rows.parts()) == [1.0, 2.0, 3.0, 4.0]
    assert rows.factor.tolist() == [[0.5], [0.5], [0.0], [0.0]]


def test_so_many_tests_share_one_false_alarm():
    assert factor_for(1.0, 1e-9) == factor_for(0.5, 1e-9) == math.sqrt(2.0 * math.log(2e9))
    assert factor_for(1e6, 1e-9) == math.sqrt(2.0 * math.log(2e15))


def test_what_rows_share_adds_up_in_a_sum_and_is_each_sums_own_afterwards():
    found = balls(typical(1.0, 2.0, 4.0, 8.0))
    own = typical_sum(balls(Typical()), np.full(2, 3.0), -1, False).element[0]
    for axis in (-1, 1):
        along = typical_sum(found, np.full(2, 3.0), axis, False)
        assert near(largest(along.element**2, along.row, along.whole), [12 + 144 + own**2, 0.0, 24.0])
    across = typical_sum(found, np.full(3, 2.0), 0, False)
    assert largest(across.row, across.whole) == [8.0, 16.0]


def test_what_elements_of_operands_have_is_shared_by_rows_and_columns_of_the_product():
    found = typical(1.0, 2.0, 4.0, 8.0)
    ones = exactly(np.ones((3, 2)), SINGLE, FastBalls)
    left = typical_product(balls(found), ones, np.ones((2, 2)))
    assert near(largest(left.row, left.whole), [math.sqrt(3 * 4) + 12, 24.0])
    right = typical_product(ones, balls(found), np.ones((3, 3)))
    assert near(largest(right.row, right.whole), [0.0, math.sqrt(2 * (4 + 16)) + 16])


def test_roundings_of_terms_that_differ_are_independent_whichever_operand_differs():
    draw = Draw(0)
    tied, different = np.ones((16, 16)), np.abs(draw.normal(size=(16, 16)))

    def own(left: np.ndarray, right: np.ndarray) -> float:
        sizes = np.zeros((16, 16))
        given = [exactly(np.float32(each).astype(np.float64), SINGLE, FastBalls) for each in (left, right)]
        norms = np.outer(np.linalg.norm(given[0].value.mid, axis=1), np.linalg.norm(given[1].value.mid, axis=0))
        return float(np.max(typical_product(*given, sizes).element / norms))

    assert near([own(tied, different)], [own(different, tied)])
    assert own(tied, tied) > 1.5 * own(tied, different)


def test_a_sample_of_all_numbers_is_looked_at_for_how_many_differ():
    halves = np.concatenate([np.ones(SAMPLE), np.arange(7.0 * SAMPLE)])
    assert distinct_values(halves) == math.inf
    assert distinct_values(np.ones(5)) == 1.0


def test_long_sums_are_taken_in_parts():
    part, u = 2.0**24, SINGLE.accumulation_roundoff
    assert near([SINGLE.typical_summation(2**26)], [u * math.sqrt((part / 4 + 4 - 1) / 3)])
    assert SINGLE.typical_summation(0) == 0.0


def test_a_sum_that_is_stored_is_rounded_to_both_formats():
    n = 4097
    ones = exactly(np.ones((1, n)), HALF.in_model(STORED), FastBalls)
    summed = HALF.typical_summation(n - 1, 1.0)
    found = typical_sum(ones, np.full(1, float(n)), -1, False).element[0] / n
    assert near([found], [math.hypot(summed, ROUNDING * FORMATS["bfloat16"].unit_roundoff)])
    assert summed > 0.01 * found


def test_what_operands_lose_meets_upper_bounds_of_the_sums_of_the_others():
    numbers = np.array([1.0, *[2.0**-53] * 5])
    left, right = (exactly(each, SINGLE, FastBalls) for each in (numbers[np.newaxis], numbers[:, np.newaxis]))
    exact = 2 * sum(map(Fraction, numbers.tolist()))
    assert Fraction(float(_sums_of_operands(left, right)[0, 0])) >= exact
    for one, other in (
        (left, exactly(np.zeros((6, 1)), SINGLE, FastBalls)),
        (exactly(np.zeros((1, 6)), SINGLE, FastBalls), right),
    ):
        assert Fraction(float(_sums_of_operands(one, other)[0, 0])) >= exact / 2


def test_sums_that_may_be_truncated_lose_by_theorem_and_rounded_ones_in_proportion():
    n = 2**20
    coarse = Arithmetic(FORMATS["float32"], FORMATS["float32"], operands=FORMATS["tf32"])
    for truncated in (HALF, coarse):
        assert Fraction(truncated.accumulated(n)) >= Fraction(1, 8) / (1 - Fraction(1, 8))
    assert 2.0**-4 < SINGLE.accumulated(n) < 2.0**-4 * (1.0 + 2.0**-40)


def test_no_keys_are_one_tile():
    tiled = Arithmetic.usual(FORMATS["float32"], key_tile=3).in_model(FUSED)
    assert [tiled.tiles(keys) for keys in (0, 1, 3, 4)] == [1, 1, 1, 2]


def scores(q: np.ndarray, k: np.ndarray, arithmetic: Arithmetic) -> RoundedScores:
    found = scaled_attention_scores(*(exactly(each, arithmetic, FastBalls) for each in (q, k)))
    assert isinstance(found, RoundedScores)
    return found


def test_scores_of_terms_that_differ_are_independent_whichever_side_differs():
    different = SINGLE.storage.round(Draw(0).normal(size=(16, 16)))
    tied = np.ones((16, 16))
    one, other, neither = (
        scores(q, k, SINGLE).summation for q, k in ((tied, different), (different, tied), (tied, tied))
    )
    assert one == other < neither


def test_no_score_of_a_row_is_off_by_more_than_the_row_though_all_of_it_underflows():
    half = Arithmetic.usual(FORMATS["float16"]).in_model(STORED)
    found = scores(np.full((2, 4), 2.0**-14), np.full((3, 4), 2.0**-14), half)
    assert np.all(found.row_bound >= found.bound)
    assert np.all(found.bound >= half.underflow)


def test_logarithms_by_row_are_bounded_by_all_that_moves_them_in_exact_arithmetic():
    narrow = Arithmetic(FORMATS["bfloat16"], FORMATS["float16"], exp_error=0.25, model=FUSED)
    q, k = (narrow.storage.round(Draw(seed).normal(size=(50, 4)) * 2.0**-4) for seed in (0, 1))
    x, tiles = scores(q, k, narrow), 2
    found = row_logarithms(x, tiles)
    assert found is not None
    u, exp = Fraction(narrow.u), Fraction(narrow.exp_roundoff)
    for bound, own, reach in zip(
        found.bound.ravel().tolist(), x.row_bound.ravel().tolist(), x.reach.ravel().tolist(), strict=True
    ):
        row, size = Fraction(own), Fraction(reach)
        assert Fraction(bound) >= row + u * (10 * size + 2 * row) + tiles * exp / (1 - exp)
    assert near(list(found.variance.ravel() / x.reach.ravel() ** 2), [6.0 + x.summation**2] * 50)


def test_weights_whose_squares_underflow_have_their_typical_error():
    deviation = Typical(element=np.array([3e-172]), row=np.array([4e-172]), whole=np.array([0.0])).sigma
    assert 4.999e-172 < deviation[0] < 5.001e-172
    for seed in range(10):
        k, q = Draw([seed, 0]).normal(size=(15, 1)) * 16, np.array([[14.43]])
        scores = q @ k.T
        weights = np.exp(scores - scores.max())
        assert lastdigit.judge(weights / weights.sum(), "dot_product_attention_weights", q, k).verdict == "agrees"


@pytest.mark.parametrize("far", [150.0, 400.0])
def test_weights_whose_squares_vanish_are_told_where_all_larger_ones_meet_zeros(far: float):
    """Of two keys the second has a weight of e^-far or so; the first one's value is zero."""
    for seed in range(3):
        draw = np.random.RandomState(seed)
        q = 2.0 + 0.1 * draw.normal(size=(40, 16))
        k = np.array([[1.0], [-far / 8.0]]) + 0.1 * draw.normal(size=(2, 16))
        v = np.array([[0.0], [1.0]]) * draw.normal(size=(2, 8))
        scores = q @ k.T / 4.0
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        result = weights / weights.sum(axis=-1, keepdims=True) @ v
        verdict = lastdigit.judge(result, "scaled_dot_product_attention", q, k, v)
        assert verdict.verdict != "disagrees", verdict.reason


def test_what_a_choice_repeats_is_shared():
    x = exactly(np.array([[1.1], [2.3]]), SINGLE, FastBalls)
    squares = x * x
    wide = squares.__array_namespace__().where(np.ones((2, 3), dtype=bool), squares, 0.0).typical
    assert not np.any(wide.element)
    assert np.array_equal(wide.row, np.repeat(squares.typical.element, 3, axis=-1))


def computed(values: np.ndarray, element: float, bound: float) -> RoundedBalls:
    found = Typical(element=np.full(values.shape, element))
    return RoundedBalls(FastBalls.of(values), np.full(values.shape, bound), SINGLE, found)


def test_a_root_is_moved_by_half_the_relative_error_and_what_the_tangent_lacks():
    x = computed(np.array([4.0, 0.25]), 2.0**-12, 2.0**-10)
    root = x.__array_namespace__().sqrt(x)
    for deviation, bias, value in zip(root.typical.sigma, root.typical.bias, [4.0, 0.25], strict=True):
        expected = (2.0**-13 / value**0.5) ** 2 + (ROUNDING * SINGLE.u) ** 2 * value
        assert expected <= deviation**2 < expected * (1.0 + 2.0**-8)
        assert 2.0**-21 / value**1.5 <= bias < 2.0**-19 / value**1.5
    unknown = computed(np.array([2.0**-11]), 2.0**-12, 2.0**-10)
    assert np.isinf(unknown.__array_namespace__().sqrt(unknown).typical.bias)
    for deviation, bias in ((np.inf, 0.0), (2.0**-12, np.inf)):
        x = computed(np.array([4.0]), deviation, 2.0**-10)
        x.typical = x.typical.biased(np.array([bias]))
        root = x.__array_namespace__().sqrt(x)
        assert 2.0**-11 <= root.typical.bias < 2.0**-10
        assert root.typical.sigma < 2.0**-20


def test_a_maximum_has_the_typical_error_of_what_is_certainly_larger():
    one, other = computed(np.array([1.0, 2.0, 1.0]), 3e-6, 4e-6), computed(np.array([2.0, 1.0, 1.0]), 5e-6, 6e-6)
    found = one.__array_namespace__().maximum(one, other)
    assert found.typical.element.tolist() == [5e-6, 3e-6, 0.0]
    assert found.typical.bias.tolist() == [0.0, 0.0, 6e-6]
    assert found.bound.tolist() == [6e-6] * 3


def test_a_product_with_a_vector_has_the_errors_of_that_of_a_matrix_of_one_row_or_column():
    draw = Draw(3)
    vector, matrix = (
        exactly(np.float64(np.float32(draw.normal(size=size))), SINGLE, FastBalls) for size in (5, (5, 4))
    )
    whole = typical_product(vector[None, :], matrix, np.ones((1, 4)))
    assert np.array_equal(typical_product(vector, matrix, np.ones(4)).element, whole.element[0])
    whole = typical_product(matrix.mT, vector[:, None], np.ones((4, 1)))
    assert np.array_equal(typical_product(matrix.mT, vector, np.ones(4)).element, whole.element[:, 0])
    assert typical_product(vector, vector, np.ones(())).element.shape == ()
    found = typical(1.0, 2.0, 4.0, 8.0)
    column = typical_product(balls(found), exactly(np.ones(3), SINGLE, FastBalls), np.ones(2))
    assert near(largest(column.row, column.whole), [0.0, math.sqrt(3 * 4) + 12 + 24])
