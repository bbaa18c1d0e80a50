"""The bound of a weighted sum of values is its formula, computed from the same parts in another way."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, RESCALED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_logarithms import Logarithms
from lastdigit.enclosure.rounded_weights import RoundedWeights, _grown
from lastdigit.enclosure.upward import quietly

HALF = Arithmetic(FORMATS["float16"], FORMATS["float16"])
SINGLE = Arithmetic.usual(FORMATS["float32"])
STORED_LATER = Arithmetic.usual(FORMATS["bfloat16"]).in_model(FUSED)
WEIGHTS = np.array([[0.5, 0.25, 0.125, 0.125], [0.0625, 0.0625, 0.125, 0.75]])
T = np.array([[2.0**-9, 2.0**-11, 2.0**-10, 0.0], [0.0, 2.0**-12, 2.0**-9, 2.0**-9]])
VALUES = np.array([[1.0, 0.0, 3.0], [-0.5, 0.0, 3.0], [0.25, 0.0, 2.5], [2.0, 0.0, -1.0]])
COMPUTED_TO = np.array([[2.0**-6, 0.0, 0.0], [2.0**-8, 0.0, 0.5], [0.0, 2.0**-7, 0.0], [2.0**-6, 0.0, 0.0]])


def weights_of(
    numbers: np.ndarray,
    arithmetic: Arithmetic,
    *,
    bound: np.ndarray | float = 0.0,
    bias: np.ndarray | float = 0.0,
    variance: np.ndarray | float = 0.0,
    factor: float = 0.0,
    relative: float = 0.0,
    stored: int = 0,
    absolute: float = 0.0,
    seen: np.ndarray | None = None,
    engine: type[Balls] = FastBalls,
) -> RoundedWeights:
    """Weights whose errors are these and no others."""
    scores = exactly(np.zeros(numbers.shape), arithmetic, engine)
    found = RoundedWeights(
        engine.of(numbers), scores, tiles=1, relative=relative, stored=stored, absolute=absolute, seen=seen
    )
    whole = np.full((*numbers.shape[:-1], 1), factor)
    each = [np.broadcast_to(part, numbers.shape).copy() for part in (bound, bias, variance)]
    found._of_normal_numbers = Logarithms(*each, np.zeros(()), whole, whole)
    return found


def expected(w: RoundedWeights, v: RoundedBalls) -> Any:
    """The error of the scores, of roundings, of the row's factor, of the values and of underflow, in float64."""
    arithmetic, numbers, logarithms = w.arithmetic, w.value.mid, w.logarithms
    m, values = numbers.shape[-1], v.value.mid
    own = w.relative + arithmetic.operand_roundoff * (1.0 + w.relative)
    r = own + arithmetic.product(m, stored=1 + RESCALED) * (1.0 + own)
    spread, result = v.value.spread, numbers @ values
    apart = np.abs(result - spread.centre)
    growth = np.expm1(logarithms.bound) * (1.0 + r) + r
    total = np.sum(numbers * growth, axis=-1, keepdims=True)
    of_sum = 1.0 + (total - r) / (1.0 + r)
    within = ((numbers * growth) @ np.abs(values - spread.centre) + total * apart) * of_sum
    if np.max(logarithms.bound) > 2.0**-6:
        within = np.minimum(within, (2.0 + 2.0 * r) * spread.largest + r * apart)
    error = within + r * np.abs(spread.centre)
    error = error + np.expm1(logarithms.factor) * (np.abs(result) + error)
    if not v.is_given:
        stored = v.bound
        if arithmetic.operand_roundoff:
            stored = v.bound + arithmetic.storage.unit_roundoff * v.magnitudes + arithmetic.storage.underflow
        error = error + np.minimum(numbers * (1.0 + growth) * of_sum, 1.0 + r) @ stored * (1.0 + r)
    seen = np.ones(numbers.shape) if w.seen is None else np.broadcast_to(w.seen, numbers.shape).astype(float)
    lost = w.absolute + (4 * arithmetic.storage.underflow if arithmetic.operand_roundoff else 0.0)
    return error + lost * (1.0 + r) * (seen @ v.magnitudes) + (m + 1) * arithmetic.underflow


def is_just_above(found: np.ndarray, least: np.ndarray, arithmetic: Arithmetic) -> bool:
    """Whether a bound is one, and beyond it by no more than what float32 rounds and loses by underflow."""
    lost = 2.0**-40 * arithmetic.underflow + 2.0**-90
    return bool(np.all(found >= least) and np.all(found <= least * (1.0 + 2.0**-18) + lost))


@pytest.mark.parametrize("computed", [False, True])
@pytest.mark.parametrize("arithmetic", [HALF, SINGLE, STORED_LATER])
@pytest.mark.parametrize(
    "errors",
    [{}, {"bound": T}, {"relative": 0.5, "absolute": 0.25}, {"bound": T, "factor": 0.125}, {"bound": 64.0 * T}],
    ids=["nothing", "scores", "roundings", "factor of a row", "scores far off"],
)
def test_a_weighted_sum_is_bounded_by_the_formula(errors: dict[str, Any], arithmetic: Arithmetic, computed: bool):
    w = weights_of(WEIGHTS, arithmetic, **errors)
    v = RoundedBalls(FastBalls.of(VALUES), COMPUTED_TO if computed else np.zeros(()), arithmetic)
    if "bound" in errors and np.max(errors["bound"]) > 2.0**-6:
        found, least = (w @ v).error, expected(w, v)
        assert np.all(found >= least)
        assert np.all(found <= least * (1.0 + 2.0**-8) + arithmetic.underflow)
        return
    assert is_just_above((w @ v).error, expected(w, v), arithmetic)


def test_what_underflows_of_a_hidden_weight_multiplies_no_value():
    seen = np.array([[True, True, True, False], [True] * 4])
    w, v = weights_of(WEIGHTS, HALF, absolute=0.25, seen=seen), exactly(VALUES, HALF, FastBalls)
    found, all_seen = (w @ v).error, (weights_of(WEIGHTS, HALF, absolute=0.25) @ v).error
    assert is_just_above(found, expected(w, v), HALF)
    assert np.all(found[0, [0, 2]] < all_seen[0, [0, 2]] - 0.2)


REACH = SINGLE.largest_sum / 4.0


@pytest.mark.parametrize("roundings", [0.0, 1.0])
def test_only_columns_whose_partial_sums_may_overflow_have_no_bound(roundings: float):
    """The exponentials are at most one, and not yet divided by their sum."""
    most = REACH / (1.0 + roundings)
    v = np.full((4, 5), most * 2.0**-20)
    v[:, 1] = 1.001 * most, 1.0, 1.0, 1.0
    v[:, 2] = 0.999 * most
    v[:, 3] = 0.4 * most
    v[3, 4] = 1.5 * most
    weights = np.array([[0.25] * 4])
    for columns in ([0, 1, 2, 3, 4], [0, 1], [0, 2, 3], [4]):
        with quietly():
            error = (weights_of(weights, SINGLE, relative=roundings) @ exactly(v[:, columns], SINGLE, FastBalls)).error
        finite = np.isfinite(error[0]).tolist()
        assert finite == [column in (0, 2, 3) for column in columns]


def test_values_whose_bound_is_next_to_the_largest_number_are_told_by_the_roundings_of_the_sum():
    relative = 0.5
    for factor, fits in ((0.66, True), (0.68, False), (0.9, False), (1.1, False)):
        v = exactly(np.full((4, 1), REACH * factor * np.array([[1.0], [0.0], [0.0], [0.0]])), SINGLE, FastBalls)
        with quietly():
            error = (weights_of(np.array([[0.25] * 4]), SINGLE, relative=relative) @ v).error
        assert bool(np.isfinite(error[0, 0])) == fits


def growth(t: float, relative: float) -> flint.arb:
    with flint.ctx.workprec(200):
        return (flint.arb(t).exp() - 1) * (1 + flint.arb(relative)) + flint.arb(relative)


@pytest.mark.parametrize("largest", [0.25, 1.0, 1.25, 2.0, 5.0, 700.0])
def test_the_growth_of_exponentials_is_rounded_up_and_near_up_to_one_and_exact_beyond(largest: float):
    t = np.append(np.random.default_rng(0).uniform(0.0, largest, size=2000), largest)
    for relative in (0.0, 2.0**-10, 0.3):
        found, deepest = _grown(t, relative)
        assert deepest == largest
        for number, bound in zip(t.tolist(), found.tolist(), strict=True):
            with flint.ctx.workprec(200):
                exact = growth(number, relative)
                assert exact <= flint.arb(bound) * (1 + flint.arb(2.0**-50 if largest <= 1.0 else 0.0))
                assert flint.arb(bound) <= exact * (1 + (largest**2 / 12 if largest <= 1.0 else 2.0**-40))
