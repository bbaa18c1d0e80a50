"""Bounds of linear layers, of scaled scores and of softmax at the ends of what they are derived for."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_scores import RoundedScores, of_terms
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.enclosure.rounding_theorems import linear, scaled_attention_scores, softmax
from lastdigit.enclosure.upward import gamma
from lastdigit.operations.attention import attention_scores
from lastdigit.operations.operation import changed_definitions
from studies.hard_arrays import Draw

SINGLE = Arithmetic.usual(FORMATS["float32"])
HARDLY = 1 + Fraction(1, 2**40)


def given(values: object, arithmetic: Arithmetic = SINGLE) -> RoundedBalls:
    return exactly(np.asarray(values, dtype=np.float64), arithmetic, FastBalls)


def scores(q: object, k: object) -> RoundedBalls:
    return scaled_attention_scores(given(q), given(k))


def test_a_bias_counts_in_the_sum_that_it_is_added_to_and_in_the_result():
    """Where the product is zero, a sum of up to twice the bias is rounded, and the bias is again when it is stored."""
    bias = np.array([3.0, -5.0])
    found = linear(given(np.zeros((1, 4))), given(np.zeros((2, 4))), given(bias))
    expected = np.sqrt((2.0**2 + 1.0) / 3.0) * SINGLE.u * np.abs(bias)
    assert np.max(np.abs(found.typical.sigma / expected - 1.0)) <= 2.0**-20


def test_scores_while_a_step_is_replaced_are_composed_of_its_steps():
    q, k = given([[1.0, 2.0]]), given([[3.0, -1.0], [0.5, 4.0]])

    def squared(q: RoundedBalls, k: RoundedBalls) -> RoundedBalls:
        found = attention_scores(q, k)
        return found * found

    with changed_definitions({"attention_scores": squared}):
        found = scaled_attention_scores(q, k)
        xp = q.__array_namespace__()
        composed = attention_scores(q, k) / xp.sqrt(xp.asarray(2))
    assert found.error.tolist() == composed.error.tolist()
    assert np.all(np.abs(found.value.mid - np.array([[1.0, 72.25]]) / np.sqrt(2.0)) <= 2.0**-40)


def test_scores_of_no_features_have_no_bound():
    found = scores(np.zeros((2, 0)), np.zeros((3, 0)))
    assert found.shape == (2, 3)
    assert not np.any(np.isfinite(found.error))


@pytest.mark.parametrize("d", [1, 3, 7])
def test_what_scaled_operands_lose_by_underflow_meets_the_largest_of_the_other_side(d: int):
    for seed in range(20):
        q, k = 1e3 * Draw(seed).normal(size=(2, d)), 1e3 * Draw(seed + 100).normal(size=(3, d))
        found = scores(q, k)
        assert isinstance(found, RoundedScores)
        largest = sum(Fraction(float(np.max(np.abs(side)))) for side in (q, k))
        least = Fraction(SINGLE.underflow) * (d * largest + d + 2)
        assert least <= Fraction(found.lost) <= least * HARDLY


def test_scores_have_a_bound_as_long_as_unscaled_ones_with_their_errors_are_in_range():
    end, terms, q = Fraction(SINGLE.steps.largest), Fraction(of_terms(SINGLE, 1)), 2.0**63
    most = float(end / (Fraction(q) * (1 + terms)))
    inside, outside = most * (1.0 - 2.0**-40), most * (1.0 + 2.0**-50)
    assert Fraction(q) * Fraction(inside) * (1 + terms) < end < Fraction(q) * Fraction(outside) * (1 + terms)
    found = scores([[q]], [[inside]])
    assert isinstance(found, RoundedScores)
    assert np.isfinite(found.error).tolist() == [[True]]
    assert np.isfinite(scores([[q]], [[outside]]).error).tolist() == [[False]]


def test_scores_of_one_query_are_bounded_as_those_of_a_matrix_of_one():
    q, k = Draw(5).normal(size=(1, 8)), Draw(6).normal(size=(3, 8))
    row, matrix = scores(q[0], k), scores(q, k)
    assert row.shape == row.error.shape == row.typical.sigma.shape == (3,)
    for one, other in ((row.error, matrix.error[0]), (row.typical.sigma, matrix.typical.sigma[0])):
        assert np.max(np.abs(np.log2(one / other))) <= 1.0


@pytest.mark.parametrize("tile", [None, 2])
@pytest.mark.parametrize(
    ("form", "model", "stored"),
    [("float32", "split", 1), ("bfloat16", "fused", 1), ("bfloat16", "split", 2), ("float16", "stored", 2)],
)
def test_weights_are_off_by_a_quotient_of_what_is_rounded_after_the_exponentials(
    form: str, model: str, stored: int, tile: int | None
):
    arithmetic = Arithmetic.usual(FORMATS[form], key_tile=tile, model=model)
    for keys in (1, 5, 64):
        found = softmax(given(np.zeros((1, keys)), arithmetic))
        assert isinstance(found, RoundedWeights)
        later = 0 if tile is None else -(-keys // tile) - 1
        of_sum, of_weight = arithmetic.accumulated(keys - 1 + 2 * later), gamma(stored + 1, arithmetic.u)
        after = Fraction(of_sum) + Fraction(of_weight) + 2 * keys * Fraction(arithmetic.underflow)
        least = after / (1 - after)
        assert least <= Fraction(found.relative) <= least * HARDLY


@pytest.mark.parametrize(("emin", "keys"), [(-1, 1), (-2, 3), (-2, 4)])
def test_weights_whose_sum_may_underflow_as_a_whole_are_unknown(emin: int, keys: int):
    coarse = FloatFormat("coarse", 60, emin, 100)
    found = softmax(given(np.zeros((1, keys)), Arithmetic(coarse, coarse)))
    assert isinstance(found, RoundedWeights)
    assert found.relative == np.inf
