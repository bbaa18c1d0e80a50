"""The lemma behind softmax bounds: no perturbation of logarithms moves a weight further, and some come near."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.enclosure.softmax_sensitivity import LARGEST, moved_weights
from lastdigit.enclosure.upward import quietly

SIZES = st.integers(1, 6)
SEEDS = st.integers(0, 2**32 - 1)
SCALES = st.sampled_from([1e-15, 1e-6, 1e-3, 0.2, 0.24, 0.26, 1.0, 5.0, 40.0])


def displaced(weights: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """How far perturbations of the logarithms move the weights, in extended precision."""
    wide = weights.astype(np.longdouble)
    wide = wide / wide.sum()
    grown = wide * np.exp(theta.astype(np.longdouble))
    return np.abs(grown / grown.sum(axis=-1, keepdims=True) - wide)


def distribution(draw: np.random.RandomState, size: int) -> np.ndarray:
    weights = np.exp(draw.normal(size=size) * draw.choice([0.1, 3.0, 20.0]))
    return weights / weights.sum()


@given(SIZES, SEEDS, SCALES)
def test_no_corner_of_the_perturbations_moves_a_weight_beyond_its_bound(size: int, seed: int, scale: float):
    draw = np.random.RandomState(seed)
    weights, t = distribution(draw, size), draw.uniform(0, scale, size=size)
    corners = np.array(list(product((-1.0, 1.0), repeat=size))) * t
    inside = draw.uniform(-1, 1, size=(64, size)) * t
    for theta in (corners, inside):
        moved = displaced(weights, theta).max(axis=0)
        assert np.all(moved <= moved_weights(weights, weights, t, relative=2.0**-50) + 2.0**-1022)


@given(SIZES, SEEDS)
def test_to_first_order_the_bound_is_reached(size: int, seed: int):
    draw = np.random.RandomState(seed)
    weights, t = distribution(draw, size), draw.uniform(1e-9, 1e-8, size=size)
    corners = np.array(list(product((-1.0, 1.0), repeat=size))) * t
    reached = displaced(weights, corners).max(axis=0)
    bound = moved_weights(weights, weights, t)
    assert np.all(bound <= reached * 1.0001 + 1e-12 * weights)


def test_a_shift_that_all_logarithms_share_moves_nothing_but_the_bound_cannot_know():
    weights = np.array([0.25, 0.75])
    assert np.max(displaced(weights, np.full(2, 0.1))) < 1e-18


@pytest.mark.parametrize("t", [0.1, LARGEST, 1.0, 700.0, 1e4])
def test_a_weight_near_one_hardly_moves_and_none_moves_by_more_than_one(t: float):
    with quietly():
        bound = moved_weights(np.array([1.0, 0.0]), np.array([1.0, 0.0]), np.full(2, t))
    assert bound[0] <= (2.0 * t**2 / (1 - t) * 1.01 if t <= LARGEST else 1.0 + 1e-9)


def test_what_is_not_known_in_one_row_leaves_the_others_known():
    weights = np.full((3, 2), 0.5)
    t = np.array([[0.1, 0.1], [np.inf, 0.1], [np.nan, 0.1]])
    with np.errstate(invalid="ignore"):
        bound = moved_weights(weights, weights, t)
    assert np.all(np.isfinite(bound[0]))
    assert not np.any(np.isfinite(bound[1:]))


def test_weights_that_may_lie_lower_move_further():
    weights, t = np.array([0.9, 0.1]), np.full(2, 0.01)
    certain, uncertain = moved_weights(weights, weights, t), moved_weights(weights, weights, t, below=0.1)
    assert np.all(uncertain > certain)


def by_lemma(weights, high, t, below: float, relative: float, slack: Fraction) -> Iterator[Fraction]:
    """The lemma in exact arithmetic, where weights and high are off by so much, and all sums by ``slack``."""
    off = 1 + Fraction(relative)
    w, h, t = ([Fraction(number) for number in array.tolist()] for array in (weights, high, t))
    largest = max(t)
    tau = min(sum(one * other for one, other in zip(h, t, strict=True)) * off * (1 + slack), largest)
    low = [(number - Fraction(below)) * (2 - off) for number in w]
    for own, least, reach in zip(h, low, t, strict=True):
        yield own * off * ((1 - 2 * least) * reach + tau + 2 * largest**2 + 2 * Fraction(relative)) / (1 - tau)


@pytest.mark.parametrize(("below", "relative"), [(0.0, 0.0), (2.0**-4, 0.0), (0.0, 2.0**-10), (2.0**-4, 2.0**-10)])
@pytest.mark.parametrize("scale", [2.0**-40, 2.0**-10, LARGEST])
def test_the_bound_is_the_lemma_in_exact_arithmetic_and_hardly_more(below: float, relative: float, scale: float):
    for seed in range(20):
        draw = np.random.RandomState(seed)
        high = np.ceil(distribution(draw, 5) * 2**20) * 2.0**-20
        weights, t = high * 0.75, draw.uniform(0, scale, size=5)
        bounds = moved_weights(weights, high, t, below=below, relative=relative).tolist()
        exact = by_lemma(weights, high, t, below, relative, Fraction(0))
        for bound, least in zip(bounds, exact, strict=True):
            assert least <= Fraction(bound) <= least * (1 + Fraction(1, 2**40) + 40 * Fraction(relative))


def test_a_long_sum_of_weights_may_be_off_by_a_rounding_of_each():
    m = 2**12
    weights = np.full(m, 0.5 / m)
    t = np.where(np.arange(m) < m // 2, 2.0**-4, 2.0**-5)
    least = next(by_lemma(weights, weights, t, 0.0, 0.0, Fraction(m, 2**53)))
    assert Fraction(float(moved_weights(weights, weights, t)[0])) >= least


def test_rows_of_which_some_move_far_are_bounded_each_by_its_own():
    weights = np.array([[0.5, 0.5], [0.5, 0.5], [0.25, 0.75]])
    t = np.array([[0.125, 0.125], [1.0, 1.0], [0.125, 0.0]])
    bounds = moved_weights(weights, weights, t)
    for row in (0, 2):
        assert np.all(bounds[row] >= moved_weights(weights[row], weights[row], t[row]))
    assert np.array_equal(bounds[1], moved_weights(weights[1], weights[1], t[1]))
    assert bounds[1, 0] < 0.5


@pytest.mark.parametrize("below", [0.0, 0.125])
@pytest.mark.parametrize("reach", [0.5, 3.0])
def test_weights_that_move_far_are_bounded_by_their_corners(below: float, reach: float):
    high, t = np.array([0.5, 0.25, 0.25]), np.array([reach, 0.5, 0.25])
    low = high - below
    found = moved_weights(high, high, t, below=below)
    for j in range(3):
        rest = [k for k in range(3) if k != j]
        up, down = (np.sum(w[rest] * np.exp(s * t[rest])) for w, s in ((high, 1), (low, -1)))
        grown, shrunk = high[j] * np.exp(t[j]), low[j] * np.exp(-t[j])
        most = max(grown / (grown + down) - low[j], high[j] - shrunk / (shrunk + up))
        assert most <= found[j] <= most * (1.0 + 2.0**-36)
