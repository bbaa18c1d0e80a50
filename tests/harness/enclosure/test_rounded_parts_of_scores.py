"""Constants of scaled scores are bounded from above, and hardly more, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import flint
import numpy as np
import pytest
from flint import arb

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import MODELS, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.rounded_scores import RoundedScores, of_scores, of_terms, raised_scale, scale_error
from lastdigit.enclosure.rounding_theorems import scaled_attention_scores
from lastdigit.enclosure.upward import gamma

SINGLE = Arithmetic.usual(FORMATS["float32"])
HARDLY = 1 + Fraction(1, 2**40)


@pytest.fixture(autouse=True)
def in_300_bits() -> Iterator[None]:
    before, flint.ctx.prec = flint.ctx.prec, 300
    yield
    flint.ctx.prec = before


def test_the_scale_is_not_below_the_inverse_of_the_root():
    for d in range(1, 2000):
        assert 1 <= Fraction(raised_scale(d)) ** 2 * d <= HARDLY


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("format", ["float32", "bfloat16"])
def test_a_score_itself_is_rounded_seven_times_after_its_terms(format: str, model: str):
    arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
    for d in range(1, 64):
        exact = Fraction(gamma(7, arithmetic.u)) * (1 + Fraction(of_terms(arithmetic, d)))
        assert exact <= Fraction(of_scores(arithmetic, d)) <= exact * HARDLY


@pytest.mark.parametrize("format", ["float16", "bfloat16", "float32", "float64"])
def test_the_error_of_a_scale_is_the_largest_of_all_ways_to_keep_it(format: str):
    def held(number: arb) -> arb:
        return arb(float(FORMATS[format].round(np.asarray(float(number)))))

    for d in [2, 3, 4, 5, 7, 8, 12, 24, 40, 64, 80, 96, 128, 1000]:
        root = arb(d).sqrt()
        both = root.sqrt()
        ways = [held(root) / root, held(1 / root) * root, held(1 / held(root)) * root]
        ways += [held(both) ** 2 / root, held(1 / both) ** 2 * root]
        exact, found = max(abs(way - 1) for way in ways), arb(scale_error(d, FORMATS[format]))
        assert exact < found < exact * (1 + arb(2) ** -40)


@pytest.mark.parametrize("format", ["float16", "float32", "float64"])
def test_the_scales_of_powers_of_sixteen_are_numbers(format: str):
    assert [scale_error(16**power, FORMATS[format]) for power in range(6)] == [0.0] * 6


def test_the_scores_of_a_query_have_the_bounds_in_single_precision_alone_that_they_have_among_many():
    q, k = np.random.RandomState(0).uniform(1.0, 2.0, size=(4000, 1)), np.ones((1, 1))

    def found(queries: np.ndarray) -> np.ndarray:
        scores = scaled_attention_scores(*(exactly(side, SINGLE, FastBalls) for side in (queries, k)))
        assert isinstance(scores, RoundedScores)
        return scores.combined_bound(scores.value.magnitudes().astype(np.float32), np.float32, 1.0, 0.0)

    assert np.array_equal(found(q)[:1], found(q[:1]))
