"""Weights of one row, of several, and products of many at once: each row is bounded as if it were alone."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.rounded_weights import RoundedWeights
from tests.harness.enclosure.test_weights_of_values import ARITHMETICS, KEYS, computed, drawn, weights_of

NARROW_SUMS = ARITHMETICS["narrow sums"]
DEPTHS = pytest.mark.parametrize("depth", [2.0**-8, 2.0**-3, 10.0])
OFF = pytest.mark.parametrize("off", [0.0, 0.5], ids=["given values", "computed values"])


def both_rows(depth: float) -> tuple[RoundedWeights, list[RoundedWeights], np.ndarray]:
    """Two rows of weights, the same as vectors, and values. One logarithm of the second row may go far."""
    rows, t, v = drawn(5, depth)
    variance = np.arange(1.0, 9.0).reshape(2, KEYS)
    variance[1, 0] = 2.0**16
    together = weights_of(rows, NARROW_SUMS, t, variance=variance)
    alone = [weights_of(rows[i], NARROW_SUMS, t[i], variance=variance[i]) for i in range(2)]
    return together, alone, v


def is_the_same(one: RoundedBalls, other: RoundedBalls) -> None:
    """Whether shapes are equal, and errors up to the rounding of single precision."""
    assert one.shape == other.shape
    assert one.error.shape == np.shape(one.bound)
    limits = (each.typical.limit(each.value.magnitudes(), 3.0) for each in (one, other))
    for left, right in ((one.value.magnitudes(), other.value.magnitudes()), (one.error, other.error), limits):
        assert np.all(np.isfinite(left))
        assert np.all(np.abs(left - right) <= 2.0**-16 * right)


@OFF
@DEPTHS
def test_a_row_alone_has_the_bounds_that_it_has_among_others(depth: float, off: float):
    together, alone, v = both_rows(depth)
    values = computed(v, NARROW_SUMS, off)
    found = together @ values
    for i, row in enumerate(alone):
        assert row.ndim == 1
        is_the_same(row @ values, found[i])


@OFF
@DEPTHS
def test_many_products_at_once_have_the_bounds_of_each(depth: float, off: float):
    together, alone, v = both_rows(depth)
    several = np.stack([v, v[::-1] * 2.0, v + 1.0])
    values = computed(several, NARROW_SUMS, off)
    for weights in (together, alone[0]):
        found = weights @ values
        for i in range(3):
            is_the_same(found[i], weights @ computed(several[i], NARROW_SUMS, off))


def test_a_product_with_one_column_as_a_vector_is_bounded_by_the_errors_of_the_weights():
    together, alone, v = both_rows(2.0**-8)
    for weights in (together, alone[0]):
        found = weights @ exactly(v[:, 0], NARROW_SUMS, FastBalls)
        assert found.shape == weights.shape[:-1]
        least = weights.error @ np.abs(v[:, 0])
        assert np.all(least <= found.error)
        assert np.all(found.error <= 2.0 * least + 1.0)
