"""Right results that are computed in other ways than the definitions are written: none is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lastdigit import judge
from lastdigit.verdicts.verdict import AGREES, UNDECIDED

pytestmark = pytest.mark.long

Array = Any
one, half = np.float32(1.0), np.float32(0.5)


def erf_by_polynomial(x: Array) -> Array:
    """Abramowitz and Stegun 7.1.26, whose error is absolute."""
    t = one / (one + np.float32(0.3275911) * np.abs(x))
    factors = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
    sum_ = np.zeros_like(x)
    for factor in factors:
        sum_ = (sum_ + np.float32(factor)) * t
    return np.copysign(one - sum_ * np.exp(-x * x), x)


def tree_sums(x: Array) -> Array:
    """Running sums by doubling the distance: every prefix is a sum in another order."""
    found, distance = x.copy(), 1
    while distance < x.shape[-1]:
        found = np.concatenate([found[..., :distance], found[..., distance:] + found[..., :-distance]], axis=-1)
        distance *= 2
    return found


def tree_products(x: Array) -> Array:
    """The same of products."""
    found, distance = x.copy(), 1
    while distance < x.shape[-1]:
        found = np.concatenate([found[..., :distance], found[..., distance:] * found[..., :-distance]], axis=-1)
        distance *= 2
    return found


def log_sum_exp(x: Array) -> Array:
    most = x.max(-1, keepdims=True)
    return most + np.log(np.exp(x - most).sum(-1, keepdims=True, dtype=np.float32))


def one_pass(x: Array, correction: float) -> Array:
    n = np.float32(x.shape[-1])
    mean, square = x.mean(-1, dtype=np.float32), (x * x).mean(-1, dtype=np.float32)
    return (square - mean * mean) * (n / np.float32(n - correction))


def welford(x: Array) -> Array:
    mean, spread = np.zeros(x.shape[:-1], np.float32), np.zeros(x.shape[:-1], np.float32)
    for count in range(x.shape[-1]):
        difference = x[..., count] - mean
        mean = mean + difference / np.float32(count + 1)
        spread = spread + difference * (x[..., count] - mean)
    return spread / np.float32(x.shape[-1] - 1)


def direct(x: Array, w: Array) -> Array:
    """A convolution tap by tap, each added to all results."""
    out = np.zeros((x.shape[0], w.shape[0], x.shape[2] - w.shape[2] + 1, x.shape[3] - w.shape[3] + 1), np.float32)
    for c, i, j in np.ndindex(*w.shape[1:]):
        part = x[:, c : c + 1, i : i + out.shape[2], j : j + out.shape[3]]
        out += part * w[np.newaxis, :, c, i, j, np.newaxis, np.newaxis]
    return out


def scattered(x: Array, w: Array) -> Array:
    """A transposed convolution of stride 2 as it is told: each element's kernel, laid at its place."""
    rows, columns = 2 * (x.shape[2] - 1) + w.shape[2], 2 * (x.shape[3] - 1) + w.shape[3]
    out = np.zeros((x.shape[0], w.shape[1], rows, columns), np.float32)
    for c, i, j in np.ndindex(x.shape[1], *x.shape[2:]):
        out[:, :, 2 * i : 2 * i + w.shape[2], 2 * j : 2 * j + w.shape[3]] += x[:, c, i, j, None, None, None] * w[c]
    return out


def by_gains(x: Array, mean: Array, variance: Array, weight: Array, bias: Array) -> Array:
    gain = weight / np.sqrt(variance + np.float32(1e-5))
    return x * gain + (bias - mean * gain)


ROWS: dict[str, tuple[str, dict[str, Any], Callable[[Array], Array]]] = {
    "sigmoid by tanh": ("sigmoid", {}, lambda x: half + half * np.tanh(half * x)),
    "sigmoid by exp": ("sigmoid", {}, lambda x: one / (one + np.exp(-x))),
    "tanh by exp": ("tanh", {}, lambda x: one - np.float32(2.0) / (np.exp(np.float32(2.0) * x) + one)),
    "silu by a quotient": ("silu", {}, lambda x: x / (one + np.exp(-x))),
    "hard sigmoid as a line": ("hardsigmoid", {}, lambda x: np.clip(x / np.float32(6.0) + half, 0, 1)),
    "elu by exp": ("elu", {}, lambda x: np.where(x > 0, x, np.exp(x) - one)),
    "softplus by log": ("softplus", {}, lambda x: np.log(one + np.exp(x))),
    "mish by log": ("mish", {}, lambda x: x * np.tanh(np.log(one + np.exp(x)))),
    "gelu by a polynomial": ("gelu", {}, lambda x: half * x * (one + erf_by_polynomial(x * np.float32(0.5**0.5)))),
    "gelu as two summands": (
        *("gelu", {"approximate": "tanh"}),
        lambda x: half * x + half * x * np.tanh(np.float32(0.7978846) * x * (one + np.float32(0.044715) * x * x)),
    ),
    "log softmax by the log of the sum": ("log_softmax", {}, lambda x: x - log_sum_exp(x)),
    "logsumexp not shifted": ("logsumexp", {}, lambda x: np.log(np.exp(x).sum(-1, dtype=np.float32))),
    "running sums as a tree": ("cumsum", {"dim": -1}, tree_sums),
    "running products as a tree": ("cumprod", {"dim": -1}, tree_products),
    "mean by a factor": ("reduce_mean", {"dim": -1}, lambda x: (x * (one / np.float32(x.shape[-1]))).sum(-1)),
    "variance in one pass": ("var", {"dim": -1}, lambda x: one_pass(x, 1.0)),
    "variance by an update": ("var", {"dim": -1}, welford),
    "norm by a reciprocal": ("normalize", {}, lambda x: x * (one / np.sqrt((x * x).sum(-1, keepdims=True)))),
    "RMS norm by a quotient": (
        *("rms_norm", {"eps": 1e-5}),
        lambda x: x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-5)),
    ),
    "negative maximum": ("amin", {"dim": -1}, lambda x: -np.max(-x, -1)),
    "product from behind": (
        *("prod", {"dim": -1}),
        lambda x: np.multiply.reduce(x[..., ::-1], axis=-1),
    ),
}


TOO_COARSE = {"running products as a tree", "product from behind", "variance in one pass"}
"""Those of long rows underflow, or cancel until nothing is left."""


@pytest.mark.parametrize("offset", [0.0, 8.0])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("way", ROWS)
def test_another_way_of_computing_rows_is_not_refused(way: str, seed: int, offset: float):
    operation, parameters, compute = ROWS[way]
    draw = np.random.RandomState(seed)
    for shape, scale in (((8, 24), 3.0), ((6, 300), 1.0), ((4, 40), 0.01)):
        x = (draw.normal(size=shape) * scale + offset * (operation not in ("cumprod", "prod"))).astype(np.float32)
        computed = compute(x)
        assert computed.dtype == np.float32
        verdict = judge(computed, operation, x, **parameters)
        usual = (AGREES, UNDECIDED) if way in TOO_COARSE else (AGREES,)
        assert verdict.verdict in usual, (shape, verdict.evidence, verdict.reason, verdict.explanation)


@pytest.mark.parametrize("seed", range(3))
def test_other_ways_of_convolving_are_not_refused(seed: int):
    draw = np.random.RandomState(seed)
    x, w = (draw.normal(size=shape).astype(np.float32) for shape in ((2, 5, 9, 9), (5, 5, 3, 3)))
    assert judge(direct(x, w), "conv2d", x, w).verdict == AGREES
    assert judge(scattered(x, w), "conv_transpose2d", x, w, stride=2).verdict == AGREES


@pytest.mark.parametrize("offset", [0.0, 100.0])
@pytest.mark.parametrize("seed", range(3))
def test_a_norm_by_given_statistics_may_take_gain_and_shift_together(seed: int, offset: float):
    draw = np.random.RandomState(seed)
    x, mean, weight, bias = (draw.normal(size=shape).astype(np.float32) for shape in ((16, 8), (8,), (8,), (8,)))
    variance = np.abs(draw.normal(size=8)).astype(np.float32) + half
    x, mean = x + np.float32(offset), mean + np.float32(offset)
    computed = by_gains(x, mean, variance, weight, bias)
    assert judge(computed, "batch_norm", x, mean, variance, weight, bias).verdict == AGREES


def test_losses_by_the_log_of_the_sum_are_not_refused():
    draw = np.random.RandomState(3)
    for offset in (0.0, 50.0):
        x = (draw.normal(size=(32, 20)) * 3.0 + offset).astype(np.float32)
        classes = draw.randint(20, size=32)
        losses = log_sum_exp(x)[:, 0] - x[np.arange(32), classes]
        assert judge(losses.mean(dtype=np.float32), "cross_entropy", x, target=classes).verdict == AGREES


def test_an_attention_of_which_a_sink_takes_nearly_all_is_not_refused():
    draw = np.random.RandomState(42)
    q, k, v = (draw.normal(size=(2, 6, 8)) * 3.0 for _ in range(3))
    sinks = np.array([500.0, 400.0])
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(8.0)
    scores = np.concatenate([scores, np.broadcast_to(sinks[:, None, None], (2, 6, 1))], axis=-1)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    computed = (weights / weights.sum(-1, keepdims=True))[..., :-1] @ v
    assert judge(computed, "attention", q, k, v, sinks=sinks).verdict in (AGREES, UNDECIDED)
