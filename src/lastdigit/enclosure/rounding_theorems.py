"""Rounding bounds of operations that libraries evaluate in more than one way.

The composition of a definition's steps bounds one way of evaluating it. The bounds here hold for every way named in
their docstrings; each is derived there.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.rounded import RoundedBalls, theorem
from lastdigit.enclosure.rounded_products import operand_bound, product_error, squared_terms, typical_product
from lastdigit.enclosure.rounded_scores import RoundedScores, of_scores, of_terms, raised_scale, scale_error
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.enclosure.shared_shift import raised_floor
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.enclosure.upward import RAISED, gamma, matmul_up, quietly, up
from lastdigit.operations.attention import attention_scores
from lastdigit.operations.attention import scaled_attention_scores as scaled_scores_definition
from lastdigit.operations.linear import linear as linear_definition
from lastdigit.operations.normalization import softmax as softmax_definition
from lastdigit.operations.operation import is_changed

_scaled = scaled_scores_definition.__wrapped__  # type: ignore[attr-defined]


@theorem("linear")
def linear(x: RoundedBalls, weight: RoundedBalls, bias: RoundedBalls | None = None) -> RoundedBalls:
    """x Wᵀ + b, where the bias may be added last or be the first term of the accumulation: one more rounding."""
    if bias is None:
        return x @ weight.mT
    error = product_error(x, weight.mT, roundings=1)
    rounding = x.arithmetic.product(x.shape[-1] + 1)
    value = once(linear_definition, x.value, weight.value, bias.value)
    sizes = value.magnitudes()
    typical = typical_product(x, weight.mT, sizes + bias.magnitudes)
    typical = typical + bias.settled.repeated(bias.shape, value.shape)
    return x.round(value, up(error + bias.error + rounding * bias.magnitudes), typical)


@theorem("scaled_attention_scores")
def scaled_attention_scores(q: RoundedBalls, k: RoundedBalls) -> RoundedBalls:
    """q kᵀ ÷ √d with the scale applied to the scores, to the queries, or its root to both, as division or product.

    The roundings of the product, of which two are those of scaled operands, are followed by those of √d, of its root
    and inverse, twice if both sides are scaled, and that of the scaled score: relative errors of the score itself. A
    scaled operand may underflow before the product. Some of these ways compute unscaled scores, which must not
    overflow. Typically the constant's error is its actual one for this d; the others are independent.
    """
    d = q.shape[-1]
    if is_changed() or d == 0:
        return _scaled(q, k)  # type: ignore[no-any-return]
    value = once(scaled_scores_definition, q.value, k.value)
    arithmetic = q.arithmetic
    terms, scores, scale = of_terms(arithmetic, d), of_scores(arithmetic, d), raised_scale(d)
    lost = arithmetic.underflow * (d * (q.largest + k.largest) * RAISED + (d + 2))
    fits = d * q.largest * k.largest * (1.0 + terms) * RAISED <= arithmetic.steps.largest
    plain = min(q.ndim, k.ndim) > 1 and not arithmetic.truncates and np.isfinite(lost)
    if fits and plain and k.shape[-2] and q.is_given and k.is_given:
        return RoundedScores(value, q, k, lost)
    with quietly():
        error = matmul_up(scale * (operand_bound(q) + terms * q.magnitudes), k.mT.magnitudes)
        if not k.is_given:
            error += matmul_up(scale * q.value.magnitudes(), np.broadcast_to(operand_bound(k.mT), k.mT.shape))
        sizes = value.magnitudes()
        error += scores * (sizes + error)
        error += lost
        typical = _typical_scores(q, k, sizes).biased(lost)
        if fits:
            return RoundedBalls(value, error, arithmetic, typical)
        unscaled = attention_scores(q, k)
        return q.bounded(value, np.where(np.isfinite(unscaled.error), error, np.inf), typical)


def _typical_scores(q: RoundedBalls, k: RoundedBalls, sizes: np.ndarray) -> Typical:
    """The typical errors of the product, scaled; of the score itself; and of the scaled operands."""
    d, arithmetic = q.shape[-1], q.arithmetic
    scale, u = 1.0 / math.sqrt(d), ROUNDING * arithmetic.u
    typical = typical_product(q, k.mT, sizes * math.sqrt(d)).scaled(scale)
    own = u * sizes
    if arithmetic.steps == arithmetic.storage:
        terms = np.sqrt(squared_terms(q, k.mT))
        own = np.hypot(own, math.sqrt(RESCALED) * u * scale * terms)
    return typical.rounded(own).biased(scale_error(d, arithmetic.steps) * sizes)


def _finite(x: Balls, mask: Any) -> np.ndarray | None:
    """The visible scores if some scores are −∞, which hides them like a mask; None if none is."""
    hidden = x.minus_infinity()
    if hidden is None:
        return None
    return ~hidden if mask is None else mask & ~hidden


@theorem("softmax")
def softmax(x: RoundedBalls, mask: Any = None) -> RoundedBalls:
    """Softmax, shifted by the largest score, by a running maximum, or not at all; in one piece or online in B tiles.

    Let δⱼ bound the scores' errors and zⱼ = xⱼ − max x. Up to a factor common to a row, a computed exponential is exp
    xⱼ e^θⱼ with |θⱼ| ≤ tⱼ = δⱼ + u (|zⱼ| + δⱼ + max δ) − B ln(1 − cₑu): the score's error, the rounding of the shifted
    argument, the library's exp, and one more exp for every later tile; the running maxima telescope, so the shifts add
    up to at most |zⱼ|. The lemma of softmax_sensitivity bounds the effect of θ on exponentials over their exact sum.
    Further roundings are not shared by the weights: γ of the sum, B − 1 products that rescale the sum and the weighted
    values, and two more, of the stored weight and of the quotient. Underflow in the sum is a factor common to all
    weights, at most 2mλ; in each weight the exponential, the quotient and the stored number may underflow.

    If sums are wider than stored numbers, a fused kernel may use powers of two: log₂ e is multiplied in first, which
    rounds xⱼ instead of zⱼ, in the wide format. In the split model this happens in the stored format, and the shift may
    be the largest visible score of all rows of the call; weights may be exp(xⱼ − log Σ exp x), or those of parts that
    are merged by their log-sum-exp L: the argument is rounded once more, a number larger by log m is stored, and the
    error of L, up to four roundings of |L| ≤ max |x| + log m, is a factor of the row that is not divided out. So is Σ
    exp xⱼ e^θⱼ ÷ Σ exp xⱼ e^θ'ⱼ, since L is the logarithm of other exponentials than those that multiply the values.

    It is assumed that exp has base e; that, except for L, the sum is over the same exponentials that multiply the
    values; that the shift is the row's largest score so far; and, if it is that of all rows or zero, that only
    exponentials of weights below the unit roundoff leave the normal range (``raised_floor``). Derived for this project;
    after Blanchard, D. J. Higham and N. J. Higham, "Accurately computing the log-sum-exp and softmax functions", IMA J.
    Numer. Anal. 41(4), 2021, theorem 4.3.
    """
    if not isinstance(x, RoundedScores) and (seen := once(_finite, x.value, mask)) is not None:
        return softmax(x.__array_namespace__().where(seen, x, 0.0), seen)
    arithmetic = x.arithmetic
    keys = x.shape[-1]
    value = once(softmax_definition, x.value, mask)
    if keys == 0:
        return x.bounded(value, np.zeros(()))
    tiles, u = arithmetic.tiles(keys), arithmetic.u
    stored = 1 if arithmetic.steps == arithmetic.accumulation else 2
    after = arithmetic.accumulated(keys - 1 + 2 * (tiles - 1)) + gamma(stored + 1, u) + 2 * keys * arithmetic.underflow
    return RoundedWeights(
        value,
        x,
        tiles=tiles,
        relative=after / (1.0 - after) * RAISED if after < 1.0 else np.inf,
        stored=stored,
        absolute=(3 if arithmetic.operand_roundoff else 4 * (1.0 + u)) * arithmetic.underflow,
        seen=None if mask is None else np.asarray(mask, dtype=bool),
        floor=raised_floor(x, mask),
    )
