"""Weights times values: the bound of their product is the one derived for it, in exact arithmetic, and hardly more."""

from __future__ import annotations

import flint
import numpy as np
import pytest
from flint import arb

from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.enclosure.arithmetic import FUSED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_logarithms import Logarithms
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.enclosure.upward import column_medians, quietly

NARROW = FloatFormat("narrow", 8, -6, 100)
ARITHMETICS = {
    "wider sums": Arithmetic(NARROW, FORMATS["float32"], model=FUSED),
    "narrow sums": Arithmetic(NARROW, NARROW, model=FUSED),
}
SINGLE = Arithmetic.usual(FORMATS["float32"]).in_model(FUSED)
DOUBLE = Arithmetic.usual(FORMATS["float64"]).in_model(FUSED)
ABSOLUTE = 2.0**-7
KEYS = 4


def weights_of(
    rows: np.ndarray,
    arithmetic: Arithmetic,
    t: np.ndarray,
    *,
    relative: float = 0.25,
    absolute: float = ABSOLUTE,
    factor: np.ndarray | None = None,
    variance: np.ndarray | None = None,
) -> RoundedWeights:
    """Exactly these weights, whose logarithms are off by up to t."""
    scores = exactly(np.zeros(rows.shape), arithmetic, FastBalls)
    found = RoundedWeights(FastBalls(rows), scores, tiles=1, relative=relative, stored=1, absolute=absolute, seen=None)
    nothing = np.zeros((*rows.shape[:-1], 1))
    found.logarithms = Logarithms(
        bound=t,
        bias=np.zeros(t.shape),
        variance=np.zeros(t.shape) if variance is None else variance,
        shared=np.zeros(()),
        factor=nothing if factor is None else factor,
        typical_factor=nothing,
    )
    return found


def computed(v: np.ndarray, arithmetic: Arithmetic, bound: float) -> RoundedBalls:
    """Values that are off by up to ``bound``; given ones where that is zero."""
    return RoundedBalls(FastBalls(v), np.full(v.shape, bound) if bound else np.zeros(()), arithmetic)


def drawn(seed: int, depth: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two rows of weights that sum to one, errors of their logarithms up to ``depth``, and values in two columns."""
    draw = np.random.RandomState(seed)
    parts = draw.randint(1, 2**20, size=(2, KEYS)).astype(np.float64)
    parts[:, 0] += 2.0**23 - parts.sum(axis=-1)
    t = depth * draw.uniform(0.5, 1.0, size=(2, KEYS)) * np.array([[1.0], [0.5]])
    return parts * 2.0**-23, t, draw.uniform(0.0, 3.0, size=(KEYS, 2)) + np.array([0.0, -4.0])


def gamma(n: int, u: float) -> arb:
    return arb(n) * arb(u) / (1 - arb(n) * arb(u))


def rounding_of(arithmetic: Arithmetic) -> arb:
    """One plus the relative error of a product: of its sum, and of two operands that were scaled."""
    u = arithmetic.accumulation.unit_roundoff
    return (1 + (gamma(KEYS, 2.0 * u) if arithmetic.is_wide else arb(KEYS) * arb(u))) * (1 + gamma(2, u))


def total(numbers: list[arb]) -> arb:
    return sum(numbers, arb(0))


def derived(weights: RoundedWeights, v: RoundedBalls, row: int, column: int) -> arb:
    """The bound of the product by its derivation."""
    arithmetic, logarithms = weights.arithmetic, weights.logarithms
    w = [arb(number) for number in weights.value.magnitudes()[row].tolist()]
    t = [arb(number) for number in np.broadcast_to(logarithms.bound, weights.shape)[row].tolist()]
    numbers = [arb(number) for number in v.value.magnitudes()[:, column].tolist()]
    signed = [arb(number) for number in v.value.low()[0][:, column].tolist()]
    centre, off = arb(float(column_medians(v.value.low()[0])[0, column])), arb(float(np.max(v.bound)))
    storage = arithmetic.storage
    storing = arb(storage.unit_roundoff if arithmetic.is_wide else 0.0)
    lost = arb(storage.underflow if arithmetic.is_wide else 0.0)
    r = (1 + arb(weights.relative)) * (1 + storing) * rounding_of(arithmetic) - 1

    result = total([one * other for one, other in zip(w, signed, strict=True)])
    apart, distances = abs(result - centre), [abs(number - centre) for number in signed]
    grown = [(each.exp() - 1) * (1 + r) + r for each in t]
    growth = total([one * (each.exp() - 1) for one, each in zip(w, t, strict=True)])
    moved = [one * more * (far + apart) for one, more, far in zip(w, grown, distances, strict=True)]
    across = (2 + 2 * r) * arb(max(map(float, distances))) + r * apart
    within = total(moved) * (1 + growth)
    error = (within if within < across else across) + r * abs(centre)
    error += (arb(float(logarithms.factor[row, 0])).exp() - 1) * (abs(result) + error)
    if not v.is_given:
        for one, more, number in zip(w, grown, numbers, strict=True):
            weight, own = one * (1 + more) * (1 + growth), off + storing * (number + off) + lost
            error += (weight if weight < 1 + r else 1 + r) * (1 + r) * own
    underflown = (arb(weights.absolute) + 4 * lost) * (1 + r) * total([number + off for number in numbers])
    return error + underflown + (KEYS + 1) * arb(arithmetic.steps.underflow)


def is_as_derived(weights: RoundedWeights, v: RoundedBalls, slack: float = 2.0**-10) -> None:
    with quietly():
        found = (weights @ v).error
    with flint.ctx.workprec(200):
        for row, column in np.ndindex(found.shape):
            least = derived(weights, v, row, column)
            assert least <= arb(float(found[row, column])) <= least * (1 + arb(slack)), (row, column)


@pytest.mark.parametrize("off", [0.0, 0.5], ids=["given values", "computed values"])
@pytest.mark.parametrize("depth", [0.0, 2.0**-8, 2.0**-3, 3.0, 10.0, 40.0])
@pytest.mark.parametrize("arithmetic", ARITHMETICS.values(), ids=ARITHMETICS)
def test_the_bound_of_a_product_is_the_one_derived(arithmetic: Arithmetic, depth: float, off: float):
    for seed in range(4):
        rows, t, v = drawn(seed, depth)
        is_as_derived(weights_of(rows, arithmetic, t), computed(v, arithmetic, off))


@pytest.mark.parametrize("off", [0.0, 0.5], ids=["given values", "computed values"])
def test_errors_that_a_row_shares_count_for_each_of_its_keys(off: float):
    rows, t, v = drawn(1, 2.0**-3)
    weights = weights_of(rows, SINGLE, t[:, :1], relative=2.0**-4, absolute=0.0)
    is_as_derived(weights, computed(v, SINGLE, off))


def test_the_factor_of_a_row_moves_only_its_own_products():
    rows, t, v = drawn(2, 2.0**-6)
    weights = weights_of(rows, SINGLE, t, relative=0.0, absolute=0.0, factor=np.array([[0.5], [0.0]]))
    is_as_derived(weights, exactly(v, SINGLE, FastBalls))


LARGE, SMALL = 715827882.0 * 2.0**-31, 2.0**-10
FAR = np.array([[LARGE, 1.0 - LARGE - SMALL, 0.0, SMALL]])


def test_weights_that_move_far_are_not_rounded_to_single_precision():
    t, v = np.array([[2.0, 1.5, 0.0, 0.0]]), np.array([[0.0], [0.0], [0.0], [1.0]])
    assert np.any(FAR.astype(np.float32) != FAR)
    is_as_derived(weights_of(FAR, DOUBLE, t, relative=0.0, absolute=0.0), exactly(v, DOUBLE, FastBalls), 2.0**-34)


def test_products_that_underflow_in_single_precision_stay_within_the_bound():
    tiny = 2.0**-90
    rows, v = np.array([[1.0 - 2.0**-50, 2.0**-50, 0.0, tiny]]), np.array([[0.0], [0.0], [0.0], [1.0]])
    weights = weights_of(rows, DOUBLE, np.zeros((1, KEYS)), relative=0.0, absolute=0.0)
    given = exactly(v, DOUBLE, FastBalls)
    with flint.ctx.workprec(200):
        least = derived(weights, given, 0, 0)
        assert least <= arb(float((weights @ given).error[0, 0])) <= least + KEYS * arb(2.0**-99)
