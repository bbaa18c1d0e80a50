"""Theorems of the fast engine are no narrower than their proofs, and hardly wider."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.fast_namespace import EXP_ULPS
from lastdigit.enclosure.fast_theorems import scaled_attention_scores, softmax
from lastdigit.enclosure.upward import TINY, quietly
from studies.hard_arrays import Draw

U = Fraction(1, 2**53)
HARDLY = 1 + Fraction(1, 2**30)


def exact_gamma(n: int) -> Fraction:
    return n * U / (1 - n * U)


def squared(row: np.ndarray) -> Fraction:
    return sum((Fraction(number) ** 2 for number in row.tolist()), Fraction(0))


@pytest.mark.parametrize("d", [1, 2, 3, 64])
def test_scaled_scores_allow_for_the_sum_and_three_roundings_of_the_scale(d: int):
    q, k = Draw(d).normal(size=(3, d)), Draw(d + 1).normal(size=(4, d))
    found = scaled_attention_scores(FastBalls(q), FastBalls(k))
    for i, j in np.ndindex(3, 4):
        sizes = squared(q[i]) * squared(k[j]) / d
        radius = Fraction(float(found.radii[i, j])) ** 2
        assert (
            exact_gamma(d + 3) ** 2 * sizes <= radius <= (exact_gamma(d + 4) + Fraction(1, 2**59)) ** 2 * sizes * HARDLY
        )


def test_what_scaled_queries_lose_by_underflow_meets_large_keys():
    found = scaled_attention_scores(FastBalls(np.zeros((1, 3))), FastBalls(np.full((2, 3), 2.0**600)))
    lost = 4.0 * 2.0**-1074 * 2.0**600 * np.sqrt(3.0)
    assert np.all(found.radii >= lost)


def test_scores_of_numbers_that_are_not_known_or_of_one_row_are_composed_of_their_steps():
    known = FastBalls(np.array([[1.0, 2.0], [3.0, 4.0]]))
    unsure = FastBalls(known.mid, np.full((2, 2), 0.25))
    for q, k in ((unsure, known), (known, unsure)):
        assert np.all(scaled_attention_scores(q, k).radii >= 0.25 * 3.0 / np.sqrt(2.0))
    row = scaled_attention_scores(known[0], known)
    assert np.max(np.abs(row.mid - scaled_attention_scores(known, known).mid[0])) <= 2.0**-40
    assert scaled_attention_scores(FastBalls(np.zeros((2, 0))), FastBalls(np.zeros((3, 0)))).shape == (2, 3)


@pytest.mark.parametrize("keys", [2, 5, 200])
@pytest.mark.parametrize("reach", [0.0, 2.0**-10, 0.125])
def test_a_softmax_moves_by_its_scores_their_shift_its_exp_and_its_roundings(keys: int, reach: float):
    scores = np.ceil(Draw(keys).normal(size=keys) * 2**20) * 2.0**-20 * 4.0
    balls = FastBalls(scores, np.linspace(0.5, 1.0, keys) * reach if reach else FastBalls(scores).rad)
    found = softmax(balls)
    highest = Fraction(float(np.max(scores)))
    t = [Fraction(float(r)) + U * (highest - Fraction(s)) for s, r in zip(scores.tolist(), balls.radii, strict=True)]
    weights = [Fraction(weight) for weight in found.mid.tolist()]
    largest, tau = max(t), sum(w * each for w, each in zip(weights, t, strict=True))
    exp = 2 * 2 * Fraction(EXP_ULPS) * U

    def bound(own: Fraction, each: Fraction, relative: Fraction) -> Fraction:
        return own * ((1 - 2 * own) * each + min(tau, largest) + 2 * largest**2 + 2 * relative) / (1 - tau)

    for own, each, radius in zip(weights, t, found.radii.tolist(), strict=True):
        least, most = bound(own, each, exact_gamma(keys + 1) + exp), bound(own, each, exact_gamma(keys + 2) + exp)
        assert least <= Fraction(radius) <= most * HARDLY + 8 * (keys + 2) * Fraction(TINY)


def test_hidden_scores_have_weights_of_zero_and_move_nothing():
    scores, mask = np.array([[1.0, 900.0, 2.0], [1.0, 2.0, 3.0]]), np.array([[True, False, True], [False] * 3])
    unsure = FastBalls(scores, np.array([[0.125, 100.0, 0.125]] * 2))
    with quietly():
        found = softmax(unsure, mask)
    alone = softmax(FastBalls(scores[0, ::2], np.full(2, 0.125)))
    assert found.mid[0].tolist() == [alone.mid[0], 0.0, alone.mid[1]]
    assert found.radii[0, 1] == 0.0
    assert np.all(found.radii[0, ::2] <= alone.radii * (1.0 + 2.0**-30))
    assert not np.any(np.isfinite(found.radii[1]))
    assert found.rows_sum_to_one
    assert softmax(FastBalls(np.zeros((2, 0)))).shape == (2, 0)


def test_a_weight_that_underflows_may_be_a_few_of_the_smallest_normal_numbers():
    radii = softmax(FastBalls(np.array([0.0, -5000.0]))).radii
    assert 4.0 * 3.0 * TINY <= radii[1] <= 32.0 * TINY
