"""The typical error of a weighted sum of values is its formula, even of weights whose squares underflow in float32."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lastdigit.enclosure.arithmetic import TYPICAL_PARTIALS, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_products import distinct_values
from lastdigit.enclosure.typical import ROUNDING, Typical
from tests.harness.enclosure.test_softmax_combination_bound import (
    HALF,
    SINGLE,
    STORED_LATER,
    VALUES,
    WEIGHTS,
    T,
    weights_of,
)

TINY = 2.0**-90
VANISHING = np.array([[1.0, TINY, TINY, TINY], [0.25, 0.75, 0.0, 2.0**-80]])
ZERO_WHERE_LARGE = np.array([[3.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 4.0, 3.0], [2.0, -3.0, 2.0]])
BIAS, VARIANCE = T / 64.0, np.array([[4.0, 1.0, 2.0, 9.0], [1.0, 3.0, 0.0, 2.0]])
ERRORS: dict[str, dict[str, Any]] = {
    "none": {},
    "scores": {"variance": VARIANCE},
    "in one direction": {"bias": BIAS},
    "stored": {"stored": 2},
    "all": {"variance": VARIANCE, "bias": BIAS, "stored": 1},
}
PARTS = ("bias", "element", "row", "whole")


def row_part(numbers: np.ndarray, v: np.ndarray, arithmetic: Arithmetic, **errors: Any) -> np.ndarray:
    """Σ w²σ²(v − o)², Σ w²v² of stored weights and o² of their sum; of vanishing ones Σ w(σ|v − o| + u|v|) at most.

    Of Σ w²σ²(v − o)² no less than float32 may lose is counted.
    """
    unit = (ROUNDING * arithmetic.u) ** 2
    variance, bias = (np.broadcast_to(errors.get(name, 0.0), numbers.shape) for name in ("variance", "bias"))
    roundings = errors.get("stored", 0) + (TYPICAL_PARTIALS if arithmetic.partials else 0)
    stored = unit * roundings + (ROUNDING * arithmetic.operand_roundoff) ** 2
    result, centre = numbers @ v, FastBalls.of(v).spread.centre
    from_result, from_centre = v - result[:, np.newaxis, :], (v - centre)[np.newaxis]
    deviation = arithmetic.typical_summation(numbers.shape[-1], distinct_values(numbers))
    counted = np.where(numbers < 2.0**-60, 0.0, numbers) ** 2
    of_scores = (counted * variance * unit)[..., np.newaxis]
    moments = np.sum(of_scores * from_result**2, axis=-2)
    lost = np.sum(of_scores * (from_centre**2 + (result - centre)[:, np.newaxis] ** 2), axis=-2) * 2.0**-20
    squares = np.maximum(moments, lost) + stored * (counted @ v**2)
    vanishing = np.where((numbers > 0.0) & (numbers < 2.0**-60), numbers, 0.0)
    moving = vanishing * (np.sqrt(variance * unit) + bias + np.sqrt(stored))
    fully = moving @ np.abs(v - centre) + np.sum(moving, axis=-1, keepdims=True) * (
        np.abs(result - centre) + np.abs(centre)
    )
    return np.sqrt(squares + (deviation * result) ** 2) + fully


@pytest.mark.parametrize("arithmetic", [HALF, SINGLE, STORED_LATER])
@pytest.mark.parametrize("errors", ERRORS.values(), ids=ERRORS)
@pytest.mark.parametrize("numbers", [WEIGHTS, VANISHING], ids=["usual", "vanishing"])
def test_what_a_row_shares_is_the_formula(numbers: np.ndarray, errors: dict[str, Any], arithmetic: Arithmetic):
    with precision():
        w, v = weights_of(numbers, arithmetic, engine=ExactBalls, **errors), exactly(ZERO_WHERE_LARGE, arithmetic)
        found = (w @ v).typical
    expected = row_part(numbers, ZERO_WHERE_LARGE, arithmetic, **errors)
    assert np.all(expected > 0.0) or not errors
    assert np.all(np.abs(found.row - expected) <= 1e-4 * expected + 1e-40)


@pytest.mark.parametrize("arithmetic", [HALF, STORED_LATER])
def test_what_underflows_is_no_independent_error(arithmetic: Arithmetic):
    w, v = weights_of(WEIGHTS, arithmetic, absolute=2.0**-8), exactly(VALUES, arithmetic, FastBalls)
    found = (w @ v).typical.bias
    of_weights = 2.0**-8 + (4.0 * arithmetic.storage.underflow if arithmetic.operand_roundoff else 0.0)
    expected = of_weights * np.sum(np.abs(VALUES), axis=0) + 5 * arithmetic.underflow
    assert np.all(np.abs(found - expected) <= 1e-9 * expected)


OF_VALUES = Typical(
    bias=np.array([[0.5], [0.25], [0.125], [1.0]]),
    element=np.array([[3.0], [1.0], [0.5], [2.0]]) * 2.0**-9,
    row=np.array([[0.5], [4.0], [2.0], [1.0]]) * 2.0**-9,
    whole=np.array([[1.0], [2.0], [4.0], [8.0]]) * 2.0**-12,
)


def test_errors_of_computed_values_are_shared_by_all_rows():
    v = RoundedBalls(FastBalls.of(np.zeros((4, 2))), np.full((4, 2), 0.5), SINGLE, OF_VALUES)
    found = (weights_of(WEIGHTS, SINGLE) @ v).typical
    own = np.hypot(OF_VALUES.element, OF_VALUES.row)
    shared = np.sqrt(WEIGHTS**2 @ own**2) + WEIGHTS @ OF_VALUES.whole
    for part, expected in ((found.whole, shared), (found.bias, WEIGHTS @ OF_VALUES.bias)):
        assert np.all(np.abs(part - expected) <= 1e-9 * expected)


MANY = {"bound": T, "bias": BIAS, "variance": VARIANCE, "stored": 1, "relative": 2.0**-9, "absolute": 2.0**-8}


def differ(one: RoundedBalls, other: RoundedBalls, index: int) -> list[str]:
    """The parts in which errors are not those of the other array at this index."""
    pairs = {part: [np.broadcast_to(getattr(x.typical, part), x.shape) for x in (one, other)] for part in PARTS}
    pairs["bound"] = [one.error, other.error]
    return [part for part, (a, b) in pairs.items() if np.any(np.abs(a - b[index]) > 1e-6 * a + 1e-100)]


@pytest.mark.parametrize("numbers", [WEIGHTS, VANISHING], ids=["usual", "vanishing"])
@pytest.mark.parametrize("seen", [None, np.array([True, True, True, False])], ids=["all seen", "one hidden"])
def test_a_row_by_itself_has_the_errors_that_it_has_in_a_matrix(numbers: np.ndarray, seen: np.ndarray | None):
    v = RoundedBalls(FastBalls.of(VALUES), np.full(VALUES.shape, 2.0**-9), HALF)
    for at in (0, 1):
        row = {name: part[at] if isinstance(part, np.ndarray) else part for name, part in MANY.items()}
        found = weights_of(numbers[at], HALF, seen=seen, **row) @ v
        assert found.shape == (3,)
        assert differ(found, weights_of(numbers[at : at + 1], HALF, seen=seen, **row) @ v, 0) == []


@pytest.mark.parametrize("numbers", [WEIGHTS, VANISHING], ids=["usual", "vanishing"])
def test_the_same_weights_of_several_arrays_of_values_have_errors_of_their_own_for_each(numbers: np.ndarray):
    values = np.stack([VALUES, 2.0 * VALUES[::-1], VALUES[[1, 2, 3, 0]] + 1.0])
    w = weights_of(numbers, HALF, **MANY)
    together = w @ exactly(values, HALF, FastBalls)
    for index, each in enumerate(values):
        assert differ(w @ exactly(each, HALF, FastBalls), together, index) == []
