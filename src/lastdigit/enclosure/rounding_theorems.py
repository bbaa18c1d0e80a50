"""Rounding bounds of operations that libraries evaluate in more than one way.

The composition of a definition's steps bounds one way of evaluating it. The bounds here hold for every way that is
named in their docstrings; each is derived there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.enclosure.rounded import RoundedBalls, product_error, theorem
from lastdigit.enclosure.upward import gamma, sum_up, up
from lastdigit.operations.linear import linear as linear_definition
from lastdigit.operations.normalization import layer_norm as layer_norm_definition
from lastdigit.operations.normalization import softmax as softmax_definition


@theorem("linear")
def linear(x: RoundedBalls, weight: RoundedBalls, bias: RoundedBalls | None = None) -> RoundedBalls:
    """x Wᵀ + b, where the bias may be added last or be the first term of the accumulation: one rounding more."""
    if bias is None:
        return x.known(linear_definition(x.value, weight.value), product_error(x, weight.mT, roundings=0))
    error = product_error(x, weight.mT, roundings=1)
    rounding = x.arithmetic.summation(x.shape[-1] + 1)
    value = linear_definition(x.value, weight.value, bias.value)
    return x.round(value, up(error + bias.error + rounding * bias.magnitudes))


@theorem("softmax")
def softmax(x: RoundedBalls, mask: Any = None) -> RoundedBalls:
    """Softmax, shifted by the largest score, by a running one, or not at all; in one piece or online in B tiles.

    Let δⱼ bound the scores' errors, zⱼ = xⱼ − max x. A computed exponential is exp(xⱼ − c) e^±aⱼ with
    aⱼ = δⱼ + max δ + u (|zⱼ| + δⱼ + max δ) + B cₑu ÷ (1 − cₑu) + (B − 1) u ÷ (1 − u): the argument's rounding,
    the library's exp, and for every later tile one more exp and one more product; the running maxima telescope,
    so that their differences add up to no more than |zⱼ|. With κ = Σ wⱼ (e^aⱼ − 1) and γ for the sum, the computed
    sum lies within the factors (1 ± κ)(1 ± γ), and the weight within wⱼ expm1(aⱼ − ln(1 − κ) − ln(1 − γ) + 2u): two
    roundings, of the sum and of the quotient. No weight is computed outside [0, 1 + γ + 2u], which bounds the error
    where κ is large.
    Derived for this project; after Blanchard, D. J. Higham and N. J. Higham, "Accurately computing the log-sum-exp
    and softmax functions", IMA J. Numer. Anal. 41(4), 2021, theorem 4.3.
    """
    arithmetic = x.arithmetic
    keys = x.shape[-1]
    seen = np.ones(x.shape, dtype=bool) if mask is None else np.broadcast_to(mask, x.shape)
    value = softmax_definition(x.value, mask)
    delta = np.where(seen, x.error, 0.0)
    largest_delta = np.max(delta, axis=-1, keepdims=True)
    xp = x.value.__array_namespace__()
    masked = x.value if mask is None else xp.where(seen, x.value, -float("inf"))
    shifted = masked - xp.max(masked, axis=-1, keepdims=True)
    distance = np.where(seen, shifted.magnitudes(), 0.0)
    tiles = arithmetic.tiles(keys)
    u = arithmetic.u
    exp_error = arithmetic.exp_error * u
    moved = up(delta + largest_delta)
    exponent = up(moved + u * (distance + moved) + tiles * exp_error / (1 - exp_error) + (tiles - 1) * u / (1 - u))
    weights = np.where(seen, value.magnitudes(), 0.0)
    with np.errstate(over="ignore", invalid="ignore"):
        kappa = sum_up(up(weights * np.expm1(exponent)), -1, True)
        summed = gamma(keys - 1 + 2 * (tiles - 1), arithmetic.accumulation.unit_roundoff)
        known = (kappa < 0.5) & (summed < 0.5)
        normaliser = np.where(known, -np.log1p(-np.where(known, kappa, 0.0)) - np.log1p(-min(summed, 0.5)), np.inf)
        relative = up(np.expm1(up(exponent + normaliser + 2 * u * (1 + u))))
        cap = np.maximum(weights, up(1.0 + summed + 2 * u * (1 + u)))
        error = np.minimum(up(weights * relative), cap)
    error = up(error + 2 * (keys + 2) * arithmetic.underflow)
    return x.known(value, np.where(seen, error, 0.0))


@theorem("layer_norm")
def layer_norm(x: RoundedBalls, weight: RoundedBalls, bias: RoundedBalls, *, eps: float = 1e-5) -> RoundedBalls:
    """Layer norm with the variance in two passes, by Welford's update or as a difference of squares.

    With input errors εᵢ, d = ε + mean ε and γ for n + 6 roundings, each of the three variances is within
    mean(2|c|d + d²) + 4γ mean((|x| + ε)²) of the exact one, c being x − mean: 2γ + γ² from the rounded mean and
    γ(1 + γ)² from the squares in two passes, 3γ and second-order terms for the difference of squares, both at most 4γ
    for γ ≤ ¼; Welford's is smaller (Chan, Golub and LeVeque, "Algorithms for computing the sample variance", Amer.
    Statist. 37(3), 1983). The result may be formed as (x − mean) r w + b or as x (r w) + (b − mean r w): up to three
    roundings of |x| + |mean| in place of one of |c|, and one of b.
    """
    xp = x.value.__array_namespace__()
    u, n = x.arithmetic.u, x.shape[-1]
    mean = xp.mean(x.value, axis=-1, keepdims=True)
    centred = x.value - mean
    shifted_variance = xp.mean(centred * centred, axis=-1, keepdims=True) + xp.asarray(eps)
    deviation = xp.sqrt(shifted_variance)

    def average(bound: np.ndarray) -> np.ndarray:
        return np.asarray(up(sum_up(bound, -1, True) / n))

    value = layer_norm_definition(x.value, weight.value, bias.value, eps=eps)
    rounding = gamma(n + 6, x.arithmetic.accumulation.unit_roundoff)
    if rounding > 0.25:
        return x.known(value, np.full(x.shape, np.inf))
    sizes, distances = x.magnitudes, centred.magnitudes()
    moved = up(x.error + average(x.error))
    mean_error = up(average(x.error) + rounding * average(sizes) + u * average(sizes))
    centred_error = up(x.error + mean_error + 3 * u * (1 + u) ** 2 * (sizes + average(sizes)))
    variance_error = up(
        average(up(2 * distances * moved + moved**2))
        + 4 * rounding * average(up(sizes**2))
        + u * (1 + u) * shifted_variance.magnitudes()
    )
    smallest = deviation.smallest_magnitudes()
    with np.errstate(divide="ignore", invalid="ignore"):
        deviation_error = up(variance_error / smallest + 4 * u * (1 + u) ** 4 * deviation.magnitudes())
        left = smallest - deviation_error
        error = np.where(left > 0, up((centred_error + up(distances / smallest) * deviation_error) / left), np.inf)
    normalised = x.round(centred / deviation, error, roundings=2, underflow=2)
    scaled = normalised * weight + bias
    return x.known(value, up(scaled.error + u * (1 + u) * bias.magnitudes))
