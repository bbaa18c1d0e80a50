"""Enclosures of the fast engine that are sharper, or cheaper, than the composition of a definition's steps."""

from __future__ import annotations

import math

import numpy as np

from lastdigit.enclosure.fast import FastBalls, fast_theorem
from lastdigit.enclosure.fast_namespace import EXP_ERROR
from lastdigit.enclosure.fast_products import SMALL, U, rounding_of_product
from lastdigit.enclosure.softmax_sensitivity import moved_weights
from lastdigit.enclosure.upward import TINY, gamma, quietly
from lastdigit.operations import attention
from lastdigit.operations.operation import is_changed

_scaled = attention.scaled_attention_scores.__wrapped__  # type: ignore[attr-defined]


@fast_theorem("scaled_attention_scores")
def scaled_attention_scores(q: FastBalls, k: FastBalls) -> FastBalls:
    """(q ÷ √d) kᵀ: with q scaled first, which is the cheaper side. 1 ÷ √d and the product with it are 3 roundings.

    Where q ÷ √d may underflow, the definition is read as it is: large keys would make up for what is lost.
    """
    d = q.shape[-1]
    if is_changed() or d == 0 or k.ndim < 2 or not (q.is_exact and k.is_exact):
        return _scaled(q, k)  # type: ignore[no-any-return]
    with quietly():
        if np.min(np.abs(q.mid), where=q.mid != 0.0, initial=1.0) < SMALL:
            return _scaled(q, k)  # type: ignore[no-any-return]
        scaled = q.mid * (1.0 / math.sqrt(d))
        return FastBalls(scaled @ k.mT.mid, rounding_of_product(scaled, k.mT.mid, gamma(d + 4, U)))


@fast_theorem("softmax")
def softmax(x: FastBalls, mask: np.ndarray | None = None) -> FastBalls:
    """Softmax over the last axis, computed with the largest midpoint M taken off, which changes no exact value.

    With a = fl(x − M) and E = fl(exp a), the exact exponential of any score in its ball is E e^θ with |θ| ≤ rad x +
    u|a| − ln(1 − e), e being the error of exp, or both are below 2^−1022. The lemma of softmax_sensitivity bounds what
    θ changes in E ÷ ΣE; the sum and the quotient are m + 1 roundings. E is 1 at the largest score, so that what
    underflows changes no weight by more than 2 (m + 1) 2^−1022. A row in which no score is seen, or one is not known,
    is not known.
    """
    keys = x.shape[-1]
    if keys == 0:
        return x
    with quietly():
        scores, radii = x.mid, x.rad
        if mask is not None:
            scores, radii = np.where(mask, scores, -np.inf), np.where(mask, radii, 0.0)
        moved = scores - np.max(scores, axis=-1, keepdims=True)
        t = np.multiply(moved, -U * (1.0 + 2.0**-40))
        t += radii
        t += EXP_ERROR * (1.0 + 2.0**-40)
        if mask is not None:
            t = np.where(mask, t, 0.0)
        elif not np.min(moved, initial=0.0) > -np.inf and np.any(hidden := np.isneginf(x.mid) & (x.rad == 0.0)):
            return softmax(x, ~hidden)
        weights = np.exp(moved, out=moved)
        weights /= np.sum(weights, axis=-1, keepdims=True)
        radius = moved_weights(weights, weights, t, gamma(keys + 2, U))
        radius += 4.0 * (keys + 2) * TINY
    return FastBalls(weights, radius, rows_sum_to_one=True)
