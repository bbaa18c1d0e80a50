"""Errors of an attention's rows, held to the formula of their docstring, written out key by key."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from lastdigit.assertions.agreement import call_of
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import TYPICAL_PARTIALS, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.rounded import given
from lastdigit.enclosure.rounded_products import distinct_values
from lastdigit.enclosure.shared_shift import shift_of, shift_of_call
from lastdigit.operations.attention import (
    attention_scores,
    attention_weights,
    dot_product_attention_weights,
    scaled_attention_scores,
)
from lastdigit.verdicts import attention_steps
from lastdigit.verdicts.attention_errors import AttentionErrors

ROWS, KEYS, WIDTH = 70, 5, 3
SPLIT = Arithmetic.usual(FORMATS["bfloat16"])
STORED = Arithmetic.usual(FORMATS["bfloat16"]).in_model("stored")
FUSED = Arithmetic.usual(FORMATS["bfloat16"]).in_model("fused")
SINGLE = Arithmetic.usual(FORMATS["float32"])


def draws(seed: int, *shape: int) -> np.ndarray:
    return np.asarray(FORMATS["bfloat16"].round(np.random.default_rng(seed).standard_normal(shape)))


def near(found: float, expected: float) -> bool:
    return abs(found - expected) <= 1e-9 * abs(expected)


def errors(operation: str, arithmetic: Arithmetic, *, batch: int = 2, **masks: np.ndarray) -> AttentionErrors:
    """Of an attention, in which the last query of all has scores far above those of the others."""
    q, k, v = draws(0, batch, ROWS, 4), draws(1, batch, KEYS, 4), draws(2, batch, KEYS, WIDTH)
    q[-1, -1] *= 8.0
    found = call_of(operation, (q, k, v), dict(masks), arithmetic).reading.attention_errors
    assert found is not None
    return found


def own_deviations(found: AttentionErrors, sample: int, rows: slice) -> np.ndarray:
    """σₖ of every weight of some rows of a sample, which are read together, as rows of the whole call."""
    steps, arithmetic = found.steps, found.arithmetic
    scores = scaled_attention_scores if steps.scaled else attention_scores
    every = shift_of(
        [(scores(*(given(FastBalls.of(each), each, arithmetic) for each in (steps.q, steps.k))), steps.seen)]
    )
    balls = [given(FastBalls.of(each), each, arithmetic) for each in (steps.q[sample, rows], steps.k[sample])]
    seen = None if steps.seen is None else steps.seen[sample, rows]
    with shift_of_call(lambda _: every):
        weights = attention_weights(*balls, mask=seen) if steps.scaled else dot_product_attention_weights(*balls)
        own = np.broadcast_to(weights.typical.element, weights.shape)
    return own if seen is None else np.where(seen, own, 0.0)


def expected(found: AttentionErrors, row: int, g: np.ndarray) -> tuple[float, float]:
    """Bias and deviation of Σ g e in one row."""
    steps, arithmetic = found.steps, found.arithmetic
    sample, place = divmod(row, ROWS)
    o, v, w = found.values[row], steps.v[sample], steps.weights[sample, place]
    first = place // 64 * 64
    own = own_deviations(found, sample, slice(first, first + 64))[place - first]
    along = sum(float(x * y) for x, y in zip(g, o, strict=True))
    variance = 0.0
    for key in range(KEYS):
        from_zero = sum(float(x * y) for x, y in zip(g, v[key], strict=True))
        reach = max(abs(from_zero), abs(from_zero - along))
        variance += (own[key] * reach) ** 2 + (arithmetic.operand_roundoff * w[key] * reach) ** 2 / 3.0
        if arithmetic.partials:
            squares = from_zero**2 + sum(float(x * y) ** 2 for x, y in zip(g, v[key], strict=True))
            variance += TYPICAL_PARTIALS * (arithmetic.u * w[key]) ** 2 / 3.0 * squares
    sums = arithmetic.typical_summation(KEYS, distinct_values(w[np.newaxis]))
    variance += (sums * sum(abs(float(x * y)) for x, y in zip(g, o, strict=True))) ** 2
    alone = Errors(found.values, replace(found.typical, row=np.zeros(())), found.format, alike=found.alike)
    weights = np.zeros(found.values.shape)
    weights[row] = g
    apart = alone.by_row(weights)
    return float(apart.bias[row]), math.sqrt(float(apart.sigma[row]) ** 2 + variance)


MASK = np.random.default_rng(3).random((ROWS, KEYS)) < 0.6
MASK[:, 0] = True


@pytest.mark.parametrize("arithmetic", [SPLIT, STORED, FUSED, SINGLE], ids=["split", "stored", "fused", "float32"])
@pytest.mark.parametrize(
    ("operation", "masks"),
    [
        ("scaled_dot_product_attention", {}),
        ("scaled_dot_product_attention", {"mask": MASK}),
        ("dot_product_attention", {}),
    ],
    ids=["scaled", "masked", "not scaled"],
)
def test_the_deviation_of_a_sum_over_a_row_is_that_of_its_keys(
    arithmetic: Arithmetic, operation: str, masks: dict[str, np.ndarray]
):
    found = errors(operation, arithmetic, **masks)
    rows = np.array([0, 3, 63, 64, 69, 70, 135, 139])
    weights = np.random.default_rng(4).standard_normal((len(rows), WIDTH))
    weights[1] = 0.0
    weights[2, 1:] = 0.0
    sums = found.of_rows(rows, weights)
    for place, row in enumerate(rows.tolist()):
        bias, sigma = expected(found, row, weights[place])
        assert near(sums.bias[place], bias)
        assert near(sums.sigma[place], sigma if place != 1 else 0.0)


@pytest.mark.parametrize("size", [1.0, -3.0])
def test_twice_the_weights_have_twice_the_deviation(size: float):
    found = errors("scaled_dot_product_attention", STORED)
    weights = np.full(found.values.shape, size)
    assert np.array_equal(found.by_row(2.0 * weights).sigma, 2.0 * found.by_row(weights).sigma)


def test_all_rows_are_read_as_some_are():
    found = errors("scaled_dot_product_attention", STORED)
    weights = np.random.default_rng(5).standard_normal(found.values.shape)
    every, some = found.by_row(weights), found.of_rows(np.arange(0, 140, 7), weights[::7])
    assert np.array_equal(every.sigma[::7], some.sigma)
    assert np.array_equal(every.bias[::7], some.bias)


def test_a_hidden_key_adds_nothing_whatever_it_holds():
    mask = np.ones((ROWS, KEYS), dtype=bool)
    mask[:, 2] = False
    found = errors("scaled_dot_product_attention", STORED, mask=mask)
    assert np.all(found._of_weights(0, 0)[:, 2] == 0.0)
    assert np.all(found._of_weights(0, 0)[:, [0, 1, 3, 4]] > 0.0)
    assert [found._of_weights(1, block).shape for block in (0, 1)] == [(64, KEYS), (6, KEYS)]


def test_steps_know_their_scale_their_rows_and_the_layout_of_a_batch():
    for name, scale in (("scaled_dot_product_attention", 0.5), ("dot_product_attention", 1.0)):
        steps = errors(name, STORED).steps
        assert steps.scale == scale
        assert steps.rows == 2 * ROWS
    q, k, v = draws(0, 2, 3, 4, 2), draws(1, 2, 3, 5, 2), draws(2, 2, 3, 5, 2)
    steps = call_of("scaled_dot_product_attention", (q, k, v), {}, STORED).reading.plainly.steps
    assert steps is not None
    assert (steps.batch, steps.weights.shape, steps.rows) == ((2, 3), (6, 4, 5), 24)
    numbers = np.arange(120.0).reshape(2, 3, 4, 5)
    assert np.array_equal(steps.flat(numbers), numbers.reshape(6, 4, 5))
    assert np.array_equal(steps.flat(numbers[0, :1]), np.broadcast_to(numbers[0, 0], (6, 4, 5)))
    sample, place = steps.within(np.array([0, 5, 23]))
    assert (sample.tolist(), place.tolist()) == ([0, 1, 5], [0, 1, 3])


def test_steps_are_kept_up_to_so_many_weights(monkeypatch: pytest.MonkeyPatch):
    q, k, v = draws(0, 4, 2), draws(1, 5, 2), draws(2, 5, 2)

    def steps() -> object:
        return call_of("scaled_dot_product_attention", (q, k, v), {}, STORED).reading.plainly.steps

    assert attention_steps.LARGEST == 2**24
    monkeypatch.setattr(attention_steps, "LARGEST", 20)
    assert steps() is not None
    monkeypatch.setattr(attention_steps, "LARGEST", 19)
    assert steps() is None
