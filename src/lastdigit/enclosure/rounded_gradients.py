"""Rounding bounds of backward steps of attention, which kernels evaluate in more than one way; derived here."""

from __future__ import annotations

import math

import numpy as np

from lastdigit.enclosure.rounded import RoundedBalls, theorem
from lastdigit.enclosure.rounded_scores import SCALE_ROUNDINGS, raised_scale, scale_error
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import RAISED, quietly, up
from lastdigit.operations import find_operation


@theorem("scores_backward")
def scores_backward(
    weights: RoundedBalls, values: RoundedBalls, output: RoundedBalls, cotangent: RoundedBalls
) -> RoundedBalls:
    """w (g vᵀ − D) with D = Σ g o of the output as stored, or D = Σ w g vᵀ of the intermediate values.

    Flash kernels use the first (Dao et al. 2022, appendix B.2), a softmax's own backward step the second. Both are
    equal in exact arithmetic; the larger error of each element counts, and the larger of each part of the typical one.
    """
    xp = weights.__array_namespace__()
    products = cotangent @ values.mT
    by_output = xp.sum(cotangent * output.stored(), axis=-1, keepdims=True)
    by_weights = xp.sum(weights * products, axis=-1, keepdims=True)
    return weights * (products - _larger_error(by_output, by_weights))


@theorem("queries_backward")
def queries_backward(scores: RoundedBalls, keys: RoundedBalls) -> RoundedBalls:
    """g k ÷ √d with the scale applied to the scores' cotangent g, the keys k or the product, or its root to g and k."""
    value = once(find_operation("queries_backward").definition, scores.value, keys.value)
    return _scaled(value, scores @ keys, keys.shape[-1])


@theorem("keys_backward")
def keys_backward(scores: RoundedBalls, queries: RoundedBalls) -> RoundedBalls:
    """gᵀ q ÷ √d with the scale applied in any of the same ways."""
    value = once(find_operation("keys_backward").definition, scores.value, queries.value)
    return _scaled(value, scores.mT @ queries, queries.shape[-1])


def _scaled(value: object, product: RoundedBalls, d: int) -> RoundedBalls:
    """A product over √d: bounds of products allow for two scaled operands; the constant's roundings are added."""
    if d == 0:
        return product
    arithmetic = product.arithmetic
    with quietly():
        sizes = value.magnitudes()  # type: ignore[attr-defined]
        error = up(product.error * raised_scale(d))
        constant = scale_error(d, arithmetic.steps) * sizes
        typical = product.settled.scaled(RAISED / math.sqrt(d)).biased(constant)
    return product.round(value, error, typical, roundings=SCALE_ROUNDINGS + 1, underflow=SCALE_ROUNDINGS)  # type: ignore[arg-type]


def _larger_error(one: RoundedBalls, other: RoundedBalls) -> RoundedBalls:
    """The values of one, with the larger of each error of two ways to compute them."""
    parts = zip(one.settled.in_shape(one.shape).parts(), other.settled.in_shape(other.shape).parts(), strict=True)
    typical = Typical(*(np.maximum(first, second) for first, second in parts))
    return RoundedBalls(one.value, np.maximum(one.error, other.error), one.arithmetic, typical)
