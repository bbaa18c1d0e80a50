"""Errors of norms whose x (r w) + (b − mean r w) is of two products: bounds in fractions, and what a channel shares."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, MODELS, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.functions import plus
from lastdigit.operations.normalization import layer_norm
from lastdigit.operations.norms import channel_norm, standardized
from studies.hard_arrays import Draw

SINGLE = Arithmetic.usual(FORMATS["float32"])
EPS = 1e-5
HARDLY = 1 + Fraction(1, 2**40)
LARGEST = Fraction(SINGLE.steps.largest)


def computed(values: Any, error: float, arithmetic: Arithmetic) -> RoundedBalls:
    values = np.atleast_1d(np.asarray(values, dtype=np.float64))
    return RoundedBalls(FastBalls.of(values), np.asarray(error), arithmetic)


def of_steps(x: Any, mean: Any, variance: Any, weight: Any, bias: Any) -> tuple[Any, Any]:
    """The composition, and the divisor."""
    xp = x.__array_namespace__()
    root = xp.sqrt(plus(variance, xp.asarray(EPS)))
    return (x - mean) / root * weight + bias, root


def sizes(*arrays: RoundedBalls) -> list[Fraction]:
    """The largest magnitude of each array's one number, with its error."""
    return [Fraction(array.value.magnitudes().item()) + Fraction(array.error.item()) for array in arrays]


def gain_of(root: RoundedBalls, weight: RoundedBalls) -> Fraction:
    least = Fraction(root.value.smallest_magnitudes().item()) - Fraction(root.error.item())
    return sizes(weight)[0] / least


def bound(given: list[RoundedBalls]) -> Fraction:
    x, mean, _, weight, bias = given
    steps, root = of_steps(*given)
    arithmetic, gain = x.arithmetic, gain_of(root, weight)
    u, tiny = Fraction(arithmetic.u), Fraction(arithmetic.underflow)
    of_x, of_mean, of_bias = sizes(x, mean, bias)
    own = (1 + 4 * u) * u * of_x * gain
    shared = u * (1 + 4 * u) * (2 * of_mean * gain + of_bias)
    return Fraction(steps.error.item()) + own + shared + tiny * (of_x + of_mean + 4)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("form", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("error", [0.0, 2.0**-6, 16.0])
def test_a_bound_is_that_of_the_steps_and_of_both_products(form: str, model: str, error: float):
    arithmetic = Arithmetic.usual(FORMATS[form]).in_model(model)
    for seed in range(10):
        values = Draw(seed).normal(size=5)
        given = [
            computed(value, share, arithmetic)
            for value, share in zip((*values[:2], abs(values[2]) + 0.5, *values[3:]), (error, 0, 0, 0, 0), strict=True)
        ]
        least = bound(given)
        assert least <= Fraction(standardized(*given, eps=EPS).error.item()) <= least * HARDLY


@pytest.mark.parametrize("form", ["float32", "float16"])
def test_products_that_vanish_lose_what_underflows_of_each_operand_and_of_four_steps(form: str):
    arithmetic = Arithmetic.usual(FORMATS[form])
    given = [computed(value, 0.0, arithmetic) for value in (3.0, 2.0, 1.0, 0.0, 0.0)]
    least = bound(given)
    assert least <= Fraction(standardized(*given, eps=EPS).error.item()) <= least * HARDLY


@pytest.mark.parametrize("weight", [1.0, 8.0])
@pytest.mark.parametrize(("share", "of_bias"), [(0.25, 0.5), (0.45, 0.1), (2.0**-11, 0.9990234375)])
def test_a_bound_is_known_as_long_as_the_terms_of_the_second_form_fit_together(
    weight: float, share: float, of_bias: float
):
    """With x = mean the result is the bias alone; |x| + |mean| times the gain, and the bias, are what must fit."""
    near = float(share * LARGEST / Fraction(weight))
    arrays = {name: computed(value, 0.0, SINGLE) for name, value in (("x", near), ("variance", 1.0))}
    weights = computed(weight, 0.0, SINGLE)
    _, root = of_steps(arrays["x"], arrays["x"], arrays["variance"], weights, weights)
    left = LARGEST - 2 * Fraction(near) * gain_of(root, weights)
    assert abs(float(left / LARGEST) - of_bias) < 2.0**-8
    inside, outside = left - LARGEST / 2**46, left + left / 2**51
    for bias, fits in ((inside, True), (outside, False)):
        given = [arrays["x"], arrays["x"], arrays["variance"], weights, computed(float(bias), 0.0, SINGLE)]
        assert np.isfinite(of_steps(*given)[0].error.item())
        assert np.isfinite(standardized(*given, eps=EPS).error.item()) == fits


def test_a_bound_is_not_known_where_the_divisor_may_be_zero():
    given = [computed(value, 0.0, SINGLE) for value in (1.0, 2.0, 1.0, 1.0, 1.0)]
    given[2] = computed(0.0, EPS, SINGLE)
    assert standardized(*given, eps=EPS).error.item() == np.inf


@pytest.mark.parametrize("n", [1, 2, 7])
def test_what_a_channel_shares_is_rounded_twice_with_the_mean_and_once_with_the_bias(n: int):
    x, weight, bias = (computed(values, 0.0, SINGLE) for values in (Draw(n).normal(size=(3, n)), [[2.0]], [[-3.0]]))
    plain, found = layer_norm(x, weight, bias, eps=0.5), channel_norm(x, weight, bias, eps=0.5)
    deviation = np.sqrt(np.var(x.value.mid, axis=-1, keepdims=True) + 0.5)
    size = np.mean(np.abs(x.value.mid), axis=-1, keepdims=True)
    shared = np.sqrt(1.0 / 3.0) * SINGLE.u * (2.0 * size * 2.0 / deviation + 3.0)
    expected = np.broadcast_to(plain.settled.row + shared, x.shape)
    assert np.all(np.abs(found.settled.in_shape(x.shape).row / expected - 1.0) <= 2.0**-30)
    assert found.error.tolist() == plain.error.tolist()


def test_what_a_channel_shares_near_the_end_of_the_range_does_not_overflow_on_the_way():
    double = Arithmetic.usual(FORMATS["float64"])
    x = np.array([[100.0, -100.0] * 20 + [0.0]])
    given = [exactly(np.asarray(values), double, FastBalls) for values in (x, [[9.5e307]], [[0.0]])]
    plain, found = layer_norm(*given), channel_norm(*given)
    assert np.all(found.settled.in_shape(x.shape).row > plain.settled.in_shape(x.shape).row)


def test_no_typical_error_is_known_of_a_layer_norm_that_may_overflow_where_no_bound_is_known():
    row = Draw(0).normal(size=(1, 64))
    row = (row - row.mean()) / row.std()
    weight, bias = np.full(64, float(np.float32(3.4e37))), np.zeros(64)
    for offset in (2e4, 1e5):
        x = np.float32(row + offset).astype(np.float64)
        found = layer_norm(*(exactly(values, SINGLE.in_model(FUSED), FastBalls) for values in (x, weight, bias)))
        assert not np.isfinite(found.typical.bias).any()


def test_a_norm_may_reach_the_largest_number_by_its_deviation_less_the_error_of_that():
    x = np.tile([999.75, 1000.25], 32)[np.newaxis]
    for share, known in ((0.9, True), (0.95, False)):
        weight = np.full(64, share * SINGLE.steps.largest * 0.25 / (1.0 + 2.0 * 1000.25))
        given = (exactly(values, SINGLE.in_model(FUSED), FastBalls) for values in (x, weight, np.zeros(64)))
        assert bool(np.isfinite(layer_norm(*given).error).all()) is known
