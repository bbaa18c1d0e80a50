"""A layer norm's conditions: the roundings and the range that its bound and its typical error are derived for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_layer_norm import _fits_in_sums, layer_norm
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.enclosure.upward import gamma

HALF = Arithmetic.usual(FORMATS["float16"]).in_model(STORED)
SINGLE = Arithmetic.usual(FORMATS["float32"]).in_model(FUSED)
FEATURES = 64


def read(row: np.ndarray, arithmetic: Arithmetic, *, weight: float = 1.0, eps: float = 1e-5) -> RoundedBalls:
    arrays = (row[np.newaxis], np.full(len(row), weight), np.zeros(len(row)))
    return layer_norm(*(exactly(array, arithmetic, FastBalls) for array in arrays), eps=eps)


def alternating(n: int, size: float = 1.0) -> np.ndarray:
    return np.where(np.arange(n) % 2, -size, size)


def with_deviation_of_variance(share: float) -> np.ndarray:
    """A row so far from zero that its variance has typically this share of a sixteenth as its relative error."""
    row = np.random.RandomState(0).normal(size=FEATURES)
    row = (row - row.mean()) / row.std()
    of_sum = SINGLE.u * math.sqrt((FEATURES + 6) / 3)
    own = math.hypot(of_sum, 4 * ROUNDING * SINGLE.u)
    return row + (share * 2.0**-4 - own) / (2.0 * of_sum)


@pytest.mark.parametrize(("n", "few"), [(45, True), (46, False), (100, False)])
def test_sums_of_more_roundings_than_a_quarter_have_no_bound(n: int, few: bool):
    """Of eight digits, 51 roundings change a number by a quarter; a large ε makes the bound finite but for that."""
    coarse = Arithmetic(FORMATS["bfloat16"], FORMATS["bfloat16"], model=FUSED)
    found = read(alternating(n), coarse, eps=1e4)
    assert found.shape == found.error.shape == (1, n)
    assert np.all(np.isfinite(found.error)) == np.any(np.isfinite(found.error)) == few
    assert np.all(np.abs(found.value.mid) < 0.02)


@pytest.mark.parametrize(("room", "fits"), [(0.0005, False), (0.004, True)])
def test_a_variance_must_be_in_range_with_its_error(room: float, fits: bool):
    """It is off by some three roundings of eleven digits, a share of 0.0015."""
    size = math.sqrt(HALF.steps.largest * (1.0 - room))
    assert np.isfinite(read(alternating(8, size), HALF).error).tolist() == [[fits] * 8]


@pytest.mark.parametrize("model", [FUSED, STORED, SPLIT])
def test_what_may_be_truncated_has_its_bound_as_a_typical_error(model: str):
    truncating = Arithmetic(FORMATS["float32"], FORMATS["float32"], operands=FORMATS["tf32"], model=model)
    found = read(alternating(8), truncating)
    assert np.all(np.isfinite(found.error))
    assert np.array_equal(found.typical.bias, found.error)
    assert not np.any(found.typical.sigma)


@pytest.mark.parametrize(("share", "known"), [(0.9, True), (1.1, False)])
def test_a_typical_error_is_known_up_to_a_sixteenth_of_the_variance(share: float, known: bool):
    found = read(with_deviation_of_variance(share), SINGLE)
    assert np.all(np.isfinite(found.typical.bias)) == np.any(np.isfinite(found.typical.bias)) == known


@pytest.mark.parametrize(("share", "known"), [(0.3, True), (0.45, True), (0.55, False)])
def test_results_within_half_the_range_have_a_typical_error_where_they_have_no_bound(share: float, known: bool):
    """All elements may at worst be off by as much as they deviate, though typically they hardly are."""
    size = 1000.0
    row = np.full((1, FEATURES), -size / (FEATURES - 1))
    row[0, 0] = size
    deviation = float(np.std(row))
    off = np.full(row.shape, deviation)
    x = RoundedBalls(FastBalls.of(row), off, SINGLE, Typical(element=off * 2.0**-20))
    weight = np.full(FEATURES, share * SINGLE.steps.largest * deviation / size)
    found = layer_norm(x, *(exactly(each, SINGLE, FastBalls) for each in (weight, np.zeros(FEATURES))))
    assert not np.any(np.isfinite(found.error))
    assert np.all(np.isfinite(found.typical.bias)) == np.any(np.isfinite(found.typical.bias)) == known


@pytest.mark.parametrize(("share", "fits"), [(3.5, False), (4.5, True)])
def test_sums_of_squares_must_fit_with_four_times_the_roundings_of_a_sum(share: float, fits: bool):
    split, n = SINGLE.in_model(SPLIT), 8
    rounding = gamma(n + 6, split.accumulation_roundoff)
    size = np.sqrt(split.largest_sum * (1.0 - share * rounding) / n)
    assert _fits_in_sums(exactly(np.full((1, n), size), split, FastBalls), rounding).tolist() == [[fits]]
