"""Typical errors: real and random roundings stay below them as often as they say, and no further than need be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functionals import Errors, Sums
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.typical import Typical, factor_for, joined
from lastdigit.operations import find_operation
from studies.emulations import WAYS, Array, Steps, fused_attention, stored_attention
from studies.hard_arrays import Draw
from studies.rounding import MODELS

pytestmark = pytest.mark.long

ATTENTION = "scaled_dot_product_attention"
SHAPES = {
    ATTENTION: [(24, 32), (96, 32), (96, 16)],
    "softmax": [(24, 96)],
    "layer_norm": [(24, 64), (64,), (64,)],
    "linear": [(24, 64), (16, 64), (16,)],
}


class Uniformly(Steps):
    """Every rounding a number that is uniform in ± its unit and independent of all others."""

    def _signs(self, shape: tuple[int, ...]) -> Array:
        return self.draw.uniform(-1.0, 1.0, size=shape)

    def _additions(self, roundings: int) -> float:
        return math.sqrt(max(roundings, 0)) * self.arithmetic.accumulation.unit_roundoff


def numbers(format: str, operation: str, seed: int) -> list[np.ndarray]:
    draw = Draw(seed)
    return [FORMATS[format].round(draw.normal(size=shape)) for shape in SHAPES[operation]]


def read(operation: str, arrays: list[np.ndarray], format: str, model: str) -> RoundedBalls:
    arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
    return find_operation(operation).definition(*(exactly(each, arithmetic, FastBalls) for each in arrays)).stored()


@pytest.mark.parametrize("format", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("operation", WAYS)
def test_errors_of_all_ways_stay_within_a_few_deviations(operation: str, format: str):
    for seed in range(6):
        arrays = numbers(format, operation, seed)
        for place, model in enumerate(MODELS):
            for way in WAYS[operation][model]:
                for kind in (Steps, Uniformly):
                    computed = way(kind(Arithmetic.usual(FORMATS[format]), Draw(seed), kind is Uniformly), *arrays)
                    for wider in MODELS[place:]:
                        found = read(operation, arrays, format, wider)
                        excess = np.abs(computed - found.value.mid) - found.typical.limit(found.value.mid, 0.0)
                        assert np.max(excess / found.typical.sigma) < factor_for(computed.size, 1e-3)


@pytest.mark.parametrize(("way", "model"), [(fused_attention, FUSED), (stored_attention, STORED)])
@pytest.mark.parametrize("format", ["float16", "bfloat16"])
def test_the_deviation_of_attention_is_near_that_of_random_roundings(way, model: str, format: str):
    arrays = numbers(format, ATTENTION, 1)
    found = read(ATTENTION, arrays, format, model)
    draw = Draw(2)
    runs = [way(Uniformly(Arithmetic.usual(FORMATS[format]), draw, True), *arrays) for _ in range(200)]
    spread = np.std(np.stack(runs), axis=0)
    sigma = np.broadcast_to(found.typical.sigma, spread.shape)
    assert np.median(spread / sigma) <= 1.0
    assert np.median(sigma / spread) < 3.0


@pytest.mark.parametrize("format", ["float16", "bfloat16"])
def test_the_split_model_is_never_the_narrowest(format: str):
    arrays = numbers(format, ATTENTION, 3)
    sigmas = [read(ATTENTION, arrays, format, model).typical.sigma for model in (FUSED, STORED, SPLIT)]
    assert np.all(sigmas[0] < sigmas[1])
    assert np.all(sigmas[1] < sigmas[2])


def test_fewer_alarms_take_more_deviations():
    assert round(factor_for(1e10, 1e-9), 1) == 9.4
    assert factor_for(1, 1e-9) < factor_for(100, 1e-9) < factor_for(100, 1e-12)


def test_sums_of_errors_obey_the_triangle_inequality_and_shared_roundings_add_up():
    one = Typical(np.array(1.0), np.array(3.0), np.array(1.0), np.array(2.0))
    both = one + one
    assert [float(part) for part in both.parts()] == [2.0, 6.0, 2.0, 4.0]
    assert one.rounded(np.array(4.0)).element == 5.0
    assert one.limit(np.array(0.0), 2.0) == 1.0 + 2.0 * math.sqrt(14)


def test_what_is_broadcast_along_a_row_is_shared_by_it_and_what_is_repeated_by_rows_by_the_whole():
    own = Typical(element=np.ones((2, 1)))
    assert own.repeated((2, 1), (2, 5)).row.shape == (2, 1)
    assert Typical(element=np.ones(5)).repeated((5,), (2, 5)).whole.shape == (5,)
    assert own.repeated((2, 1), (2, 1)) is own


def test_arrays_that_are_joined_keep_their_factors():
    parts = [(Typical(element=np.ones((2, 3)), factor=np.full((2, 1), 0.5)), (2, 3)), (Typical(), (1, 3))]
    assert joined(parts, -2).factor.ravel().tolist() == [0.5, 0.5, 0.0]
    assert joined(parts, -2).element.sum() == 6.0


def errors(values: np.ndarray, **parts: np.ndarray) -> Errors:
    return Errors(values, Typical(**parts), FORMATS["bfloat16"])


def squared(sums: Sums) -> list[int] | int:
    """The variances of sums of whole numbers."""
    return np.rint(np.square(sums.sigma)).astype(int).tolist()


DIFFERENT = np.arange(1.0, 13.0).reshape(3, 4) ** 3
ONES = np.ones((3, 4))


def test_independent_elements_add_up_in_squares_and_what_is_shared_in_full():
    assert squared(errors(DIFFERENT, element=ONES).by_row(ONES)) == [4] * 3
    assert squared(errors(DIFFERENT, element=ONES).by_column(ONES)) == [3] * 4
    assert squared(errors(DIFFERENT, element=ONES).of_all(ONES)) == 12
    assert squared(errors(DIFFERENT, row=ONES).by_row(ONES)) == [16] * 3
    assert squared(errors(DIFFERENT, row=ONES).of_all(ONES)) == 48
    assert squared(errors(DIFFERENT, whole=ONES).of_all(ONES)) == 144
    assert errors(DIFFERENT, bias=ONES).of_all(ONES).bias == 12.0


def test_like_elements_of_a_row_add_up_in_full():
    tied = DIFFERENT.copy()
    tied[1] = 7.0
    found = errors(tied, element=ONES)
    assert found.has_like_elements
    assert not errors(DIFFERENT, element=ONES).has_like_elements
    assert squared(found.by_row(ONES)) == [4, 16, 4]


def test_like_rows_add_up_in_full_and_zeros_of_both_signs_are_alike():
    repeated = np.array([[1.0, 0.0], [64.0, 3.0], [1.0, -0.0], [-9.0, 40.0], [-64.0, -0.3]])
    found = errors(repeated, element=np.ones((5, 2)))
    assert found.like_rows[0] == found.like_rows[2]
    assert len(set(found.like_rows.tolist())) >= 3
    pair = np.zeros((5, 2))
    pair[[0, 2]] = 1.0
    assert squared(found.by_column(pair)) == [4, 4]
    assert found.observed(np.array([1.0, 0.0, 1.0, 0.0, 0.0])) == 2.0


def test_rows_near_the_middle_one_are_alike():
    near = 100.0 + 0.01 * Draw(0).normal(size=(6, 4))
    assert len(set(errors(near, element=np.ones((6, 4))).like_rows.tolist())) == 1
    assert len(set(errors(Draw(0).normal(size=(6, 4)), element=np.ones((6, 4))).like_rows.tolist())) >= 5


def test_a_row_that_is_multiplied_moves_by_its_own_sum():
    found = errors(DIFFERENT, factor=np.full((3, 1), 0.25))
    assert found.by_row(ONES).bias.tolist() == (0.25 * DIFFERENT.sum(axis=-1)).tolist()
    signs = np.array([[1.0, -1.0, 0.0, 0.0]] * 3)
    assert np.all(found.by_row(signs).bias < found.by_row(np.abs(signs)).bias)


def test_constant_inputs_are_rounded_alike_in_all_rows():
    """Every row of the result is the same number, off by the same rounding."""
    arrays = [np.full(shape, 1.2109375) for shape in SHAPES[ATTENTION]]
    found = read(ATTENTION, arrays, "bfloat16", STORED)
    computed = stored_attention(Steps(Arithmetic.usual(FORMATS["bfloat16"]), Draw(0), False), *arrays)
    error, shape = computed - found.value.mid, computed.shape
    whole = Errors(found.value.mid, found.typical, FORMATS["bfloat16"]).of_all(np.ones(shape))
    assert abs(error.sum()) <= whole.limit(2.0)
    assert whole.sigma >= 0.9 * math.sqrt(shape[1]) * shape[0] * np.min(found.typical.sigma)
