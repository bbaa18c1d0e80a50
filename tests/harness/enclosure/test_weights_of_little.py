"""Weights that vanish, at the numbers where they begin to, and those whose squares do in single precision."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.rounded_logarithms import Logarithms
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.enclosure.typical import ROUNDING
from lastdigit.operations.attention import scaled_attention_scores
from lastdigit.operations.normalization import softmax
from tests.harness.enclosure.test_weights_of_values import SINGLE, weights_of

ROW = np.array([[0.5, 0.25, 0.125, 0.125]])
NOTHING = np.zeros((1, 4))
UNIT = (ROUNDING * 2.0**-24) ** 2


def exactly_weighed(rows: np.ndarray, variance: np.ndarray) -> RoundedWeights:
    return weights_of(rows, SINGLE, np.zeros(rows.shape), relative=0.0, absolute=0.0, variance=variance)


def typical_row(rows: np.ndarray, variance: np.ndarray, v: np.ndarray) -> float:
    """The deviation of the only product of the rows with values, of what its row shares."""
    weights = exactly_weighed(rows, variance)
    with precision():
        weights.value = ExactBalls.of(rows)
        return float(np.max((weights @ exactly(v, SINGLE)).typical.row))


@pytest.mark.parametrize("exponent", [-61.0, -70.0, -80.0, -90.0])
def test_errors_of_tiny_weights_are_told_where_all_larger_ones_meet_zeros(exponent: float):
    tiny = 2.0**exponent
    rows, v = np.array([[0.5, 0.5, tiny]]), np.array([[0.0], [0.0], [1.0]])
    deviation = tiny * math.sqrt(UNIT * 2.0**20)
    assert deviation <= typical_row(rows, np.array([[0.0, 0.0, 2.0**20]]), v) <= 2.01 * deviation


def test_errors_of_weights_that_can_be_squared_are_independent():
    rows, variance = np.full((1, 64), 2.0**-6), np.full((1, 64), 2.0**10)
    deviation = math.sqrt(64 * UNIT * 2.0**10) * 2.0**-6
    found = typical_row(rows, variance, np.tile([[1.0], [-1.0]], (32, 1)))
    assert deviation <= found <= 1.01 * deviation


def test_a_row_that_may_lose_half_of_its_sum_has_a_factor_of_twice_that():
    for lost, factor in ((0.25, 1.0), (0.2500001, np.inf)):
        weights = exactly_weighed(ROW, NOTHING)
        del weights.logarithms
        nothing = np.zeros((1, 1))
        weights._of_normal_numbers = Logarithms(NOTHING, NOTHING, NOTHING, np.zeros(()), nothing, nothing)
        weights.lost = np.array([[0.25, lost, 0.0, 0.0]])
        assert weights.logarithms.factor.tolist() == [[factor]]
        assert factor >= -math.log1p(-0.25 - lost)


def test_a_weight_at_the_floor_may_vanish():
    weights = exactly_weighed(ROW, NOTHING)
    weights._of_normal_numbers = weights.logarithms
    weights.floor = np.full((1, 1), 0.125)
    assert (weights.lost > 0.0).tolist() == [[False, False, True, True]]


def of_small_scores() -> RoundedWeights:
    """Weights whose scores hardly matter: in a narrow format, while everything else is in a wide one."""
    arithmetic = Arithmetic.usual(FORMATS["bfloat16"]).in_model(FUSED)
    draw = np.random.RandomState(3)
    q, k = (exactly(FORMATS["bfloat16"].round(draw.normal(size=(4, 2))), arithmetic, FastBalls) for _ in "qk")
    found = softmax(scaled_attention_scores(q, k))
    assert isinstance(found, RoundedWeights)
    return found


def test_where_one_logarithm_of_a_row_does_none_of_each_key_is_looked_at():
    weights = of_small_scores()
    v = exactly(np.arange(8.0).reshape(4, 2), weights.arithmetic, FastBalls)
    unknown = np.full((4, 4), np.inf)
    weights.logarithms = Logarithms(unknown, unknown, unknown, np.zeros(()), unknown[:, :1], unknown[:, :1])
    assert np.all(np.isfinite((weights @ v).error))


def test_what_a_row_loses_is_a_factor_though_one_logarithm_of_the_row_would_do():
    weights, v = of_small_scores(), np.array([[1.0], [1.0], [1.0], [0.0]])
    given = exactly(v, weights.arithmetic, FastBalls)
    weights.lost = np.where(np.arange(4) == 3, np.minimum(weights.value.mid, 0.125), 0.0)
    left = weights.value.mid - weights.lost
    computed = left / left.sum(axis=-1, keepdims=True) @ v
    assert np.all(np.abs(computed - weights.value.mid @ v) <= (weights @ given).error)


@pytest.mark.parametrize("share", [2.0**-20, 0.2, 0.4])
def test_what_vanishes_moves_the_result_of_the_keys_that_are_left(share: float):
    rows, v = np.array([[1.0 - share, share]]), np.array([[1.0], [-4.0]])
    floor = np.full((1, 1), share)
    weights = RoundedWeights(
        FastBalls(rows),
        exactly(np.zeros((1, 2)), SINGLE, FastBalls),
        tiles=1,
        relative=0.0,
        stored=1,
        absolute=0.0,
        seen=None,
        floor=floor,
    )
    none, nothing = np.zeros((1, 2)), np.zeros((1, 1))
    weights._of_normal_numbers = Logarithms(none, none, none, np.zeros(()), nothing, nothing)
    missed = abs(1.0 - (rows @ v).item())
    assert missed <= (weights @ exactly(v, SINGLE, FastBalls)).error.item() <= 3.0 * missed + 1e-5
