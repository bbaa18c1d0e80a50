"""Rounding bounds where rounding is at its worst: each bound is nearly reached by an evaluation that it allows."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import STORED, Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.operations import find_operation

FLOAT32, FLOAT16 = FORMATS["float32"], FORMATS["float16"]
ROUNDOFF = Fraction(FLOAT32.unit_roundoff)
SINGLE = Arithmetic(FLOAT32, FLOAT32)


def read(operation: str, *arrays: np.ndarray, arithmetic: Arithmetic = SINGLE) -> RoundedBalls:
    """The exact values of an operation on these numbers, with their rounding bounds."""
    with precision():
        return find_operation(operation).definition(*(exactly(array, arithmetic) for array in arrays))


def error_and_bound(computed: float, bounded: RoundedBalls, element: int) -> tuple[Fraction, Fraction]:
    flat = bounded.value.__array_namespace__().reshape(bounded.value, (-1,))
    (exact,) = flat[element : element + 1].midpoints()
    assert exact is not None
    return abs(Fraction(computed) - exact), Fraction(float(bounded.error.flat[element]))


def in_order(numbers: np.ndarray) -> np.float32:
    total = np.float32(0)
    for number in numbers:
        total = np.float32(total + number)
    return total


@pytest.mark.parametrize("add", [in_order, np.sum, math.fsum], ids=["in order", "by NumPy", "exactly"])
@pytest.mark.parametrize("n", [2, 3, 10, 1000])
def test_a_sum_that_loses_every_term_stays_within_its_bound(add: Callable, n: int):
    numbers = np.full(n, 2.0**-24, dtype=np.float32)
    numbers[0] = 1.0
    error, bound = error_and_bound(float(np.float32(add(numbers))), read("total", numbers.astype(np.float64)), 0)
    assert error <= bound
    if add is in_order:
        assert error == (n - 1) * ROUNDOFF
        assert bound <= error * (1 + 3 * n * ROUNDOFF) + Fraction(1, 2**1000)


@pytest.mark.parametrize("n", [3, 100, 1000])
def test_a_dot_product_that_loses_every_term_stays_within_its_bound(n: int):
    left, right = np.full((1, n), 2.0**-12), np.full((n, 1), 2.0**-12)
    left[0, 0] = right[0, 0] = 1.0
    products = (left[0] * right[:, 0]).astype(np.float32)
    error, bound = error_and_bound(float(in_order(products)), read("projection", left, right), 0)
    assert error == (n - 1) * ROUNDOFF
    assert error <= bound <= error * Fraction(n + 4, n - 1)


def test_a_layer_norm_whose_mean_loses_every_term_stays_within_its_bound():
    n = 1000
    numbers = np.full(n, 2.0**-24, dtype=np.float32)
    numbers[0] = 1.0
    count = np.float32(n)
    centred = numbers - in_order(numbers) / count
    normalised = centred / np.sqrt(in_order(centred * centred) / count + np.float32(1e-5))
    bounded = read("layer_norm", numbers.astype(np.float64), np.ones(n), np.zeros(n))
    errors, bounds = zip(*(error_and_bound(float(y), bounded, i) for i, y in enumerate(normalised)), strict=True)
    assert all(error <= bound for error, bound in zip(errors, bounds, strict=True))
    assert max(errors) > 20 * ROUNDOFF
    assert max(bounds) < 50 * max(errors)


@pytest.mark.parametrize("tiles", [1, 2, 8])
def test_an_online_softmax_whose_exp_is_as_coarse_as_declared_stays_within_its_bound(tiles: int):
    coarse = 1 + SINGLE.exp_error * SINGLE.u
    scores = np.arange(8.0)
    size = len(scores) // tiles
    largest, weights = -math.inf, np.zeros(0)
    for start in range(0, len(scores), size):
        tile = scores[start : start + size]
        larger = max(largest, float(tile.max()))
        weights = weights * math.exp(largest - larger) * coarse if start else weights
        weights = np.concatenate([weights, np.exp(tile - larger) * (coarse if start == 0 else 1 / coarse)])
        largest = larger
    bounded = read("softmax", scores, arithmetic=Arithmetic(FLOAT32, FLOAT32, key_tile=size))
    relative = []
    for element, weight in enumerate(weights / weights.sum()):
        error, bound = error_and_bound(float(weight), bounded, element)
        assert error <= bound
        relative.append(error / Fraction(float(weight)))
    if tiles == 8:
        assert relative[0] > 7 * Fraction(SINGLE.exp_error) * ROUNDOFF


def test_an_online_softmax_has_a_wider_bound_the_more_tiles_it_takes():
    scores = np.random.RandomState(0).normal(size=(1, 16))
    tiled = [Arithmetic(FLOAT32, FLOAT32, tile) for tile in (None, 16, 8, 2, 1)]
    bounds = [read("softmax", scores, arithmetic=arithmetic).error.max() for arithmetic in tiled]
    assert bounds[0] == bounds[1] < bounds[2] < bounds[3] < bounds[4]


def test_what_may_overflow_has_no_bound():
    large = np.array([[60000.0, 60000.0]])
    assert read("total", large, arithmetic=Arithmetic(FLOAT16, FLOAT16)).error.tolist() == [np.inf]
    assert read("total", large).error[0] < 1


def test_a_format_that_is_accumulated_in_a_wider_one_is_rounded_once_to_its_own():
    numbers = np.full((1, 500), 2.0**-8)
    narrow, wide = Arithmetic(FLOAT16, FLOAT16), Arithmetic(FLOAT16, FLOAT32, model=STORED)
    own, wider = (float(read("total", numbers, arithmetic=arithmetic).error[0]) for arithmetic in (narrow, wide))
    total = Fraction(500, 2**8)
    half_an_ulp = FLOAT16.ulp(total) / 2
    assert half_an_ulp <= Fraction(wider) <= 3 * half_an_ulp
    assert Fraction(own) >= 100 * half_an_ulp
