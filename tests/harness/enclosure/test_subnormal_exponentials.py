"""Exponentials below the normal range, where another number than the row's largest score is taken off."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import flint
import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.enclosure.shared_shift import raised_floor
from lastdigit.operations.normalization import softmax

SMALLEST = 2.0**-126
OF_ONE_ROW = np.array([[-60.0, -90.0]])
WEIGHTS = np.array([[0.5, 0.25, 0.125, 0.125], [0.97, 0.01, 0.01, 0.01]])
OF_TWO_ROWS = np.array([[60.0, 0.0], [0.0, -30.0]])


def flushed(scores: np.ndarray, shift: np.ndarray | float) -> np.ndarray:
    """A softmax in float32 that takes ``shift`` off and flushes subnormal numbers to zero."""
    exponentials = np.exp((scores - shift).astype(np.float32))
    exponentials[exponentials < SMALLEST] = 0.0
    return exponentials / np.sum(exponentials, axis=-1, keepdims=True)


@pytest.mark.parametrize(
    ("scores", "shift"), [(OF_TWO_ROWS, 60.0), (OF_ONE_ROW, 0.0)], ids=["largest of all", "nothing taken off"]
)
def test_a_weight_that_vanishes_although_its_row_stays_in_the_normal_range_is_right(scores: np.ndarray, shift: float):
    weights = flushed(scores, shift)
    assert weights[-1].tolist() == [1.0, 0.0]
    q, v = np.eye(len(scores)) * math.sqrt(len(scores)), np.array([[0.0, 1.0], [1.0, 1.0]])
    given = [array.astype(np.float32) for array in (q, scores.T, v)]
    result = (weights @ v).astype(np.float32)
    assert lastdigit.judge(result, "scaled_dot_product_attention", *given).verdict != "disagrees"
    assert lastdigit.judge(weights.astype(np.float32), "softmax", scores.astype(np.float32)).verdict != "disagrees"


def test_a_weight_above_the_unit_roundoff_may_not_vanish():
    scores = np.array([[60.0, 0.0], [0.0, -15.0]], dtype=np.float32)
    weights = flushed(scores, 60.0)
    weights[1] = [1.0, 0.0]
    assert lastdigit.judge(weights, "softmax", scores).verdict == "disagrees"


def floor_of(scores: np.ndarray, model: str, *, error: float = 0.0, radius: float = 0.0, mask: Any = None) -> Any:
    value = FastBalls(scores, np.full(scores.shape, radius)) if radius else FastBalls.of(scores)
    arithmetic = Arithmetic.usual(FORMATS["float32"]).in_model(model)
    return raised_floor(RoundedBalls(value, np.full(scores.shape, error), arithmetic), mask)


def is_just_above(found: float, exponent: float) -> bool:
    """Whether a floor is 2^−126 e^exponent, rounded up."""
    with flint.ctx.workprec(200):
        exact = flint.arb(exponent).exp() * flint.arb(SMALLEST)
        return bool(exact <= flint.arb(found) <= exact * (1 + 2.0**-30))


def test_the_floor_is_as_far_up_as_the_row_lies_below_what_is_taken_off():
    floor = floor_of(OF_TWO_ROWS, SPLIT)
    assert floor.shape == (2, 1)
    assert is_just_above(floor[0, 0], 0.0)
    assert is_just_above(floor[1, 0], 60.0)
    assert is_just_above(floor_of(OF_ONE_ROW, FUSED)[0, 0], 60.0)
    assert is_just_above(floor_of(OF_ONE_ROW, SPLIT)[0, 0], 60.0)


def test_the_floor_is_rounded_up():
    wide = Arithmetic.usual(FORMATS["float64"])
    for score in np.random.default_rng(1).uniform(-670.0, -640.0, size=300):
        floor = raised_floor(exactly(np.array([[score]]), wide, FastBalls), None)[0, 0]
        with flint.ctx.workprec(200):
            exact = flint.arb(-score).exp() * flint.arb(2) ** -1022
            assert exact <= flint.arb(floor) <= exact * (1 + 2.0**-30)


def test_only_the_split_model_takes_the_largest_of_all_off():
    for model in (FUSED, STORED):
        floor = floor_of(OF_TWO_ROWS, model)
        assert floor[0, 0] == 0.0
        assert is_just_above(floor[1, 0], 0.0)


def test_what_scores_may_be_off_by_raises_the_floor():
    assert is_just_above(floor_of(OF_ONE_ROW, FUSED, error=0.25)[0, 0], 60.25)
    assert is_just_above(floor_of(OF_TWO_ROWS, SPLIT, error=0.25)[1, 0], 60.5)
    assert floor_of(OF_ONE_ROW, FUSED, radius=0.25)[0, 0] >= SMALLEST * math.exp(60.25)


def test_a_score_of_which_nothing_is_known_leaves_other_rows_their_floor():
    scores = exactly(np.array([[-60.0], [-60.0]]), Arithmetic.usual(FORMATS["float32"]), FastBalls)
    floor = raised_floor(RoundedBalls(scores.value, np.array([[np.inf], [0.0]]), scores.arithmetic), None)
    assert is_just_above(floor[1, 0], 60.0)


def test_the_floor_is_at_most_the_unit_roundoff():
    assert floor_of(np.array([[0.0], [-500.0]]), SPLIT)[1, 0] <= 2.0**-24 * (1.0 + 2.0**-30)
    assert floor_of(np.array([[0.0], [-500.0]]), SPLIT)[1, 0] >= 2.0**-24


def test_scores_that_a_mask_hides_are_none_of_the_row():
    masked = np.array([[-60.0, 7.0]])
    assert floor_of(masked, FUSED)[0, 0] == 0.0
    assert is_just_above(floor_of(masked, FUSED, mask=np.array([[True, False]]))[0, 0], 60.0)
    assert floor_of(masked, FUSED, mask=np.array([[False, False]]))[0, 0] == 0.0
    one_row = floor_of(np.repeat(masked, 2, axis=0), FUSED, mask=np.array([[True, False], [False, False]]))
    assert one_row[1, 0] == 0.0


def test_there_is_no_floor_where_nothing_that_counts_can_underflow():
    far = (math.log(2.0) * 126.0) - 3.0 * math.log(2.0) * 24.0
    assert floor_of(np.array([[-far + 0.01]]), FUSED) is None
    assert floor_of(np.array([[-far - 0.01]]), FUSED) is not None
    assert floor_of(np.array([[-far + 0.01]]), FUSED, error=0.02) is not None
    assert floor_of(np.array([[far / 2.0 - 0.01], [-far / 2.0]]), SPLIT) is None
    assert floor_of(np.array([[far / 2.0 + 0.01], [-far / 2.0]]), SPLIT) is not None
    half = exactly(np.array([[-9.0]]), Arithmetic.usual(FORMATS["float16"]).in_model(STORED), FastBalls)
    assert raised_floor(half, None) is None


def weights_with(
    floor: float | None, *, moved: float = 0.0, mask: Any = None, weights: np.ndarray = WEIGHTS
) -> RoundedWeights:
    """Weights of which nothing is off but what underflows."""
    found = softmax(exactly(np.log(weights), Arithmetic.usual(FORMATS["float32"]), FastBalls), mask)
    found.relative, found.absolute, found.stored_roundings = 0.0, 0.0, 0
    found.floor = None if floor is None else np.full((2, 1), floor)
    logarithms, nothing = found._of_normal_numbers, np.zeros((2, 1))
    found._of_normal_numbers = replace(
        logarithms,
        bound=np.full((2, 4), moved),
        bias=nothing,
        variance=nothing,
        shared=np.zeros(()),
        factor=nothing,
        typical_factor=nothing,
    )
    return found


def test_exponentials_up_to_the_floor_lose_all_of_themselves_at_most():
    assert weights_with(None).lost is None
    lost = weights_with(0.126).lost
    assert lost[0].round(12).tolist() == [0.0, 0.0, 0.125, 0.125]
    assert lost[1].round(12).tolist() == [0.0, 0.01, 0.01, 0.01]
    assert np.all(lost[lost > 0.0] >= weights_with(None).value.mid[lost > 0.0])


def of_small_weights(floor: float, moved: float) -> np.ndarray:
    """What of weights 1, 2^−23, 2^−25 and 2^−27 is lost, but for how little they sum to more than 1."""
    return weights_with(floor, moved=moved, weights=np.array([[1.0, 2.0**-23, 2.0**-25, 2.0**-27]] * 2)).lost[0]


def test_scores_that_are_off_raise_the_floor_to_the_unit_roundoff():
    assert np.flatnonzero(of_small_weights(2.0**-27.5, 0.0)).tolist() == []
    assert np.flatnonzero(of_small_weights(2.0**-27.5, 0.25)).tolist() == [3]
    assert np.flatnonzero(of_small_weights(2.0**-27.5, 9.0)).tolist() == [2, 3]
    assert np.all(of_small_weights(2.0**-27.5, 9.0) <= 2.0**-24 * (1.0 + 2.0**-30))


def test_what_underflows_of_a_number_is_less_than_its_format_begins_with_where_subnormals_are_kept():
    found = weights_with(0.126)
    found.arithmetic = replace(found.arithmetic, storage=FORMATS["float16"], accumulation=FORMATS["float16"])
    assert found.arithmetic.steps.name == "float16"
    assert 0.126 * 2.0**-10 <= found.lost[0, 2] <= 0.126 * 2.0**-10 * (1.0 + 2.0**-30)


def test_what_is_lost_is_rounded_up():
    for moved in np.random.default_rng(2).uniform(0.0, 0.1, size=100).tolist():
        found = weights_with(0.2, moved=moved)
        with flint.ctx.workprec(200):
            exact = flint.arb(found.value.magnitudes()[0, 2]) * (2 * flint.arb(moved)).exp()
            assert exact <= flint.arb(found.lost[0, 2]) <= exact * (1 + 2.0**-30)


def test_keys_that_a_mask_hides_lose_nothing():
    mask = np.array([[True, True, True, False]] * 2)
    assert np.all(weights_with(0.126, mask=mask).lost[:, 3] == 0.0)


def vanished(weights: RoundedWeights) -> np.ndarray:
    """The weights where all that may vanish does, over what is left."""
    kept = np.where(weights.lost > 0.0, 0.0, weights.value.mid)
    return kept / np.sum(kept, axis=-1, keepdims=True)


@pytest.mark.parametrize("floor", [1e-9, 0.011, 0.126])
def test_weights_that_vanish_stay_within_the_bounds(floor: float):
    weights = weights_with(floor)
    off = np.abs(vanished(weights) - weights.value.mid)
    assert np.any(off > 0.0) == (floor > 1e-9)
    assert np.all(off <= weights.bound)
    assert np.all(off <= weights.typical.bias + weights.typical.factor * weights.value.mid)
    scaled = np.abs(np.where(weights.lost > 0.0, 0.0, weights.value.mid) - weights.value.mid)
    assert np.all(scaled <= weights.up_to_a_factor().error)


@pytest.mark.parametrize("floor", [0.011, 0.126])
def test_products_with_values_stay_within_the_bounds(floor: float):
    weights, v = weights_with(floor), np.array([[0.0, 1.0], [0.0, -1.0], [3.0, 2.0], [-5.0, 1.0]])
    given = exactly(v, weights.arithmetic, FastBalls)
    result = weights @ given
    off = np.abs(vanished(weights) @ v - weights.value.mid @ v)
    assert np.all(off <= result.error)
    assert np.all(off <= result.typical.bias + result.typical.factor * np.abs(weights.value.mid @ v))


def test_a_row_of_which_half_may_vanish_has_no_bound():
    weights = weights_with(0.26)
    assert np.all(weights.lost[0, 1:] > 0.0)
    assert np.all(weights.logarithms.factor[0] == np.inf)
    assert np.all(weights.logarithms.factor[1] < 0.1)


def test_what_a_row_loses_adds_to_its_other_factors():
    weights = weights_with(0.126)
    weights._of_normal_numbers = replace(
        weights._of_normal_numbers, factor=np.full((2, 1), 0.5), typical_factor=np.full((2, 1), 0.25)
    )
    of_row = 2.0 * np.sum(weights.lost, axis=-1, keepdims=True)
    assert weights.logarithms.factor.tolist() == (0.5 + of_row).tolist()
    assert weights.logarithms.typical_factor.tolist() == (0.25 + of_row).tolist()


def test_what_is_lost_is_rounded_with_the_weights():
    weights = weights_with(0.126)
    weights.relative = 0.5
    assert np.all(weights.lost[1, 1:] >= 1.5 * weights.value.mid[1, 1:])
