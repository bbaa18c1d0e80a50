"""Enclosures of the fast engine, sharper or cheaper than the composition of a definition's steps."""

from __future__ import annotations

import math

import numpy as np

from lastdigit.enclosure.fast import FastBalls, fast_theorem
from lastdigit.enclosure.fast_namespace import EXP_ERROR
from lastdigit.enclosure.fast_products import SMALLEST, U, product_of_norms
from lastdigit.enclosure.softmax_sensitivity import moved_weights
from lastdigit.enclosure.upward import TINY, gamma, norms_up, quietly
from lastdigit.operations import attention
from lastdigit.operations.operation import is_changed

_scaled = attention.scaled_attention_scores.__wrapped__  # type: ignore[attr-defined]


@fast_theorem("scaled_attention_scores")
def scaled_attention_scores(q: FastBalls, k: FastBalls) -> FastBalls:
    """(q ÷ √d) kᵀ: with q scaled first, which is cheaper. 1 ÷ √d and the product with it are 3 roundings.

    The underflow of q ÷ √d is included: large keys may amplify it.
    """
    d = q.shape[-1]
    if is_changed() or d == 0 or q.ndim < 2 or k.ndim < 2 or not (q.is_exact and k.is_exact):
        return _scaled(q, k)  # type: ignore[no-any-return]
    with quietly():
        scaled = q.mid * (1.0 / math.sqrt(d))
        columns = np.swapaxes(k.norms, -1, -2)
        radius = product_of_norms(norms_up(scaled), columns, gamma(d + 4, U), (d + 1) * SMALLEST)
        return FastBalls(scaled @ k.mT.mid, radius)


@fast_theorem("softmax")
def softmax(x: FastBalls, mask: np.ndarray | None = None) -> FastBalls:
    """Softmax over the last axis, computed after subtracting the largest midpoint M, which changes no exact value.

    With a = fl(x − M) and E = fl(exp a), the exact exponential of any score in its ball is E e^θ with |θ| ≤ rad x +
    u|a| − ln(1 − e), e being the error of exp, or both are below 2^−1022. The lemma of softmax_sensitivity bounds the
    effect of θ on E ÷ ΣE; the sum and the quotient are m + 1 roundings. The term that all θ share, e, adds at most 2e +
    4Te + 2e² to the lemma's sum, and is counted with those. E is 1 at the largest score, so underflow changes no weight
    by more than 2 (m + 1) 2^−1022. A row in which no score is visible, or one is unknown, is unknown.
    """
    keys = x.shape[-1]
    if keys == 0:
        return x
    with quietly():
        scores, radii = x.mid, x.rad
        if mask is not None:
            scores, radii = np.where(mask, scores, -np.inf), np.where(mask, radii, 0.0)
        moved = scores - np.maximum.reduce(scores, axis=-1, keepdims=True)
        t = np.multiply(moved, -U * (1.0 + 2.0**-40))
        t += radii
        if mask is not None:
            t = np.where(mask, t, 0.0)
        weights = np.exp(moved, out=moved)
        weights /= np.add.reduce(weights, axis=-1, keepdims=True)
        radius = moved_weights(weights, weights, t, relative=gamma(keys + 2, U) + 2.0 * EXP_ERROR)
        np.add(radius, 4.0 * (keys + 2) * TINY, out=radius, where=True if mask is None else mask)
        if not np.all(np.isfinite(radius[..., 0])):
            hidden = x.minus_infinity()
            if hidden is not None and np.any(hidden if mask is None else mask & hidden):
                return softmax(x, ~hidden if mask is None else mask & ~hidden)
    return FastBalls(weights, radius, rows_sum_to_one=True)
