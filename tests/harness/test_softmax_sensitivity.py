"""The lemma behind softmax bounds: no perturbation of logarithms moves a weight further, and some come near."""

from __future__ import annotations

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
