"""Bounds of the backward steps of attention are the ones derived, for each way to form a step and in each row."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, MODELS, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_gradients import keys_backward, queries_backward, scores_backward
from lastdigit.enclosure.rounded_scores import scale_error
from lastdigit.enclosure.typical import ROUNDING, Typical

SINGLE = Arithmetic.usual(FORMATS["float32"]).in_model(FUSED)
NEAR = 2.0**-30


def drawn(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.RandomState(seed).uniform(0.5, 1.5, size=shape)


def given(values: np.ndarray, arithmetic: Arithmetic = SINGLE) -> RoundedBalls:
    return exactly(values, arithmetic, FastBalls)


def off(values: np.ndarray, bounds: np.ndarray) -> RoundedBalls:
    """Values that are off by up to ``bounds``, typically by a quarter of them."""
    found = np.broadcast_to(bounds, values.shape).copy()
    return RoundedBalls(FastBalls.of(values), found, SINGLE, Typical(element=found / 4.0))


def near(found: np.ndarray, expected: np.ndarray) -> bool:
    return found.shape == expected.shape and bool(np.all(np.abs(found - expected) <= NEAR * np.abs(expected)))


def of_queries(scores: RoundedBalls, operand: RoundedBalls) -> tuple[RoundedBalls, RoundedBalls]:
    return queries_backward(scores, operand), scores @ operand


def of_keys(scores: RoundedBalls, operand: RoundedBalls) -> tuple[RoundedBalls, RoundedBalls]:
    return keys_backward(scores.mT, operand), scores @ operand


WAYS = pytest.mark.parametrize("way", [of_queries, of_keys])
Way = Callable[[RoundedBalls, RoundedBalls], tuple[RoundedBalls, RoundedBalls]]


@WAYS
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("d", [1, 3, 8])
def test_a_scaled_product_has_its_own_error_over_the_scale_and_seven_more_roundings(way: Way, d: int, model: str):
    """Its typical error has the constant's own error instead, as a bias, and the seven are independent."""
    arithmetic = Arithmetic.usual(FORMATS["bfloat16"]).in_model(model)
    found, product = way(given(drawn(2, 5), arithmetic), given(drawn(5, d, seed=1), arithmetic))
    root, u, underflow = math.sqrt(d), arithmetic.u, 6 * arithmetic.underflow
    sizes, inherited = product.value.mid / root, product.error / root
    assert near(found.value.mid, sizes)
    assert near(found.error, inherited + 7 * u / (1 - 7 * u) * (sizes + inherited) + underflow)
    constant = scale_error(d, arithmetic.steps) * sizes
    assert near(found.typical.bias, product.typical.bias / root + constant + underflow)
    own = math.sqrt(7) * ROUNDING * u * (sizes + inherited)
    assert near(found.typical.element, np.hypot(product.typical.element / root, own))


@WAYS
def test_a_product_of_no_columns_has_no_elements(way: Way):
    found, _ = way(given(drawn(2, 5)), given(drawn(5, 0)))
    assert found.shape == found.error.shape == (2, 0)


def test_each_row_of_scores_has_the_larger_error_of_both_ways_to_form_its_sum():
    """The output of the first row is far off, and the weights of the second are."""
    w, v, g = drawn(2, 3), drawn(3, 4, seed=1), drawn(2, 4, seed=2)
    weights, values, cotangent = off(w, np.array([[0.0], [0.01]])), given(v), given(g)
    output = off(w @ v, np.array([[0.5], [0.0]]))
    found = scores_backward(weights, values, output, cotangent)
    xp = weights.__array_namespace__()
    products = cotangent @ values.mT
    sums = (cotangent * output.stored(), weights * products)
    by_output, by_weights = (weights * (products - xp.sum(terms, axis=-1, keepdims=True)) for terms in sums)
    for of in (lambda balls: balls.error, lambda balls: balls.typical.sigma):
        assert near(of(found)[0], of(by_output)[0])
        assert near(of(found)[1], of(by_weights)[1])
        assert np.all(of(by_weights)[0] < 0.9 * of(by_output)[0])
        assert np.all(of(by_output)[1] < 0.9 * of(by_weights)[1])


def test_a_row_of_scores_alone_has_the_bounds_that_it_has_among_others():
    w, v, g = drawn(3, 5) * np.array([[1.0], [8.0], [64.0]]), given(drawn(5, 4, seed=1)), drawn(3, 4, seed=2)
    zeros = np.zeros((3, 4))
    together = scores_backward(off(w, 0.125 * w), v, given(zeros), given(g))
    for i in range(3):
        row = slice(i, i + 1)
        alone = scores_backward(off(w[row], 0.125 * w[row]), v, given(zeros[row]), given(g[row]))
        assert near(together.error[row], alone.error)
