"""Rounding of a layer norm, whose variance libraries compute in three ways."""

from __future__ import annotations

import numpy as np

from lastdigit.enclosure.arithmetic import SPLIT
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.rounded import RoundedBalls, theorem
from lastdigit.enclosure.rounded_products import distinct_values
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import ROUNDING, Typical, worst
from lastdigit.enclosure.upward import gamma, quietly, sum_up, up
from lastdigit.operations.normalization import layer_norm as layer_norm_definition

WELFORD = 4.0
"""The factor on γ √(mean c²) √(mean x²) that bounds the error of a variance by Welford's update.

A running mean of k terms has an error of at most γₖ times their size, and is multiplied by the distances of each term
from the running means before and after it. Those have at most three times the root mean square of c, by Hardy's
inequality.
"""

LINEAR = 2.0**-4
"""Relative deviation of a variance up to which that of its root is half as large, far out in the tails as well."""


@theorem("layer_norm")
def layer_norm(x: RoundedBalls, weight: RoundedBalls, bias: RoundedBalls, *, eps: float = 1e-5) -> RoundedBalls:
    """Layer norm with the variance in two passes or by Welford's update, in the split model as a difference of squares.

    c is x − mean, ε bounds the inputs' errors, γ is that of n + 6 roundings, e bounds the error of the mean: mean ε and
    γ mean |x|, and the rounding of a stored mean. In two passes Σ c = 0, so only the square of e remains: with a = ε +
    u (|c| + e) for each centred element the variance is within e² + mean(2 (|c| + e) a + a²) + γ mean((|c| + e + a)²)
    of the exact one. Welford's is within 4γ √(mean c²) √(mean x²) more (Chan, Golub and LeVeque, "Algorithms for
    computing the sample variance", Amer. Statist. 37(3), 1983). A difference of squares is within mean(2|c|d + d²) + 4γ
    mean((|x| + ε)²), d = ε + mean ε, for γ ≤ ¼. The result may be computed as (x − mean) r w + b or as x (r w) + (b −
    mean r w): up to three roundings of |x| + |mean| instead of one of |c|, and one of b. Squares are averaged in the
    accumulation format; for the difference of squares the mean is kept in it as well. The result is unknown where a
    sum, a stored step, or a step of either form of the result may overflow.
    """
    value = once(layer_norm_definition, x.value, weight.value, bias.value, eps=eps)
    centred, deviation = once(_centred_and_deviation, x.value, eps=eps)
    arithmetic = x.arithmetic
    u, tiny, n = arithmetic.u, arithmetic.underflow, x.shape[-1]
    rounding = gamma(n + 6, arithmetic.accumulation_roundoff)
    if rounding > 0.25:
        return x.bounded(value, np.full(x.shape, np.inf))
    sizes, distances, scale = x.magnitudes, centred.magnitudes(), deviation.magnitudes()
    given = np.broadcast_to(x.bound, x.shape)
    with quietly():
        mean_error = up(_mean(given) + (rounding + u) * _mean(sizes) + 2 * tiny)
        own = up(given + u * (distances + mean_error))
        variance_error = mean_error**2 + _mean(up(2 * (distances + mean_error) * own + own**2))
        variance_error += rounding * _mean(up((distances + mean_error + own) ** 2))
        variance_error += WELFORD * rounding * np.sqrt(_mean(up(distances**2))) * np.sqrt(_mean(up(sizes**2)))
        if arithmetic.model == SPLIT:
            moved = up(given + _mean(given))
            squares = _mean(up(2 * distances * moved + moved**2)) + 4 * rounding * _mean(up(sizes**2)) + mean_error**2
            variance_error = np.maximum(variance_error, squares)
        variance_error = up(variance_error + u * (1 + u) * up(scale**2) + 4 * tiny)
        centred_error = up(given + mean_error + 3 * u * (1 + u) ** 2 * (sizes + _mean(sizes)))
        smallest = deviation.smallest_magnitudes()
        deviation_error = up(variance_error / smallest + 4 * u * (1 + u) ** 4 * scale)
        left = smallest - deviation_error
        error = np.where(left > 0, up((centred_error + up(distances / smallest) * deviation_error) / left), np.inf)
        variance = up(scale**2 + variance_error)
        fits = (distances + centred_error <= arithmetic.steps.largest) & (variance <= arithmetic.steps.largest)
        fits = fits & (n * variance <= arithmetic.largest_sum) & _fits_in_sums(x, rounding)
        gains = up(np.maximum(weight.magnitudes, 1.0) / np.where(left > 0, left, smallest))
        fits = fits & ((1.0 + sizes + _mean(sizes)) * gains + bias.magnitudes <= arithmetic.steps.largest)
    normalised = x.round(centred / deviation, error, roundings=2, underflow=2)
    scaled = normalised * weight + bias
    error = up(scaled.error + u * (1 + u) * bias.magnitudes + tiny * (sizes + _mean(sizes) + 1))
    error = np.where(fits, error, np.inf)
    if arithmetic.truncates:
        return x.bounded(value, error, worst(error))
    with quietly():
        typical = _typical(x, weight, bias, distances, smallest, value).biased(np.where(fits, 0.0, np.inf))
    found = x.bounded(value, error, typical)
    if 2.0 * value.largest <= arithmetic.steps.largest:
        return RoundedBalls(value, found.bound, arithmetic, typical)
    return found


def _fits_in_sums(x: RoundedBalls, rounding: float) -> np.ndarray:
    """Whether no partial sum of Σ|x|, in the split model of Σ x², overflows (…, 1).

    Σ|x| is the larger one only if it is below n, which is below 1 ÷ 4u.
    """
    n, largest = x.shape[-1], x.arithmetic.largest_sum
    terms = _mean(up(x.magnitudes**2)) if x.arithmetic.model == SPLIT else _mean(x.magnitudes)
    return np.asarray(n * terms * (1.0 + 4.0 * rounding) <= largest)


def _typical(
    x: RoundedBalls, weight: RoundedBalls, bias: RoundedBalls, distances: np.ndarray, smallest: np.ndarray, value: Balls
) -> Typical:
    """The errors of the mean and the variance are shared by a row; those of scaled and centred elements are their own.

    The error of the variance is that of its sum, and at most the effect of the mean's error by an update or a
    difference of squares.
    """
    arithmetic, n = x.arithmetic, x.shape[-1]
    u, sizes = ROUNDING * arithmetic.u, x.magnitudes
    summation = arithmetic.typical_summation(n + 6, once(distinct_values, sizes))
    mean = _mean(sizes)
    gains = np.broadcast_to(weight.magnitudes, x.shape) / smallest
    normalised = distances / smallest
    of_mean = np.hypot(summation, u) * mean
    of_variance = np.hypot(summation, 4 * u) + 2.0 * summation * mean / smallest
    if arithmetic.model == SPLIT:
        of_variance = of_variance + 2.0 * summation * _mean(sizes**2) / smallest**2
    row = gains * np.hypot(of_mean, 0.5 * of_variance * distances)
    element = u * np.sqrt(
        3.0 * np.square(gains * (sizes + mean))
        + 4.0 * np.square(gains * distances)
        + np.square(bias.magnitudes)
        + np.square(value.magnitudes())
    )
    tiny = arithmetic.underflow * (sizes + mean + 4.0 + gains)
    tiny = np.where(of_variance < LINEAR, tiny, np.inf)
    found = Typical(tiny, element, row)
    found = found + weight.settled.repeated(weight.shape, x.shape).scaled(normalised)
    found = found + bias.settled.repeated(bias.shape, x.shape)
    if x.is_given:
        return found
    parts = x.settled.in_shape(x.shape)

    def moved(part: np.ndarray) -> np.ndarray:
        """For errors that may all have one sign: each element's own, the mean's, and the variance's."""
        return np.asarray(gains * (part + _mean(part) + normalised * _mean(normalised * part)))

    shared = np.sqrt(_mean(parts.element**2) / n) + normalised * np.sqrt(_mean((normalised * parts.element) ** 2) / n)
    return found + Typical(
        moved(parts.bias), gains * parts.element, np.hypot(moved(parts.row), gains * shared), moved(parts.whole)
    )


def _centred_and_deviation(x: Balls, *, eps: float) -> tuple[Balls, Balls]:
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    return centred, xp.sqrt(xp.mean(centred * centred, axis=-1, keepdims=True) + xp.asarray(eps))


def _mean(bound: np.ndarray) -> np.ndarray:
    return np.asarray(up(sum_up(bound, -1, True) / bound.shape[-1]))
