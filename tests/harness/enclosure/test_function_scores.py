"""Bounds of logarithms of softmax, of scores with a scale, and of results of attention far below the values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import MODELS, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.functions import log
from lastdigit.operations.attention import attention_scores
from lastdigit.operations.attention_variants import attention, scores_by_scale
from lastdigit.operations.losses import log_softmax
from studies.hard_arrays import Draw

SINGLE = Arithmetic.usual(FORMATS["float32"])
HARDLY = 1 + Fraction(1, 2**40)
ROWS = {
    "usual": Draw(2).normal(size=6),
    "nearly certain": np.array([2.0**20, 2.0**20 - 24.0]),
    "certain": np.array([1e6 / 3.0]),
}


def given(values: Any, arithmetic: Arithmetic = SINGLE, engine: type[Balls] = FastBalls) -> RoundedBalls:
    return exactly(np.asarray(values, dtype=np.float64), arithmetic, engine)


def fractions(numbers: np.ndarray) -> list[Fraction]:
    return [Fraction(number) for number in numbers.ravel().tolist()]


@pytest.mark.parametrize("model", [STORED, SPLIT])
@pytest.mark.parametrize("form", ["float32", "bfloat16"])
@pytest.mark.parametrize("row", ROWS)
def test_a_logarithm_of_softmax_may_be_formed_of_a_rounded_logarithm_in_the_widest_model(
    row: str, form: str, model: str
):
    x = given(ROWS[row], Arithmetic.usual(FORMATS[form]).in_model(model))
    xp = x.__array_namespace__()
    shifted = x - xp.max(x, axis=-1, keepdims=True)
    steps = shifted - log(xp.sum(xp.exp(shifted), axis=-1, keepdims=True))
    found: Any = log_softmax(x)
    u = Fraction(x.arithmetic.u) if model == SPLIT else Fraction(0)
    terms = (fractions(each) for each in (found.error, steps.error, x.magnitudes, steps.value.magnitudes()))
    for error, of_steps, size, value in zip(*terms, strict=True):
        least = of_steps + 4 * u * (size + value)
        assert least <= error <= least * HARDLY


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("form", ["float32", "bfloat16"])
@pytest.mark.parametrize(("share", "size"), [(1.0, 1.0), (0.0, 2.0**-20)])
def test_scores_with_a_scale_are_off_by_three_more_roundings_and_by_underflow_of_each_operand(
    share: float, size: float, form: str, model: str
):
    """Where no feature of a query meets one of a key, and both are small, hardly more than underflow is lost."""
    arithmetic = Arithmetic.usual(FORMATS[form]).in_model(model)
    q, k = 5.0 * size * Draw(1).normal(size=(2, 4)), size * Draw(2).normal(size=(3, 4))
    q, k = q * [1.0, 1.0, share, share], k * [share, share, 1.0, 1.0]
    queries, keys = given(q, arithmetic), given(k, arithmetic)
    xp = queries.__array_namespace__()
    steps = attention_scores(queries, keys) * xp.asarray(0.3)
    found: Any = scores_by_scale(queries, keys, scale=0.3)
    u, tiny = Fraction(arithmetic.u), Fraction(arithmetic.underflow)
    lost = 4 * tiny * (Fraction(float(np.max(np.abs(q)))) + Fraction(float(np.max(np.abs(k)))))
    assert found.shape == (2, 3)
    for error, of_steps, value in zip(
        *(fractions(each) for each in (found.error, steps.error, steps.value.magnitudes())), strict=True
    ):
        least = of_steps + 3 * u * value + lost
        assert least <= error <= least * HARDLY


def of_columns(columns: list[float], engine: type[Balls] = FastBalls) -> RoundedBalls:
    """The result for values that are the same for all keys."""
    arrays = (Draw(3).normal(size=(1, 2, 4)), Draw(4).normal(size=(1, 3, 4)), np.tile(columns, (1, 3, 1)))
    with precision():
        found: Any = attention(*(given(array, SINGLE, engine) for array in arrays), scale=0.5)
    return found


@pytest.mark.parametrize("largest", [1.0, 2.0**40, 2.0**-40])
def test_only_a_result_far_below_the_largest_value_counts_its_bound_as_typical(largest: float):
    found = of_columns([largest, largest * 2.0**-49, largest * 2.0**-52, largest * 2.0**-75])
    counted = found.settled.in_shape(found.shape).bias >= found.error
    assert counted[0, 0].tolist() == counted[0, 1].tolist() == [False, False, True, True]


@pytest.mark.parametrize("engine", [FastBalls, ExactBalls])
def test_results_that_are_all_large_or_all_zero_count_no_bound_twice(engine: type[Balls]):
    large, zero = of_columns([1.0, -2.0], engine), of_columns([0.0, 0.0], engine)
    assert np.all(large.settled.in_shape(large.shape).bias < large.error)
    assert np.all(zero.settled.in_shape(zero.shape).bias <= zero.error * (1.0 + 2.0**-40))
