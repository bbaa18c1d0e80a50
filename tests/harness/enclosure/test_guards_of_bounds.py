"""Where a bound would not hold, nothing is known: next to the end of a format's range, to zero, to what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import RESCALED, SPLIT, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls, minus_infinity_of_sum
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_namespace import RoundedNamespace
from lastdigit.enclosure.row_blocks import by_rows
from lastdigit.enclosure.spread import Spread
from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from lastdigit.operations.normalization import softmax

SINGLE = Arithmetic.usual(FORMATS["float32"])
ROUNDED = RoundedNamespace(SINGLE, FastBalls)
ENGINES = pytest.mark.parametrize("engine", [ExactBalls, FastBalls])


def rounded(values: list[float], bounds: list[float], typical: Typical | None = None) -> RoundedBalls:
    return RoundedBalls(FastBalls.of(np.array(values)), np.array(bounds), SINGLE, typical)


def test_the_largest_computed_magnitude_is_an_upper_bound_though_its_sum_is_rounded_down():
    assert Fraction(rounded([1.0], [2.0**-60]).largest) >= 1 + Fraction(1, 2**60)
    assert Fraction(float(rounded([1.0], [2.0**-60]).magnitudes[0])) >= 1 + Fraction(1, 2**60)


def test_what_may_come_a_hair_beyond_the_largest_number_has_no_bound():
    end = SINGLE.steps.largest
    given = exactly(np.ones(2), SINGLE, FastBalls)
    found = given.bounded(FastBalls.of(np.array([end, 1.0])), np.array([end * 2.0**-60, 0.5]))
    assert found.error.tolist() == [np.inf, 0.5]
    assert not np.isfinite(found.typical.bias[0])


def test_a_quotient_by_what_may_be_computed_as_zero_has_no_bound():
    ones = exactly(np.ones(3), SINGLE, FastBalls)
    with quietly():
        assert np.isfinite((ones / rounded([1.0] * 3, [0.5, 1.0, 2.0])).error).tolist() == [True, False, False]


def test_a_root_of_what_may_be_computed_as_negative_has_no_bound():
    assert np.isfinite(ROUNDED.sqrt(rounded([1.0] * 3, [0.5, 1.0, 2.0])).error).tolist() == [True, False, False]


def test_the_larger_of_two_may_be_off_by_as_much_as_either():
    one, other = rounded([1.0, 1.0], [0.5, 0.25]), rounded([1.0, 1.0], [0.25, 0.5])
    assert ROUNDED.maximum(one, other).error.tolist() == [0.5, 0.5]


def test_sums_and_means_of_nothing_are_taken():
    nothing = exactly(np.zeros((2, 0)), SINGLE, FastBalls)
    with quietly():
        assert ROUNDED.sum(nothing, axis=-1).shape == ROUNDED.mean(nothing, axis=-1).shape == (2,)
    assert np.all(ROUNDED.sum(nothing, axis=-1).error < 2.0**-1000)


def test_what_a_row_shares_it_shares_wherever_it_is_moved_as_a_whole():
    ones = np.ones((2, 3, 4))
    moved = RoundedBalls(FastBalls.of(ones), ones, SINGLE, Typical(row=ones))
    assert float(np.max(ROUNDED.permute_dims(moved, (1, 0, 2)).typical.row)) == 1.0
    apart = ROUNDED.permute_dims(moved, (0, 2, 1)).typical
    assert (float(np.max(apart.row)), float(np.max(apart.whole))) == (0.0, 1.0)


def test_columns_that_are_zero_or_not_known_are_multiples_of_one():
    distances = np.array([[0.0, 2.0, np.inf, np.nan], [0.0, 4.0, 1.0, 1.0]])
    assert Spread(np.zeros((1, 4)), distances, distances).unit.tolist() == [[1.0, 4.0, 1.0, 1.0]]


def test_a_sum_is_minus_infinity_only_where_its_midpoint_is():
    hidden, finite = FastBalls(np.full(2, -np.inf)), FastBalls(np.ones(2))
    found = minus_infinity_of_sum(finite, hidden, np.array([np.inf, -np.inf]))
    assert found is not None
    assert found.tolist() == [False, True]


MASK = np.array([[False, True, True, True], [True, True, True, True]])


@ENGINES
def test_a_mask_and_scores_of_minus_infinity_hide_what_either_hides(engine: type[Balls]):
    scores = np.array([[5.0, -np.inf, 1.0, 2.0], [1.0, 2.0, 3.0, 4.0]])
    both = MASK & np.isfinite(scores)
    finite = np.where(np.isfinite(scores), scores, 0.0)
    with precision():
        found, plain = softmax(engine.of(scores), MASK), softmax(engine.of(finite), both)
        computed, expected = (
            softmax(exactly(each, SINGLE.in_model(SPLIT), engine), mask)
            for each, mask in ((scores, MASK), (finite, both))
        )
    assert [each is not None for each in found.bounds()] == [True] * 8
    assert np.all(found.magnitudes()[~both] < 2.0**-1000)
    assert np.all(np.abs(found.magnitudes() - plain.magnitudes()) <= 2.0**-40)
    assert np.all(np.abs(computed.error - expected.error) <= 2.0**-40 * expected.error)


@ENGINES
def test_a_score_of_minus_infinity_that_a_mask_hides_leaves_unknown_scores_unknown(engine: type[Balls]):
    scores = np.array([[-np.inf, 1.0, 1.0, 2.0], [np.nan, 2.0, 3.0, 4.0]])
    with precision(), quietly():
        found = softmax(engine.of(scores), MASK)
        computed = softmax(exactly(scores, SINGLE, engine), MASK)
    known = [each is not None for each in found.bounds()]
    assert known[:4] == [True] * 4
    assert not any(known[4:])
    assert np.isfinite(computed.error).tolist() == [[True] * 4, [False] * 4]


def test_a_mask_that_is_added_leaves_what_it_shows_its_rounding():
    hiding = np.array([-np.inf, 0.0, 0.0])
    numbers, mask, zeros = (exactly(each, SINGLE, FastBalls) for each in (np.arange(3.0) + 0.1, hiding, np.zeros(3)))
    assert (numbers + mask).error.tolist() == [0.0, *(numbers + zeros).error.tolist()[1:]]


DOUBLE = Arithmetic.usual(FORMATS["float64"])


def product(row: np.ndarray) -> RoundedBalls:
    """With large numbers, of a row that was computed."""
    computed = RoundedBalls(ExactBalls.of(row * 2.0**-9), np.zeros(row.shape), DOUBLE)
    return computed @ exactly(np.full((6, 1), 2.0**9), DOUBLE)


SUMS = {
    "sum": (DOUBLE.summation(5), lambda row: RoundedNamespace(DOUBLE).sum(exactly(row, DOUBLE), axis=-1)),
    "product": (DOUBLE.product(6, stored=1 + RESCALED), product),
}


@pytest.mark.parametrize("kind", SUMS)
def test_sums_that_come_within_the_rounding_of_their_bound_of_the_largest_number_have_none(kind: str):
    rounding, take = SUMS[kind]
    reach = DOUBLE.largest_sum / (1.0 + rounding)
    row = np.array([[reach / 2, -reach / 2, 0.0, 0.0, 0.0, 0.0]])
    for below, fits in ((2.0**-47, False), (2.0**-40, True)):
        with precision(), quietly():
            found = take(row * (1.0 - below))
        assert bool(np.all(np.isfinite(found.error))) == fits


@pytest.mark.parametrize("attention", [find_operation("scaled_dot_product_attention").definition, by_rows])
def test_an_attention_without_keys_is_read_as_zeros(attention: Callable[..., FastBalls]):
    q, k, v = (FastBalls.of(np.ones(shape)) for shape in ((2, 3), (0, 3), (0, 4)))
    result = attention(q, k, v)
    assert result.shape == (2, 4)
    assert not np.any(result.mid)
