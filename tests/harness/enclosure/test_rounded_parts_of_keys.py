"""Errors of logarithms per key are the ones derived: recomputed in float64, they lie within what float32 adds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_logarithms import Logarithms, _scores_error, key_logarithms
from lastdigit.enclosure.typical import ROUNDING, Typical

TILES = 2
CLOSE = 2.0**-15
SCORES = {
    "far apart": np.array([[1.0, -3.0, 0.5, 2.0], [200.0, 190.0, 40.0, 199.0], [-2.0, -5.0, -3.0, -1.0]]),
    "near": np.array([[1.0, -3.0, 0.5, 2.0], [3.0, 3.0, 3.0, 3.0], [-2.0, -5.0, -3.0, -1.0]]),
    "small": np.array([[1.0, -3.0, 0.5, 2.0], [0.25, 0.5, 0.25, 1.0], [2.0, 1.0, 3.0, 3.0]]) * 2.0**-6,
}
MASKS = {
    "all seen": None,
    "some hidden": np.array([[True, True, True, False], [False, True, True, True], [True, True, False, False]]),
}
ARITHMETICS = {
    f"{form}, {model}": Arithmetic.usual(FORMATS[form]).in_model(model)
    for form in ("float32", "bfloat16")
    for model in (FUSED, STORED, SPLIT)
}
CASES = [
    pytest.param(scores, mask, arithmetic, id=f"{name}, {seen}, {kind}")
    for name, scores in SCORES.items()
    for seen, mask in MASKS.items()
    for kind, arithmetic in ARITHMETICS.items()
]


def computed(scores: np.ndarray, arithmetic: Arithmetic) -> RoundedBalls:
    """Scores with errors of one to eight roundings, most for the largest; those of the first key are not shared."""
    bound = arithmetic.u * (1.0 + 7.0 * np.abs(scores) / np.max(np.abs(scores)))
    shared = np.where(np.arange(scores.shape[-1]) > 0, bound / 8.0, 0.0)
    return RoundedBalls(FastBalls.of(scores), bound, arithmetic, Typical(bound / 16.0, bound / 4.0, shared))


@dataclass
class Rows:
    """Visible scores in rows, and what is derived of them."""

    x: RoundedBalls
    mask: np.ndarray | None

    def __post_init__(self) -> None:
        scores = self.x.value.mid
        self.seen = np.ones(scores.shape, dtype=bool) if self.mask is None else self.mask
        self.u, self.fine = self.x.arithmetic.u, self.x.arithmetic.accumulation.unit_roundoff
        self.split, self.wide = self.x.arithmetic.model == SPLIT, self.x.arithmetic.is_wide
        self.highest = self.of_row(scores, -np.inf)
        self.depths = np.where(self.seen, self.highest - scores, 0.0)
        self.sizes = np.where(self.seen, np.abs(scores), 0.0)
        self.largest = self.of_row(self.sizes, 0.0)
        exponentials = np.where(self.seen, np.exp(-self.depths), 0.0)
        self.weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
        self.error = np.broadcast_to(self.x.bound, scores.shape)
        self.furthest = np.max(self.error, axis=-1, keepdims=True)
        roundoff = self.x.arithmetic.exp_roundoff
        self.library = TILES * roundoff / (1.0 - roundoff)
        self.typical_library = TILES * self.x.arithmetic.exp_error * self.fine
        self.range = 126.0 * math.log(2.0)
        self.length = self.largest + math.log(scores.shape[-1])

    def of_row(self, numbers: np.ndarray, of_none: float) -> np.ndarray:
        return np.max(np.where(self.seen, numbers, of_none), axis=-1, keepdims=True)

    def bound(self) -> np.ndarray:
        of_shift = self.u * (self.depths + self.error + self.furthest)
        found = self.error + (2.0 if self.split else 1.0) * of_shift + self.library
        if self.split:
            of_call = np.max(np.where(self.seen, np.abs(self.x.value.mid) + self.error, 0.0))
            reach = np.minimum(of_call, self.largest + self.range)
            found = found + self.u * (2.0 * self.sizes + 2.0 * reach + self.length)
        elif self.wide:
            found = found + 4.0 * self.fine * (self.sizes + self.largest)
        return np.where(self.seen, found, 0.0)

    def factor(self) -> np.ndarray:
        each = self.u * (math.log(self.sizes.shape[-1]) + 2.0 * self.furthest) + self.library
        own = self.u * (4.0 * self.sizes + 3.0 * self.depths)
        mean = np.sum(self.weights * own, axis=-1, keepdims=True) + 2.0 * each
        most = 6.0 * self.u * self.largest + each
        return 4.0 * self.u * self.length + np.where(most <= 1.0, (1.0 + most) * mean, 2.0 * most)

    def beyond(self) -> np.ndarray:
        """How far log Σ exp x is above the largest score."""
        return -np.log(np.max(self.weights, axis=-1, keepdims=True))

    def variance(self) -> np.ndarray:
        own = self.x.typical.element / (ROUNDING * self.u)
        is_stored = self.x.arithmetic.steps != self.x.arithmetic.accumulation
        shift: Any = 0.0
        if self.split:
            below = np.minimum(np.max(self.highest) - self.highest, self.range)
            shift = np.maximum(self.beyond(), below)
            own = np.hypot(own, self.sizes)
        found = own**2 + (self.depths + shift) ** 2 + TILES * (1 + self.split) * is_stored
        return np.where(self.seen, found, 0.0)


def near(found: np.ndarray, expected: np.ndarray) -> bool:
    return bool(np.all(np.abs(found - expected) <= CLOSE * expected))


def is_bound(found: np.ndarray, expected: np.ndarray) -> bool:
    return bool(np.all((expected <= found) & (found <= expected * (1.0 + CLOSE))))


def read(rows: Rows) -> Logarithms:
    return key_logarithms(rows.x, FastBalls(rows.weights), rows.mask, TILES)


@pytest.mark.parametrize(("scores", "mask", "arithmetic"), CASES)
def test_the_bound_of_each_key_is_the_one_derived(scores: np.ndarray, mask: np.ndarray | None, arithmetic: Arithmetic):
    rows = Rows(computed(scores, arithmetic), mask)
    assert is_bound(read(rows).bound, rows.bound())


@pytest.mark.parametrize(("scores", "mask", "arithmetic"), CASES)
def test_the_factor_of_each_row_is_the_one_derived(scores: np.ndarray, mask: np.ndarray | None, arithmetic: Arithmetic):
    rows = Rows(computed(scores, arithmetic), mask)
    found = read(rows)
    if rows.split:
        assert is_bound(found.factor, rows.factor())
        assert near(found.typical_factor, rows.u * (rows.largest + rows.beyond()) + 2.0 * rows.typical_library)
    else:
        assert not np.any(found.factor)
        assert not np.any(found.typical_factor)


@pytest.mark.parametrize(("scores", "mask", "arithmetic"), CASES)
def test_the_typical_error_of_each_key_is_the_one_derived(
    scores: np.ndarray, mask: np.ndarray | None, arithmetic: Arithmetic
):
    rows = Rows(computed(scores, arithmetic), mask)
    found = read(rows)
    assert near(found.variance, rows.variance())
    assert near(found.bias, np.where(rows.seen, rows.x.typical.bias + rows.typical_library, 0.0))
    assert near(found.shared, np.where(rows.seen, rows.x.typical.row, 0.0))


def test_where_exponentials_are_exact_there_is_room_for_underflow():
    exact = Arithmetic(FORMATS["float32"], FORMATS["float32"], exp_error=0.0, model=FUSED)
    rows = Rows(exactly(np.zeros((1, 2)), exact, FastBalls), None)
    assert np.all(read(rows).bound >= 2.0**-100)


def test_the_bounds_of_more_keys_than_float32_adds_up_well_stay_close():
    rows = Rows(exactly(np.zeros((1, 2**18 + 1)), ARITHMETICS["float32, fused"], FastBalls), None)
    assert is_bound(read(rows).bound, rows.bound())


def test_the_largest_error_of_a_row_is_not_rounded_down():
    bound = 1.0 + np.random.RandomState(2).uniform(size=(64, 3))
    x = RoundedBalls(FastBalls.of(np.zeros((64, 3))), bound, ARITHMETICS["float32, fused"])
    for kind in (np.float32, np.float64):
        _, furthest = _scores_error(x, np.zeros((64, 3), dtype=kind), kind, 1.0, 0.0)
        assert is_bound(furthest, np.max(bound, axis=-1, keepdims=True))
