"""The bound of a variance adds what Welford's update or a difference of squares may lose, as far as squares fit."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.upward import gamma
from lastdigit.operations.reductions import total, variance
from studies.hard_arrays import Draw

SINGLE = Arithmetic.usual(FORMATS["float32"])


def computed(values: Any, arithmetic: Arithmetic, error: float = 0.0) -> RoundedBalls:
    return RoundedBalls(FastBalls.of(np.asarray(values, dtype=np.float64)), np.asarray(error), arithmetic)


def of_steps(x: Any, correction: float) -> Any:
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    return total(centred * centred) / xp.asarray(x.shape[-1] - correction)


def root(square: Fraction) -> Fraction:
    """The root from below, to 400 binary places."""
    return Fraction(math.isqrt(int(square * 4**400)), 2**400)


@pytest.mark.parametrize("model", [FUSED, STORED, SPLIT])
@pytest.mark.parametrize("error", [0.0, 8.0])
@pytest.mark.parametrize("correction", [0.0, 1.0])
@pytest.mark.parametrize("form", ["float32", "float16"])
def test_a_bound_is_that_of_two_passes_and_of_another_way_to_the_variance(
    form: str, correction: float, error: float, model: str
):
    arithmetic, n = Arithmetic.usual(FORMATS[form]).in_model(model), 6
    rounding = 4 * Fraction(gamma(n + 6, arithmetic.accumulation_roundoff))
    scale = Fraction(n) / (n - Fraction(correction))
    for seed in range(5):
        x = computed(Draw(seed).normal(size=n), arithmetic, error)
        steps = of_steps(x, correction)
        squares = sum((Fraction(number) ** 2 for number in x.magnitudes.tolist()), Fraction(0)) / n
        spread = Fraction(steps.value.magnitudes().item()) / scale
        more = rounding * scale * root(spread * squares)
        more = max(more, rounding * scale * squares) if model == SPLIT else more
        least = Fraction(steps.error.item()) + more
        assert least <= Fraction(variance(x, correction=correction).error.item()) <= least * (1 + Fraction(1, 2**40))


@pytest.mark.parametrize("form", ["float32", "float16"])
@pytest.mark.parametrize("n", [2, 8, 50])
def test_squares_must_fit_in_a_sum_with_four_times_their_roundings(form: str, n: int):
    arithmetic = Arithmetic.usual(FORMATS[form]).in_model(FUSED)
    rounding = Fraction(gamma(n + 6, arithmetic.accumulation_roundoff))
    most = Fraction(arithmetic.largest_sum) / (1 + 4 * rounding)
    for square, fits in ((most * (1 - rounding / 8), True), (most * (1 + rounding / 8), False)):
        size = float(root(square / n))
        x = computed(np.full(n, size), arithmetic)
        assert np.isfinite(of_steps(x, 1.0).error)
        assert np.isfinite(variance(x, correction=1.0).error) == fits


@pytest.mark.parametrize(("n", "known"), [(40, True), (60, False), (100, False)])
def test_a_variance_whose_roundings_may_be_more_than_a_quarter_has_no_bound(n: int, known: bool):
    coarse = FloatFormat("coarse", 8, -126, 127)
    arithmetic = Arithmetic(coarse, coarse)
    assert (gamma(n + 6, arithmetic.accumulation_roundoff) <= 0.25) == known
    x = computed(Draw(3).normal(size=n), arithmetic)
    assert np.isfinite(of_steps(x, 1.0).error)
    assert np.isfinite(variance(x, correction=1.0).error) == known


def test_the_variance_of_zeros_is_off_by_underflow_alone():
    found = variance(computed(np.zeros(9), SINGLE), correction=1.0)
    assert found.error <= 20.0 * SINGLE.underflow


@pytest.mark.parametrize("correction", [1.0, 2.0])
def test_a_variance_that_is_divided_by_nothing_or_less_has_no_bound(correction: float):
    assert np.isinf(variance(computed(np.ones((3, 1)), SINGLE), correction=correction).error).tolist() == [True] * 3
