"""Errors of logarithms per row: their bound, their bias, and where they are small enough to be taken per row."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.rounded_logarithms import row_logarithms
from lastdigit.enclosure.rounded_scores import RoundedScores
from lastdigit.enclosure.rounding_theorems import scaled_attention_scores

BRAIN = Arithmetic.usual(FORMATS["bfloat16"]).in_model(FUSED)
ALMOST = Fraction(1, 2**44)
U = Fraction(BRAIN.u)
TILES = 3
LIBRARY = TILES * Fraction(BRAIN.exp_roundoff) / (1 - Fraction(BRAIN.exp_roundoff))


def scores(factors: list[float]) -> RoundedScores:
    """A row of scores of three features for each factor, which its query is multiplied by."""
    draw = np.random.RandomState(1)
    q = draw.uniform(0.5, 1.0, size=(1, 3)) * np.array(factors)[:, np.newaxis]
    k = draw.uniform(0.5, 1.0, size=(5, 3))
    found = scaled_attention_scores(exactly(q, BRAIN, FastBalls), exactly(k, BRAIN, FastBalls))
    assert isinstance(found, RoundedScores)
    return found


def rows(*arrays: np.ndarray) -> Iterator[tuple[Fraction, ...]]:
    return zip(*(map(Fraction, array.ravel().tolist()) for array in arrays), strict=True)


def derived(row_bound: Fraction, reach: Fraction) -> Fraction:
    """δ + u (10 |s| + 2 δ), and the library's error in each tile."""
    return row_bound + U * (10 * reach + 2 * row_bound) + LIBRARY


def test_the_bound_of_a_row_is_the_one_derived():
    x = scores([1.0, 0.01, 30.0])
    found = row_logarithms(x, TILES)
    assert found is not None
    for bound, row_bound, reach in rows(found.bound, x.row_bound, x.reach):
        exact = derived(row_bound, reach)
        assert exact <= bound <= exact * (1 + ALMOST)


def test_the_bias_of_a_row_is_that_of_underflow_of_the_scale_and_of_the_library():
    x = scores([1.0, 0.01, 30.0])
    found = row_logarithms(x, TILES)
    assert found is not None
    assert x.scale_error > 0.0
    for bias, reach in rows(found.bias, x.reach):
        exact = Fraction(x.lost) + Fraction(x.scale_error) * reach + TILES * Fraction(BRAIN.exp_error) * U
        assert abs(bias - exact) <= exact * ALMOST


@pytest.mark.parametrize(("share", "fits"), [(0.9, True), (1.1, False)])
def test_errors_are_taken_per_row_up_to_a_quarter_of_that_of_storing_weights(share: float, fits: bool):
    """All rows must be so accurate: the other one always is. But for the library's, errors are those of the scores."""
    [of_one] = [derived(*row) - LIBRARY for row in rows(scores([1.0]).row_bound, scores([1.0]).reach)]
    factor = (share * BRAIN.storage.unit_roundoff / 4 - float(LIBRARY)) / float(of_one)
    assert (row_logarithms(scores([factor, 1.0]), TILES) is not None) == fits
    assert (row_logarithms(scores([factor]), TILES) is not None) == fits
