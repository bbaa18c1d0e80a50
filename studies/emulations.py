"""Step-by-step evaluations of operations that an arithmetic model allows, also with worst-case roundings."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from studies.hard_arrays import Draw

Array = np.ndarray[Any, Any]
LOG2_E = 1.0 / math.log(2.0)
PARTS = 8


@dataclass
class Steps:
    """How steps are rounded: as by the formats, or, if ``worst``, each by its whole unit with a random sign.

    Worst-case signs are sometimes drawn in a common pattern: one sign for all elements of a step, for each row, or for
    each column.
    """

    arithmetic: Arithmetic
    draw: Draw
    worst: bool

    def store(self, x: Array) -> Array:
        """x rounded to the storage format."""
        return self._rounded(x, self.arithmetic.storage.unit_roundoff, self.arithmetic.storage.round)

    def narrow(self, x: Array) -> Array:
        """x, in the accumulation format, rounded to the storage format; unchanged if both are the same."""
        return self.store(x) if self.arithmetic.is_wide else x

    def wide(self, x: Array) -> Array:
        """x rounded to the accumulation format."""
        return self._rounded(x, self.arithmetic.accumulation.unit_roundoff, self.arithmetic.accumulation.round)

    def product(self, a: Array, b: Array) -> Array:
        """A matrix product, accumulated."""
        if self.worst:
            lost = self._additions(a.shape[-1]) * (np.abs(a) @ np.abs(b))
            return a @ b + lost * self._signs((a @ b).shape)
        kind = self.arithmetic.accumulation.name
        return np.asarray(a.astype(kind) @ b.astype(kind), dtype=np.float64)

    def sum(self, x: Array) -> Array:
        """A sum along the last axis, accumulated."""
        total = np.sum(x, axis=-1, keepdims=True)
        if self.worst:
            lost = self._additions(x.shape[-1] - 1) * np.sum(np.abs(x), axis=-1, keepdims=True)
            return np.asarray(total + lost * self._signs(total.shape))
        kind = self.arithmetic.accumulation.name
        return np.asarray(np.sum(x.astype(kind), axis=-1, keepdims=True), dtype=np.float64)

    def exp(self, x: Array) -> Array:
        """A library's exp, in the format of accumulation."""
        if self.worst:
            last = 0 if self.arithmetic.is_wide else 1
            off = (self.arithmetic.exp_error - last) * self.arithmetic.accumulation.unit_roundoff
            return np.asarray(np.exp(x) * (1.0 + off * self._signs(x.shape)))
        return np.asarray(np.exp(x.astype(self.arithmetic.accumulation.name)), dtype=np.float64)

    def _additions(self, roundings: int) -> float:
        """Relative error of that many additions; if sums are not wider, storing the result is the last rounding."""
        last = 0 if self.arithmetic.is_wide else 1
        return max(roundings - last, 0) * self.arithmetic.accumulation.unit_roundoff

    def _rounded(self, x: Array, unit: float, to_nearest: Callable[[Array], Array]) -> Array:
        return x * (1.0 + unit * self._signs(x.shape)) if self.worst else to_nearest(x)

    def _signs(self, shape: tuple[int, ...]) -> Array:
        """Signs per element, per row or column, or one for all."""
        pattern = self.draw.randint(4)
        each = [
            1 if pattern == 3 or (pattern == 1 + axis - len(shape) + 1) else size for axis, size in enumerate(shape)
        ]
        return np.asarray(self.draw.choice([-1.0, 1.0], size=each))


Way = Callable[..., Array]


def fused_attention(r: Steps, q: Array, k: Array, v: Array) -> Array:
    """Scores and exp in the wide format, weights stored for the product."""
    s = r.wide(r.product(q, k.T) * r.wide(np.asarray(1 / math.sqrt(q.shape[-1]))))
    e = r.exp(r.wide(s - s.max(axis=-1, keepdims=True)))
    return r.store(r.product(r.narrow(r.wide(e / r.sum(e))), v))


def powers_of_two(r: Steps, q: Array, k: Array, v: Array) -> Array:
    """The same with log₂ e multiplied in first, and the division by the sum last."""
    s = r.wide(r.product(q, k.T) * r.wide(np.asarray(1 / math.sqrt(q.shape[-1]))))
    t = r.wide(s * LOG2_E)
    e = r.exp(r.wide(t - t.max(axis=-1, keepdims=True)) / LOG2_E)
    return r.narrow(r.wide(r.product(r.narrow(e), v) / r.sum(e)))


def stored_attention(r: Steps, q: Array, k: Array, v: Array) -> Array:
    """Every step of the definition stored."""
    s = _stored_scores(r, q, k)
    e = r.store(r.exp(r.store(s - s.max(axis=-1, keepdims=True))))
    return r.store(r.product(r.narrow(r.wide(e / r.store(r.sum(e)))), v))


def both_scaled(r: Steps, q: Array, k: Array, v: Array) -> Array:
    """The root of the scale applied to both sides, and stored."""
    root = r.store(np.asarray(q.shape[-1] ** -0.25))
    s = r.store(r.product(r.store(q * root), r.store(k * root).T))
    e = r.store(r.exp(r.store(s - s.max(axis=-1, keepdims=True))))
    return r.store(r.product(r.narrow(r.wide(e / r.store(r.sum(e)))), v))


def by_log_sum_exp(r: Steps, q: Array, k: Array, v: Array) -> Array:
    """exp(x − log Σ exp x): the error of the logarithm is not divided out."""
    s = _stored_scores(r, q, k)
    high = s.max(axis=-1, keepdims=True)
    logarithm = r.store(high + r.store(np.log(r.store(r.sum(r.store(r.exp(r.store(s - high))))))))
    return r.store(r.product(r.store(r.exp(r.store(s - logarithm))), v))


def globally_shifted(r: Steps, q: Array, k: Array, v: Array) -> Array:
    """One shift for all rows, unless one leaves the normal range by it, and log₂ e multiplied in first, stored."""
    t = r.store(_stored_scores(r, q, k) * LOG2_E)
    lowest = r.arithmetic.storage.emin + math.log2(len(k))
    shift = t.max() if t.min() - t.max() > lowest else t.max(axis=-1, keepdims=True)
    e = r.store(r.exp(r.store(t - shift) / LOG2_E))
    return r.store(r.product(r.narrow(r.wide(e / r.store(r.sum(e)))), v))


def in_parts(r: Steps, q: Array, k: Array, v: Array) -> Array:
    """Both products in parts that are stored before they are added."""
    width = q.shape[-1]
    s = _partial(r, [q[:, part] for part in _cut(width)], [k[:, part].T for part in _cut(width)])
    s = r.store(s * r.store(np.asarray(1 / math.sqrt(width))))
    e = r.store(r.exp(r.store(s - s.max(axis=-1, keepdims=True))))
    w = r.narrow(r.wide(e / r.store(r.sum(e))))
    return _partial(r, [w[:, part] for part in _cut(len(k))], [v[part] for part in _cut(len(k))])


def _stored_scores(r: Steps, q: Array, k: Array) -> Array:
    return r.store(r.store(r.product(q, k.T)) * r.store(np.asarray(1 / math.sqrt(q.shape[-1]))))


def _cut(length: int) -> list[slice]:
    ends = np.linspace(0, length, min(PARTS, length) + 1).astype(int)
    return [slice(start, end) for start, end in itertools.pairwise(ends)]


def _partial(r: Steps, left: list[Array], right: list[Array]) -> Array:
    """Stored products of the parts, added in pairs, each sum stored."""
    parts = [r.store(r.product(a, b)) for a, b in zip(left, right, strict=True)]
    while len(parts) > 1:
        pairs = [r.store(a + b) for a, b in zip(parts[::2], parts[1::2], strict=False)]
        parts = pairs + (parts[-1:] if len(parts) % 2 else [])
    return parts[0]


def fused_softmax(r: Steps, x: Array) -> Array:
    """In the wide format, with the weights stored."""
    e = r.exp(r.wide(x - x.max(axis=-1, keepdims=True)))
    return r.narrow(r.wide(e / r.sum(e)))


def stored_softmax(r: Steps, x: Array) -> Array:
    """Every step stored."""
    e = r.store(r.exp(r.store(x - x.max(axis=-1, keepdims=True))))
    return r.narrow(r.wide(e / r.store(r.sum(e))))


def by_inverse(r: Steps, x: Array) -> Array:
    """Every step stored, multiplying by the inverse of the sum."""
    e = r.store(r.exp(r.store(x - x.max(axis=-1, keepdims=True))))
    return r.store(e * r.store(1 / r.store(r.sum(e))))


def exp_of_log_softmax(r: Steps, x: Array) -> Array:
    """log_softmax(x).exp(), its argument rounded twice."""
    shifted = r.store(x - x.max(axis=-1, keepdims=True))
    return r.store(r.exp(r.store(shifted - r.store(np.log(r.sum(r.exp(shifted)))))))


def two_passes(r: Steps, x: Array, weight: Array, bias: Array, keep: Callable[[Array], Array]) -> Array:
    """A layer norm with ``keep`` applied to every step."""
    n = x.shape[-1]
    centred = keep(x - keep(r.sum(x) / n))
    deviation = keep(np.sqrt(keep(keep(r.sum(r.wide(centred * centred)) / n) + 1e-5)))
    return r.store(keep(keep(centred / deviation) * weight) + bias)


def fused_layer_norm(r: Steps, x: Array, weight: Array, bias: Array) -> Array:
    """In two passes, in the wide format."""
    return two_passes(r, x, weight, bias, r.wide)


def stored_layer_norm(r: Steps, x: Array, weight: Array, bias: Array) -> Array:
    """In two passes, each step stored."""
    return two_passes(r, x, weight, bias, r.store)


def welford(r: Steps, x: Array, weight: Array, bias: Array) -> Array:
    """A layer norm by running means and squares."""
    mean, squares = x[..., :1], np.zeros((*x.shape[:-1], 1))
    for count in range(2, x.shape[-1] + 1):
        each = x[..., count - 1 : count]
        before = r.wide(each - mean)
        mean = r.wide(mean + r.wide(before / count))
        squares = r.wide(squares + r.wide(before * r.wide(each - mean)))
    inverse = r.wide(1 / r.wide(np.sqrt(r.wide(r.wide(squares / x.shape[-1]) + 1e-5))))
    scale = r.wide(inverse * weight)
    return r.narrow(r.wide(r.wide(x * scale) + r.wide(bias - r.wide(mean * scale))))


def difference_of_squares(r: Steps, x: Array, weight: Array, bias: Array) -> Array:
    """A layer norm by mean x² − (mean x)²."""
    n = x.shape[-1]
    mean = r.wide(r.sum(x) / n)
    variance = np.maximum(r.wide(r.wide(r.sum(r.wide(x * x)) / n) - r.wide(mean * mean)), 0.0)
    inverse = r.wide(1 / r.wide(np.sqrt(r.wide(variance + 1e-5))))
    return r.store(r.store(r.wide(x - mean) * inverse * weight) + bias)


def biased_product(r: Steps, x: Array, weight: Array, bias: Array) -> Array:
    """A linear layer, stored once."""
    return r.narrow(r.wide(r.product(x, weight.T) + bias))


def stored_product(r: Steps, x: Array, weight: Array, bias: Array) -> Array:
    """A linear layer whose product is stored before the bias is added."""
    return r.store(r.store(r.product(x, weight.T)) + bias)


def product_in_parts(r: Steps, x: Array, weight: Array, bias: Array) -> Array:
    """A linear layer in stored parts."""
    cut = _cut(x.shape[-1])
    return r.store(_partial(r, [x[:, part] for part in cut], [weight[:, part].T for part in cut]) + bias)


WAYS: dict[str, dict[str, tuple[Way, ...]]] = {
    "scaled_dot_product_attention": {
        FUSED: (fused_attention, powers_of_two),
        STORED: (stored_attention, both_scaled),
        SPLIT: (by_log_sum_exp, globally_shifted, in_parts),
    },
    "softmax": {FUSED: (fused_softmax,), STORED: (stored_softmax, by_inverse), SPLIT: (exp_of_log_softmax,)},
    "layer_norm": {
        FUSED: (fused_layer_norm, welford),
        STORED: (stored_layer_norm,),
        SPLIT: (difference_of_squares,),
    },
    "linear": {FUSED: (biased_product,), STORED: (stored_product,), SPLIT: (product_in_parts,)},
}
"""Emulations by operation and by the tightest model that allows them."""
