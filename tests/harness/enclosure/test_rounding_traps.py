"""Traps that bounds have fallen into: each number here lay outside of one, or made one useless."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, STORED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.fast_namespace import FastNamespace
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.operations import find_operation

ENGINES = [ExactBalls, FastBalls]


def bounded(operation: str, *arrays: np.ndarray, dtype: str, engine: type[Balls] = ExactBalls) -> RoundedBalls:
    arithmetic = Arithmetic.usual(FORMATS[dtype])
    with precision():
        return find_operation(operation).definition(*(exactly(array, arithmetic, engine) for array in arrays))


def contained(fast: FastBalls, exact: ExactBalls) -> bool:
    pairs = zip(fast.bounds(), exact.midpoints(), strict=True)
    return all(ball is None or middle is None or ball[0] <= middle <= ball[1] for ball, middle in pairs)


def test_a_row_whose_squares_underflow_beside_an_ordinary_one_keeps_its_norm():
    left = np.array([[0.7, 0.3, 0.2], [1.1e-200, 1.3e-200, 0.7e-200]])
    right = np.random.RandomState(0).uniform(size=(3, 40))
    with precision(200):
        exact = ExactBalls.of(left) @ ExactBalls.of(right)
    assert contained(FastBalls.of(left) @ FastBalls.of(right), exact)


def test_a_midpoint_that_overflowed_is_not_known():
    large = FastBalls.of(np.array([[1.7e308, 1.7e308]]))
    assert not np.any(find_operation("sum_normalization").definition(large).known())
    total = FastNamespace.sum(FastBalls.of(np.array([[-1e308, -1e308, 1.5e308, 1.5e308]])), axis=-1, keepdims=True)
    assert not np.any(FastNamespace.maximum(total, FastBalls.of(0.0)).known())


def test_integers_that_float64_rounds_are_not_taken_for_exact():
    assert FastBalls.of(np.array([2**53 + 1])).radii[0] >= 1


def test_an_interval_narrower_than_the_smallest_number_is_not_taken_for_a_point():
    ball = FastBalls.between([Fraction(1, 10**330)], [Fraction(1, 10**329)], (1,))
    assert ball.rad[0] > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_scaled_operand_that_underflows_before_it_meets_a_large_one(engine: type[Balls]):
    q, k = np.full((1, 64), 3 * 2.0**-24), np.full((2, 64), 1000.0)
    scaled = (q.astype(np.float16) * np.float16(0.125)).astype(np.float64)
    assert not np.any(scaled)
    exact = float(np.sum(q[0] * k[0]) / 8)
    assert np.all(bounded("scaled_attention_scores", q, k, dtype="float16", engine=engine).error >= exact)


@pytest.mark.parametrize("engine", ENGINES)
def test_sums_of_which_a_part_may_overflow_have_no_bound(engine: type[Balls]):
    numbers = np.array([[3e38, 3e38, -3e38]])
    assert bounded("total", numbers, dtype="float32", engine=engine).error.tolist() == [np.inf]
    q, k = np.full((1, 3), 1.5e19), np.array([[1.5e19, 1.5e19, -1.5e19]])
    assert bounded("attention_scores", q, k, dtype="float32", engine=engine).error.tolist() == [[np.inf]]


def test_attention_that_divides_last_may_overflow_where_the_result_does_not():
    torch = pytest.importorskip("torch")
    q, k, v = torch.zeros(2, 4), torch.zeros(4, 4), torch.full((4, 4), 2e38)
    result = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    with pytest.raises(AssertionError, match="undecided"):
        lastdigit.assert_agrees(result, "scaled_dot_product_attention", q, k, v)


def test_a_layer_norm_of_numbers_at_the_end_of_the_range_stays_within_its_bound():
    x = np.array([[9.0, -46.0]]) * 2.0**-24
    half = x.astype(np.float16)
    mean, variance = half.mean(axis=-1, keepdims=True), half.var(axis=-1, keepdims=True)
    result = (half - mean) / np.sqrt(variance + np.float16(1e-5))
    found = bounded("layer_norm", x, np.ones(2), np.zeros(2), dtype="float16")
    for y, exact, bound in zip(result.ravel(), found.value.midpoints(), found.error.ravel(), strict=True):
        assert bound == np.inf or abs(Fraction(float(y)) - exact) <= Fraction(float(bound))


def test_a_float16_bound_of_attention_does_not_grow_with_the_square_of_the_keys():
    draw = np.random.RandomState(0)
    q = FORMATS["float16"].round(draw.normal(size=(8, 64)))
    medians = []
    for keys in (64, 4096):
        k, v = (FORMATS["float16"].round(draw.normal(size=(keys, 64))) for _ in range(2))
        found = bounded("scaled_dot_product_attention", q, k, v, dtype="float16", engine=FastBalls)
        medians.append(float(np.median(found.error)))
    assert medians[1] < 2 * medians[0]


@pytest.mark.parametrize("model", [FUSED, STORED])
def test_a_computed_operand_underflows_where_it_is_stored_for_a_product(model: str):
    arithmetic = Arithmetic.usual(FORMATS["float16"]).in_model(model)
    store = arithmetic.storage.round
    x, y, w = store(2.0**-13 * np.array([[1.0, 1.1, 1.3, 1.7]])), store(np.full((1, 4), 2.0**-12)), np.full((4, 1), 1e3)
    read = (exactly(x, arithmetic, FastBalls) * exactly(y, arithmetic, FastBalls)) @ exactly(w, arithmetic, FastBalls)
    off = np.abs(store(store(x * y) @ w) - x * y @ w)
    assert 0.01 * read.stored().error < off <= read.stored().error


def test_one_value_that_is_not_known_leaves_the_other_columns_known():
    draw = np.random.RandomState(1)
    q, k, v = (draw.normal(size=(8, 4)) for _ in range(3))
    v[3, 2] = np.inf
    found = bounded("scaled_dot_product_attention", q, k, v, dtype="float32", engine=FastBalls)
    assert np.all(np.isfinite(found.error[:, [0, 1, 3]]))


SIGNS = np.array([1.0, 1.0, -1.0, -1.0])
OVERFLOWING = {
    "projection": lambda reach: (SIGNS[np.newaxis], np.full((4, 1), reach / 4)),
    "total": lambda reach: (SIGNS[np.newaxis] * reach / 4,),
    "dot_product_attention": lambda reach: (np.zeros((1, 1)), np.zeros((4, 1)), SIGNS[:, np.newaxis] * reach / 4),
    "scaled_attention_scores": lambda reach: (SIGNS[np.newaxis], np.full((1, 4), reach / 4)),
}


@pytest.mark.parametrize("operation", OVERFLOWING)
def test_sums_that_come_within_their_rounding_of_the_largest_number_have_no_bound(operation: str):
    """What cancels leaves a small result, but a part of the sum may be as large as all terms together."""
    half = FORMATS["float16"]
    for below, known in ((2, False), (64, True)):
        reach = half.largest * (1.0 - below * half.unit_roundoff)
        given = [exactly(array, Arithmetic(half, half), FastBalls) for array in OVERFLOWING[operation](reach)]
        with precision():
            found = find_operation(operation).definition(*given)
        assert np.all(np.isfinite(found.error)) == known


def test_what_fast_balls_say_of_themselves_holds_at_their_ends():
    tenth = Fraction(0.1)
    (low, high), *_ = (FastBalls.of(np.array([0.1])) * FastBalls.of(np.array([0.1]))).bounds()
    assert low < tenth * tenth < high
    row = FastBalls(np.array([1.0, 0.0]), np.array([1.0, 1.0]))
    assert row.bounds() == [(0, 2), (-1, 1)]
    assert row.largest >= 2.0
    depths, beyond = row.depths()
    assert depths[1] + beyond[0] >= 3.0
