"""Weights that a softmax computed, with their joint errors, and the weighted sums of values."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED, TYPICAL_PARTIALS
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_logarithms import Logarithms, key_logarithms, row_logarithms
from lastdigit.enclosure.rounded_products import distinct_values, operand_bound, operand_typical
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.single import UNDERFLOWN, product_up
from lastdigit.enclosure.softmax_sensitivity import moved_weights
from lastdigit.enclosure.spread import Spread
from lastdigit.enclosure.typical import ROUNDING, Typical, worst
from lastdigit.enclosure.upward import RAISED, matmul_up, quietly, raised, sum_up, up

LINEAR = 0.1
"""Standard deviations of a logarithm up to which e^θ is 1 + θ for θ of several of them; beyond, the bound is used.

Measured (``python -m studies.assumptions``): for two keys the largest of 200,000 errors is 2.5 σ where θ is far
smaller, 2.8 σ here, 4.0 σ at 0.3 and 16 σ at 1; for more keys the difference is smaller.
"""

SQUARABLE_SINGLE = 2.0**-60
"""Weights below it have squares that may underflow in float32: they are counted separately if there are any."""


class RoundedWeights(RoundedBalls):
    """Weights as a softmax computes them: wⱼ e^θⱼ ÷ Σ wₖ e^θₖ · e^η (1 + rⱼ) + εⱼ.

    θ and η are the errors of logarithms; ``relative`` bounds |rⱼ|, the roundings after the exponentials, of which
    ``stored`` are those of a weight, each independent; ``absolute`` bounds |εⱼ|, the underflow. A weight that was kept
    in a wider format is stored for a product. ``seen`` is True for keys that a mask does not hide. ``floor`` (…, 1) is
    the largest weight whose exponential may be a subnormal number, None where such weights are negligible.
    """

    def __init__(
        self,
        value: Balls,
        scores: RoundedBalls,
        *,
        tiles: int,
        relative: float,
        stored: int,
        absolute: float,
        seen: np.ndarray | None,
        floor: np.ndarray | None = None,
    ) -> None:
        self.value = value
        self.scores = scores
        self.arithmetic = scores.arithmetic
        self.tiles = tiles
        self.relative = relative
        self.stored_roundings = stored
        self.absolute = absolute
        self.seen = seen
        self.floor = floor

    @cached_property
    def logarithms(self) -> Logarithms:
        """The errors of the logarithms of each key; underflow in a row's sum is part of its factor."""
        found = self._of_normal_numbers
        if self.lost is None:
            return found
        with quietly():
            of_row = np.sum(self.lost, axis=-1, keepdims=True)
            # −ln(1 − x) ≤ 2x ÷ 1.4 up to ½, which leaves room for the sum's roundings.
            of_row = np.where(of_row <= 0.5, 2.0 * of_row, np.inf)
        return replace(found, factor=found.factor + of_row, typical_factor=found.typical_factor + of_row)

    @cached_property
    def _of_normal_numbers(self) -> Logarithms:
        return key_logarithms(self.scores, self.value, self.seen, self.tiles)

    @cached_property
    def lost(self) -> np.ndarray | None:
        """What exponentials lose below the normal range, as a part of their sum (…, m); None where that is nothing.

        At most what underflow costs at the floor, and at most all of the exponential. Errors of the logarithms raise
        the floor, at most to the unit roundoff, above which no weight of a right result vanishes.
        """
        if self.floor is None:
            return None
        steps = self.arithmetic.steps
        with quietly():
            weights = self.value.magnitudes()
            weights = weights if self.seen is None else np.where(self.seen, weights, 0.0)
            moved = np.exp(2.0 * np.max(self._of_normal_numbers.bound, axis=-1, keepdims=True, initial=0.0))
            moved = moved * (1.0 + self.relative)
            floor = np.maximum(self.floor, np.minimum(self.floor * moved, self.arithmetic.accumulation.unit_roundoff))
            lost = up(np.minimum(floor * (steps.underflow / 2.0**steps.emin), weights * moved))
            return np.where((weights > 0.0) & (weights <= floor), lost, 0.0)

    @cached_property
    def bound(self) -> np.ndarray:  # type: ignore[override]
        """|computed − exact|; no weight is computed outside [0, 1 + r], and that of a hidden key is an exact zero."""
        high = self.value.magnitudes()
        with quietly():
            low, below = once(_low, self.value)
            displaced = moved_weights(low, high, self.logarithms.bound, below=below)
            relative = up(self.relative + np.expm1(self.logarithms.factor) * (1.0 + self.relative))
            error = up(displaced + relative * (high + displaced))
            error = up(np.minimum(error, np.maximum(high, up(1.0 + relative))) + self.absolute + self._lost_or_zero)
            known = np.isfinite(np.max(displaced, axis=-1, keepdims=True, initial=0.0))
            if self.seen is not None:
                error = np.where(self.seen, error, 0.0)
            return np.where(known, error, np.inf)

    def up_to_a_factor(self) -> RoundedBalls:
        """The same divided by a positive number for each row, e^η ÷ Σ wₖ e^θₖ, which leaves their order unchanged.

        The remaining error is wⱼ (e^θⱼ (1 + rⱼ) − 1), and εⱼ divided by that number.
        """
        logarithms = self.logarithms
        with quietly():
            t = np.asarray(logarithms.bound, dtype=np.float64)
            farthest = np.max(t, axis=-1, keepdims=True, initial=0.0) + logarithms.factor
            of_weights = self.value.magnitudes() * (np.expm1(t) * (1.0 + self.relative) + self.relative)
            error = up(of_weights + (self.absolute + self._lost_or_zero) * np.exp(farthest))
        return self.bounded(self.value, np.broadcast_to(error, self.shape))

    @cached_property
    def typical(self) -> Typical:  # type: ignore[override]
        """∂ ln wⱼ ÷ ∂θₖ is 1 − wⱼ for k = j and −wₖ elsewhere: each key's own error, and one that a row shares."""
        logarithms, w = self.logarithms, self.value.magnitudes()
        with quietly():
            squares = logarithms.variance * self._unit
            bias = logarithms.bias + np.sum(w * logarithms.bias, axis=-1, keepdims=True)
            own = np.sqrt(squares + self.stored_roundings * self._unit)
            row = np.sqrt(np.sum(w**2 * squares, axis=-1, keepdims=True) + self._sum_deviation**2)
            whole = logarithms.shared
            if whole.ndim:
                whole = whole + np.sum(w * whole, axis=-1, keepdims=True)
            seen = w if self.seen is None else np.where(self.seen, w, 0.0)
            absolute = np.where(seen > 0.0, self.absolute + self._lost_or_zero, 0.0)
            found = Typical(bias, own, row, whole).scaled(seen).biased(absolute)
            far = self._goes_far(logarithms)
            if np.any(far):
                found = found.biased(np.where(far, self.bound, 0.0))
            return replace(found, factor=self._row_bias(logarithms))

    @property
    def _unit(self) -> float:
        """u²/3, the unit of the logarithms' variances."""
        return (ROUNDING * self.arithmetic.u) ** 2

    @property
    def _lost_or_zero(self) -> np.ndarray | float:
        return 0.0 if self.lost is None else self.lost

    @property
    def _underflown(self) -> float:
        """The underflow of a weight, when stored for a product after being kept in a wider format."""
        return self.absolute + 4 * bool(self.arithmetic.operand_roundoff) * self.arithmetic.storage.underflow

    def _row_bias(self, logarithms: Logarithms) -> np.ndarray:
        """The effect of the row's factor and of storing its sum on all weights alike, relative to them."""
        arithmetic = self.arithmetic
        sum_stored = arithmetic.u if arithmetic.steps != arithmetic.accumulation else 0.0
        return np.asarray(np.broadcast_to(np.expm1(logarithms.typical_factor) + sum_stored, logarithms.factor.shape))

    @property
    def _sum_deviation(self) -> float:
        """Standard deviation of the sum of exponentials, relative to it."""
        return self.arithmetic.typical_summation(self.shape[-1], once(distinct_values, self.value.magnitudes()))

    def __matmul__(self, other: RoundedBalls) -> RoundedBalls:
        if other.ndim < 2 or not self.shape[-1]:
            return super().__matmul__(other)
        value = once(_product, self.value, other.value)
        with quietly():
            spread = once(_spread, other.value)
            centre = spread.centre if self.ndim > 1 else spread.centre[..., 0, :]
            apart = once(_distances, value, centre)
            by_row = row_logarithms(self.scores, self.tiles) if self.lost is None else None
            logarithms = self.logarithms if by_row is None else by_row
            error = self._combination_error(other, logarithms, spread, value.magnitudes(), apart)
            if self.arithmetic.truncates:
                return self.bounded(value, error, worst(error))
            typical = self._typical_combination(other, logarithms, spread, value, apart)
            far = self._goes_far(logarithms) if self.ndim > 1 else self._goes_far(logarithms)[..., 0]
            typical = typical.biased(np.where(far, error, 0.0))
        return self.bounded(value, error, typical)

    def _goes_far(self, logarithms: Logarithms) -> np.ndarray:
        """Rows with a logarithm whose typical error is so large that the weights depend on it nonlinearly (…, 1)."""
        largest = np.max(logarithms.variance, axis=-1, keepdims=True, initial=0.0)
        return np.asarray(np.broadcast_to(largest * self._unit > LINEAR**2, (*self.shape[:-1], 1)))

    def _combination_error(
        self, v: RoundedBalls, logarithms: Logarithms, spread: Spread, sizes: np.ndarray, apart: np.ndarray
    ) -> np.ndarray:
        """Error of W V, v (…, m, c): the scores' errors are multiplied by the distance of the values from the result o.

        o' − o = Σ wⱼ(e^θⱼ − 1)(vⱼ − o) ÷ Σ wₖe^θₖ exactly, since Σ wⱼ(vⱼ − o) = 0; the divisor is at least Σ wₖe^−tₖ ≥
        1 ÷ Σ wₖe^tₖ (Jensen, twice), and |vⱼ − o| ≤ |vⱼ − c| + |c − o| for any c: a column's median here (``spread`` is
        |v − c|, ``apart`` |c − o|). For the same reason it is at most the values' range. The roundings rⱼ and those of
        the product are independent from key to key, with or without the same ones in the sum: r (Σ wⱼ|vⱼ − c| + |c| +
        |c − o|) bounds both. The same holds if the product is computed from the exponentials, each at most one, and
        divided by their sum at the end, if no partial sum overflows. A part L = Σ lⱼ of the sum that vanishes moves the
        result by at most (Σ lⱼ|vⱼ| + L|o|) ÷ (1 − L); the row's factor contains 1 ÷ (1 − L). Derived for this project.
        """
        arithmetic, m, rows = self.arithmetic, self.shape[-1], self.ndim > 1
        w, t = self.value.magnitudes(), logarithms.bound
        rounding = arithmetic.product(m, stored=1 + RESCALED)
        relative = self.relative + arithmetic.operand_roundoff * (1.0 + self.relative)
        relative = (relative + rounding * (1.0 + relative)) * RAISED
        centre, largest, unit = (
            part if rows else part[..., 0, :] for part in (spread.centre, spread.largest, spread.unit)
        )
        grown, deepest = _grown(t, relative)
        if t.shape[-1] == m:
            grown *= once(_single, w) if grown.dtype == np.float32 else w
            moved = product_up(grown, spread.singles)
        else:
            moved = grown * once(product_up, once(_single, w), spread.singles)
        moved += m * UNDERFLOWN
        within, total = moved[..., :-1] * unit, moved[..., -1:]
        mean_growth = np.maximum(total - relative, 0.0) / (1.0 + relative) + total * 2.0**-40
        within = (within + total * apart) * (1.0 + mean_growth)
        if not deepest <= 2.0**-6:
            within = np.minimum(within, (2.0 + 2.0 * relative) * largest + relative * apart)
        error = up(within + relative * np.abs(centre))
        if self.lost is not None:
            error += matmul_up(self.lost, np.broadcast_to(v.magnitudes, v.shape))
        if np.any(logarithms.factor):
            error = up(error + np.expm1(logarithms.factor) * (sizes + error))
        if not v.is_given:
            grown = w + (grown if t.shape[-1] == m else grown * w)
            divided = grown * (1.0 + (mean_growth if rows else mean_growth.reshape(-1)[:1]))
            weights = np.minimum(divided, 1.0 + relative)
            error += matmul_up(weights, np.broadcast_to(operand_bound(v), v.shape)) * (1.0 + relative)
        error += self._underflown * (1.0 + relative) * self._seen_sums(v) + (m + 1) * arithmetic.underflow
        if not m * v.largest * (1.0 + relative) <= arithmetic.largest_sum:
            reach = m * np.max(v.magnitudes, axis=-2, keepdims=rows) * (1.0 + relative)
            error = np.where(reach <= arithmetic.largest_sum, error, np.inf)
        return raised(error, 32)

    def _seen_sums(self, v: RoundedBalls) -> np.ndarray:
        """Σ|v| over the keys visible to each row."""
        if self.seen is None or self.seen.ndim < 2:
            return np.asarray(once(sum_up, v.magnitudes, -2, self.ndim > 1))
        return matmul_up(np.broadcast_to(self.seen, self.shape).astype(np.float64), v.magnitudes)

    def _typical_combination(
        self, v: RoundedBalls, logarithms: Logarithms, spread: Spread, value: Balls, apart: np.ndarray
    ) -> Typical:
        """Typical error of W V: Σ w²σ²(v − o)² of the scores, Σ w²u²v²/3 of stored weights, u²o²/3 of the sum.

        All of these are shared by the columns of a row, except the last and the roundings of the product's own sum. The
        first is computed from moments about c: Σ a²(v − o)² = Σ a²(v − c)² − 2(o − c) Σ a²(v − c) + (o − c)² Σ a².
        """
        arithmetic, m, rows = self.arithmetic, self.shape[-1], self.ndim > 1
        w, variance, sizes = self.value.magnitudes(), logarithms.variance, value.magnitudes()
        centre, unit, size = (part if rows else part[..., 0, :] for part in (spread.centre, spread.unit, spread.size))
        stored = self._unit * (self.stored_roundings + (TYPICAL_PARTIALS if arithmetic.partials else 0))
        stored += (ROUNDING * arithmetic.operand_roundoff) ** 2
        single = once(_single, w)
        squares = once(np.square, single)
        mean = once(product_up, single, spread.singles)
        middle, _ = once(_low, value)
        result = (middle - centre) / unit
        if variance.shape[-1] == m:
            of_scores = _about(result, (squares * variance) @ spread.powers)
        else:
            of_scores = variance * _about(result, once(np.matmul, squares, spread.powers))
        of_values = once(np.matmul, squares, spread.squares).astype(np.float64)
        row = np.sqrt((self._unit * of_scores) * np.square(unit) + (stored * of_values) * np.square(size))
        if logarithms.bias.shape[-1:] == (m,):
            dependent = ((logarithms.bias.astype(single.dtype, copy=False) * single) @ spread.singles).astype(
                np.float64
            )
        else:
            dependent = logarithms.bias * mean
        bias = dependent[..., :-1] * unit + dependent[..., -1:] * apart
        bias += self._underflown * self._seen_sums(v) + (m + 1) * arithmetic.underflow
        if self.lost is not None:
            bias += matmul_up(self.lost, np.broadcast_to(v.magnitudes, v.shape))
        whole = np.zeros(())
        if logarithms.shared.ndim:
            common = w * logarithms.shared
            whole = common @ spread.distances + np.sum(common, axis=-1, keepdims=True) * apart
        deviation = self._sum_deviation
        element = np.square(deviation * (mean[..., :-1] * unit + np.abs(centre)))
        if arithmetic.steps != arithmetic.accumulation:
            element += np.square(ROUNDING * arithmetic.u * sizes)
        row_bias = self._row_bias(logarithms)
        row = np.sqrt(np.square(row) + np.square(deviation * sizes))
        if np.min(single, initial=1.0) < SQUARABLE_SINGLE:
            vanishing = (w > 0.0) & (w < SQUARABLE_SINGLE)
            row = row + self._of_vanishing(vanishing, logarithms, spread, apart, stored)
        found = Typical(bias, np.sqrt(element), row, whole, row_bias)
        if not v.is_given:
            own = operand_typical(v).in_shape(v.shape)
            shared = np.sqrt(np.square(w) @ (own.element**2 + own.row**2)) + w @ own.whole
            found = replace(found + Typical(bias=w @ own.bias, whole=shared), factor=row_bias)
        return found

    def _of_vanishing(
        self, vanishing: np.ndarray, logarithms: Logarithms, spread: Spread, apart: np.ndarray, stored: float
    ) -> np.ndarray:
        """The deviation due to weights that underflow in float32, or whose squares do: Σ w(σ|v − o| + u|v|).

        It matters where all larger weights are multiplied by zeros. Shared and independent parts are added up fully; 0
        where a logarithm's error is nonlinear, for which the bound is used.
        """
        centre = spread.centre if self.ndim > 1 else spread.centre[..., 0, :]
        known = np.isfinite(logarithms.variance) & np.isfinite(logarithms.bias)
        deviation = np.sqrt(logarithms.variance * self._unit) + logarithms.bias + math.sqrt(stored)
        moving = np.where(vanishing & known, self.value.magnitudes() * deviation, 0.0)
        total = np.sum(moving, axis=-1, keepdims=True)
        return np.asarray(moving @ spread.distances + total * (apart + np.abs(centre)))


def _grown(t: np.ndarray, relative: float) -> tuple[np.ndarray, float]:
    """(e^t − 1)(1 + ``relative``) + ``relative`` from above up to a few roundings, in a new array; and the largest t.

    e^t − 1 ≤ t (1 + g t) with g = ½ + T/6 + T²e^T/24, for t ≤ T.
    """
    largest = np.maximum.reduce(t, axis=-1, keepdims=True, initial=0.0)
    deepest = float(np.max(largest, initial=0.0))
    if not deepest <= 1.0:
        grown = np.expm1(t.astype(np.float64))
        grown *= 1.0 + relative
        grown += relative
        grown *= 1.0 + 2.0**-46
        return grown, deepest
    kind = t.dtype.type
    second = 0.5 + largest / 6.0 + np.square(largest) * np.exp(largest) / 24.0
    grown = t * (second * (1.0 + relative)).astype(kind)
    grown += kind(1.0 + relative)
    grown *= t
    grown += kind(relative)
    return grown, deepest


def _about(point: np.ndarray, moments: np.ndarray) -> np.ndarray:
    """Second moments about a point, from those about zero, including what float32 may lose in their difference."""
    squares, numbers, ones = np.split(moments.astype(np.float64), [point.shape[-1], 2 * point.shape[-1]], axis=-1)
    apart = np.square(point) * ones
    return np.asarray(np.maximum(squares - 2.0 * point * numbers + apart, 2.0**-20 * (squares + apart)))


def _product(weights: Balls, v: Balls) -> Balls:
    return weights @ v  # type: ignore[no-any-return]


def _spread(v: Balls) -> Spread:
    return v.spread


def _low(weights: Balls) -> tuple[np.ndarray, np.ndarray]:
    return weights.low()


def _distances(value: Balls, centre: np.ndarray) -> np.ndarray:
    return value.distances(np.broadcast_to(centre, value.shape))


def _single(numbers: np.ndarray) -> np.ndarray[Any, np.dtype[np.float32]]:
    return numbers.astype(np.float32)
