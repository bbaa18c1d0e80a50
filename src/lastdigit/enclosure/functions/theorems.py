"""Rounding bounds, loaded on demand, of operations that libraries evaluate in more than one way."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED, SPLIT
from lastdigit.enclosure.functions.ends import ends, widened
from lastdigit.enclosure.functions.rounded import RoundedCondition
from lastdigit.enclosure.rounded import RoundedBalls, theorem
from lastdigit.enclosure.rounded_layer_norm import WELFORD, _centred_and_deviation
from lastdigit.enclosure.rounded_products import distinct_values, squared_terms
from lastdigit.enclosure.rounded_weights import RoundedWeights
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.enclosure.upward import down, gamma, quietly, sum_up, up


@theorem("standardized")
def standardized(
    x: RoundedBalls,
    mean: RoundedBalls,
    variance: RoundedBalls,
    weight: RoundedBalls,
    bias: RoundedBalls,
    *,
    eps: float = 1e-5,
) -> RoundedBalls:
    """(x − m) r w + b, or x a + (b − m a) with a = r w, in which both products share the error of a.

    In addition to the roundings of the first form, the second has those of x a, m a, b − m a and the sum: u (|x| +
    2|m|)|a| + u |b|, up to factors (1 + u); those of b − m a are shared by a whole channel. Either product may
    underflow, and must not overflow.
    """
    from lastdigit.operations.norms import standardized as definition

    found: Any = definition.__wrapped__(x, mean, variance, weight, bias, eps=eps)  # type: ignore[attr-defined]
    arithmetic = x.arithmetic
    xp = x.__array_namespace__()
    root = xp.sqrt(variance + xp.asarray(eps))
    u, tiny = arithmetic.u, arithmetic.underflow
    with quietly():
        least = down(root.value.smallest_magnitudes() - root.bound)
        gain = np.where(least > 0.0, up(weight.magnitudes / least), np.inf)
        own = up(u * x.magnitudes * gain)
        shared = up(u * (1.0 + 4.0 * u) * (2.0 * mean.magnitudes * gain + bias.magnitudes))
        lost = tiny * (x.magnitudes + mean.magnitudes + 4.0)
        error = up(found.error + (1.0 + 4.0 * u) * own + shared + lost)
        fits = up((x.magnitudes + mean.magnitudes) * gain + bias.magnitudes) <= arithmetic.steps.largest
        error = np.where(fits, error, np.inf)
        typical = found.settled.rounded(ROUNDING * own) + Typical(bias=lost, row=ROUNDING * shared)
    return x.bounded(found.value, error, typical)


@theorem("channel_norm")
def channel_norm(x: RoundedBalls, weight: RoundedBalls, bias: RoundedBalls, *, eps: float = 1e-5) -> RoundedBalls:
    """A layer norm whose x (r w) + (b − mean r w) has one b − mean r w for each channel.

    The roundings of mean r w and of the sum are shared by a whole channel; the channels of a row are not distinguished.
    """
    from lastdigit.operations.normalization import layer_norm

    found: Any = layer_norm(x, weight, bias, eps=eps)
    arithmetic = x.arithmetic
    if arithmetic.truncates:
        return found  # type: ignore[no-any-return]
    _, deviation = once(_centred_and_deviation, x.value, eps=eps)
    with quietly():
        size = up(sum_up(x.magnitudes, -1, True) / max(x.shape[-1], 1))
        gain = weight.magnitudes / down(deviation.smallest_magnitudes())
        shared = 2.0 * arithmetic.u * size * gain + arithmetic.u * bias.magnitudes
        shared = np.where(np.isfinite(shared), shared, 0.0)
    return x.bounded(found.value, found.error, found.settled + Typical(row=ROUNDING * shared))


@theorem("log_softmax")
def log_softmax(x: RoundedBalls, *, dim: int = -1) -> RoundedBalls:
    """(x − m) − log Σ exp(x − m), in the split model also x − L with L = m + log Σ exp(x − m), which is rounded.

    |L| ≤ |x| + |y| for the result y; L has up to three roundings, as where parts are merged, and x − L one more.
    """
    from lastdigit.operations.losses import log_softmax as definition

    found: Any = definition.__wrapped__(x, dim=dim)  # type: ignore[attr-defined]
    arithmetic = x.arithmetic
    if arithmetic.model != SPLIT:
        return found  # type: ignore[no-any-return]
    with quietly():
        more = up(4.0 * arithmetic.u * (x.magnitudes + found.value.magnitudes()))
        return x.bounded(found.value, up(found.error + more), found.settled.biased(more))


@theorem("variance")
def variance(x: RoundedBalls, *, correction: float = 1.0) -> RoundedBalls:
    """A variance in two passes or by Welford's update, in the split model also as a difference of squares.

    Welford's differs from the two-pass one by at most 4γ √(mean c²) √(mean x²), c = x − mean, a difference of squares
    by at most 4γ mean x², both for γ of n + 6 roundings up to ¼, times n ÷ (n − correction): as in a layer norm. The
    typical error of each comes from the sums.
    """
    from lastdigit.operations.reductions import variance as definition

    found: Any = definition.__wrapped__(x, correction=correction)  # type: ignore[attr-defined]
    arithmetic, n = x.arithmetic, x.shape[-1]
    rounding = gamma(n + 6, arithmetic.accumulation_roundoff)
    if rounding > 0.25 or n <= correction:
        return x.bounded(found.value, np.full(found.shape, np.inf))
    scale = n / (n - correction)
    with quietly():
        squares = up(sum_up(x.magnitudes**2, -1, False) / n)
        spread = up(np.sqrt(found.value.magnitudes() / scale))
        size = up(np.sqrt(squares))
        typical = 2.0 * arithmetic.typical_summation(n + 6, distinct_values(x.magnitudes)) * scale
        more, own = WELFORD * rounding * scale * spread * size, typical * spread * size
        if arithmetic.model == SPLIT:
            more, own = np.maximum(more, 4.0 * rounding * scale * squares), np.maximum(own, typical * squares)
        fits = n * squares * (1.0 + 4.0 * rounding) <= arithmetic.largest_sum
        error = np.where(fits, up(found.error + more), np.inf)
        return x.bounded(found.value, error, found.settled.rounded(own))


@theorem("scores_by_scale")
def scores_by_scale(q: RoundedBalls, k: RoundedBalls, *, scale: float) -> RoundedBalls:
    """scale · q kᵀ with the scale applied to the scores, to the queries, or its root to both.

    The bound of a product includes two roundings for scaled operands; where steps are stored, they are typical too. A
    root of the scale and its product are two more roundings of the score. A scaled operand may underflow.
    """
    from lastdigit.operations.attention_variants import scores_by_scale as definition

    found: Any = definition.__wrapped__(q, k, scale=scale)  # type: ignore[attr-defined]
    arithmetic = q.arithmetic
    with quietly():
        own = 3.0 * arithmetic.u * found.value.magnitudes()
        lost = arithmetic.underflow * q.shape[-1] * (q.largest + k.largest)
        rounding = (
            own
            if not arithmetic.is_wide
            else np.hypot(own, np.sqrt(RESCALED) * arithmetic.u * abs(scale) * np.sqrt(squared_terms(q, k.mT)))
        )
        error = up(found.error + own + lost)
        return q.bounded(found.value, error, found.settled.rounded(ROUNDING * rounding).biased(lost))


FADED = 2.0**-50
"""A result this far below the values is a sum of weights whose squares lose digits, or underflow, in float32."""


@theorem("attention")
def attention(q: RoundedBalls, k: RoundedBalls, v: RoundedBalls, *others: Any, **given: Any) -> RoundedBalls:
    """The composition; the typical error is the bound where the weights' variances underflow, as by a large sink."""
    from lastdigit.operations.attention_variants import attention as definition

    found: Any = definition.__wrapped__(q, k, v, *others, **given)  # type: ignore[attr-defined]
    tiny = found.value.magnitudes() < FADED * v.largest
    if not np.any(tiny):
        return found  # type: ignore[no-any-return]
    return RoundedBalls(
        found.value, found.bound, found.arithmetic, found.settled.biased(np.where(tiny, found.error, 0.0))
    )


@theorem("routing_weights")
def routing_weights(logits: RoundedBalls, *, k: int, normalize: bool = True) -> RoundedBalls:
    """The composition, with the k largest weights of a row determined from errors that its weights do not share.

    A factor of a whole row, such as the error of the sum of its exponentials, does not change the order. A weight is
    certainly among the k largest if it exceeds the (k + 1)-th largest of all upper bounds, and certainly not if it is
    less than the k-th largest of all lower bounds.
    """
    from lastdigit.operations.experts import routed

    return routed(logits, _among_largest, k=k, normalize=normalize)  # type: ignore[no-any-return]


def _among_largest(weights: Any, *, k: int) -> RoundedCondition:
    from lastdigit.operations.experts import among_largest

    chosen: Any = among_largest(weights, k=k)
    if not isinstance(weights, RoundedWeights):
        return chosen  # type: ignore[no-any-return]
    apart = weights.up_to_a_factor()
    low, high = widened(ends(apart.value), apart.error)
    holds = low > np.sort(high, axis=-1)[..., -k - 1, np.newaxis]
    fails = high < np.sort(low, axis=-1)[..., -k, np.newaxis]
    return RoundedCondition(chosen.exact, chosen.holds | holds, chosen.fails | fails)
