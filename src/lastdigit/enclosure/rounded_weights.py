"""Weights that a softmax computed, with what is known of their errors together, and the values that they weigh."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED, TYPICAL_PARTIALS, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_products import distinct_values, operand_bound, operand_typical
from lastdigit.enclosure.softmax_sensitivity import moved_weights
from lastdigit.enclosure.typical import ROUNDING, Typical, worst
from lastdigit.enclosure.upward import RAISED, matmul_up, quietly, raised, sum_up, up


@dataclass(frozen=True, eq=False)
class Logarithms:
    """Errors θⱼ of the logarithms of a softmax's exponentials, up to a factor that all of a row share; arrays (…, m).

    ``bound`` of |θⱼ|; of its typical size ``bias`` is what is not independent, ``sigma`` the standard deviation of what
    each key has to itself, ``shared`` that of what keys may share. ``factor`` (…, 1) bounds the logarithm of the row's
    factor, where it is not divided out again, ``typical_factor`` what it commonly is.
    """

    bound: np.ndarray
    bias: np.ndarray
    sigma: np.ndarray
    shared: np.ndarray
    factor: np.ndarray
    typical_factor: np.ndarray


class RoundedWeights(RoundedBalls):
    """Weights as a softmax computes them: wⱼ e^θⱼ ÷ Σ wₖ e^θₖ · e^η (1 + rⱼ) + εⱼ.

    ``logarithms`` are the errors θ and η; ``relative`` bounds |rⱼ|, the roundings after the exponentials, of which
    ``stored`` are those of a weight that is stored, each independent; ``absolute`` bounds |εⱼ|, what underflowed.
    ``seen`` says which keys a mask lets through.
    """

    def __init__(
        self,
        value: Balls,
        arithmetic: Arithmetic,
        *,
        logarithms: Logarithms,
        relative: float,
        stored: int,
        absolute: float,
        seen: np.ndarray | None,
    ) -> None:
        self.value = value
        self.arithmetic = arithmetic
        self.logarithms = logarithms
        self.relative = relative
        self.stored_roundings = stored
        self.absolute = absolute
        self.seen = seen

    @cached_property
    def bound(self) -> np.ndarray:  # type: ignore[override]
        """|computed − exact|; no weight is computed outside [0, 1 + r], and that of an unseen key is an exact zero."""
        high = self.value.magnitudes()
        with quietly():
            low, below = self.value.low()
            displaced = moved_weights(low, high, self.logarithms.bound, below=below)
            relative = up(self.relative + np.expm1(self.logarithms.factor) * (1.0 + self.relative))
            error = up(displaced + relative * (high + displaced))
            error = up(np.minimum(error, np.maximum(high, up(1.0 + relative))) + self.absolute)
            known = np.isfinite(np.max(displaced, axis=-1, keepdims=True, initial=0.0))
            if self.seen is not None:
                error = np.where(self.seen, error, 0.0)
            return np.where(known, error, np.inf)

    @cached_property
    def typical(self) -> Typical:  # type: ignore[override]
        """∂ ln wⱼ ÷ ∂θₖ is 1 − wⱼ for k = j and −wₖ elsewhere: each key's own error, and what a row shares of all."""
        logarithms, w = self.logarithms, self.value.magnitudes()
        with quietly():
            squares = logarithms.sigma**2
            bias = logarithms.bias + np.sum(w * logarithms.bias, axis=-1, keepdims=True)
            own = np.sqrt(squares + self.stored_roundings * (ROUNDING * self._store_roundoff) ** 2)
            shared = np.sqrt(np.sum(w**2 * squares, axis=-1, keepdims=True))
            row = np.hypot(shared, self._sum_deviation)
            whole = logarithms.shared + np.sum(w * logarithms.shared, axis=-1, keepdims=True)
            seen = w if self.seen is None else np.where(self.seen, w, 0.0)
            absolute = np.where(seen > 0.0, self.absolute, 0.0)
            found = Typical(bias, own, row, whole).scaled(seen).biased(absolute)
            return replace(found, factor=self._row_bias)

    @property
    def _store_roundoff(self) -> float:
        return max(self.arithmetic.u, self.arithmetic.operand_roundoff)

    @cached_property
    def _row_bias(self) -> np.ndarray:
        """What the row's factor and the storing of its sum change in all weights alike, relative to them."""
        arithmetic = self.arithmetic
        sum_stored = arithmetic.u if arithmetic.steps != arithmetic.accumulation else 0.0
        factor = np.broadcast_to(self.logarithms.typical_factor, self.logarithms.factor.shape)
        return np.asarray(np.expm1(factor) + sum_stored)

    @property
    def _sum_deviation(self) -> float:
        """Standard deviation of the sum of exponentials, relative to it."""
        return self.arithmetic.typical_summation(self.shape[-1], distinct_values(self.value.magnitudes()))

    def __matmul__(self, other: RoundedBalls) -> RoundedBalls:
        if other.ndim < 2 or not self.shape[-1]:
            return super().__matmul__(other)
        value = self.value @ other.value
        with quietly():
            centre, spread = other.value.spread
            if self.ndim < 2:
                centre = centre[..., 0, :]
            apart = value.distances(np.broadcast_to(centre, value.shape))
            error = self._combination_error(other, centre, spread, value.magnitudes(), apart)
            typical = self._typical_combination(other, centre, spread, value.magnitudes(), apart)
        return self.bounded(value, error, typical)

    def _combination_error(
        self, v: RoundedBalls, centre: np.ndarray, spread: np.ndarray, sizes: np.ndarray, apart: np.ndarray
    ) -> np.ndarray:
        """Error of W V, v (…, m, c): what the scores' errors did meets the distance of the values from the result o.

        o' − o = Σ wⱼ(e^θⱼ − 1)(vⱼ − o) ÷ Σ wₖe^θₖ exactly, since Σ wⱼ(vⱼ − o) = 0; the divisor is at least Σ wₖe^−tₖ,
        and |vⱼ − o| ≤ |vⱼ − c| + |c − o| for any c: a column's median here (``spread`` is |v − c|, ``apart`` |c − o|).
        For the same reason it is at most the values' range. The roundings rⱼ and those of the product are independent
        from key to key, with or without the same ones in the sum: r (Σ wⱼ|vⱼ − c| + |c| + |c − o|) bounds both. The
        same holds where the product is taken with the exponentials, each at most one, and is divided by their sum at
        the end, if no part of it overflows. Derived for this project.
        """
        arithmetic, m, rows = self.arithmetic, self.shape[-1], self.ndim > 1
        w, t = self.value.magnitudes(), self.logarithms.bound
        rounding = arithmetic.product(m, stored=1 + RESCALED)
        relative = (self.relative + rounding * (1.0 + self.relative)) * RAISED
        grown = w * np.expm1(t)
        tau = sum_up(grown, -1, rows)
        least = np.sum(w * np.exp(-t), axis=-1, keepdims=rows)
        divisor = np.maximum(1.0 - (1.0 - least) * (1.0 + 2.0**-40) - (m + 8) * 2.0**-50, 0.0)
        within = matmul_up(grown + relative * (w + grown), spread) + tau * apart
        if not np.max(t, initial=0.0) < 2.0**-6:
            span = 2.0 * np.max(spread, axis=-2, keepdims=rows) + relative * matmul_up(w + grown, spread)
            within = np.minimum(within / divisor, span)
        else:
            within = within / divisor
        error = up(within + relative * (np.abs(centre) + apart))
        factor = np.expm1(self.logarithms.factor if rows else self.logarithms.factor[..., 0])
        error = up(error + factor * (sizes + error))
        if not v.is_given:
            weights = np.minimum((w + grown) / (divisor if rows else divisor[..., np.newaxis]), 1.0 + relative)
            error += matmul_up(weights, np.broadcast_to(operand_bound(v), v.shape)) * (1.0 + relative)
        error += self.absolute * (1.0 + relative) * sum_up(v.magnitudes, -2, rows) + (m + 1) * arithmetic.underflow
        if not m * v.largest * (1.0 + relative) <= arithmetic.largest_sum:
            reach = m * np.max(v.magnitudes, axis=-2, keepdims=rows) * (1.0 + relative)
            error = np.where(reach <= arithmetic.largest_sum, error, np.inf)
        return raised(error, 32)

    def _typical_combination(
        self, v: RoundedBalls, centre: np.ndarray, spread: np.ndarray, sizes: np.ndarray, apart: np.ndarray
    ) -> Typical:
        """Typical error of W V: Σ w²σ²(v − o)² of the scores, Σ w²u²v²/3 of weights that are stored, u²o²/3 of the sum.

        All of that is shared by the columns of a row but for the last and for the roundings of the product's own sum.
        √Σ a²(v − o)² ≤ √Σ a²(v − c)² + |c − o| √Σ a² by the triangle inequality.
        """
        arithmetic, m, rows = self.arithmetic, self.shape[-1], self.ndim > 1
        logarithms, w = self.logarithms, self.value.magnitudes()
        if arithmetic.truncates:
            return worst(self._combination_error(v, centre, spread, sizes, apart))
        square = logarithms.sigma**2
        store = ROUNDING * self._store_roundoff
        stored = self.stored_roundings * store**2
        products = TYPICAL_PARTIALS * store**2 if arithmetic.partials else 0.0
        weights = w * w
        per_key = weights * (square + (stored + products))
        of_scores = np.sqrt(np.sum(weights * square, axis=-1, keepdims=rows))
        of_weights = np.sqrt((stored + products) * np.sum(weights, axis=-1, keepdims=rows))
        row = np.sqrt(per_key @ spread**2) + apart * of_scores + (np.abs(centre) + 0.0 * apart) * of_weights
        deviation = self._sum_deviation
        dependent = w * logarithms.bias
        bias = dependent @ spread + np.sum(dependent, axis=-1, keepdims=rows) * apart
        bias = bias + self.absolute * np.sum(v.magnitudes, axis=-2, keepdims=rows) + (m + 1) * arithmetic.underflow
        whole = np.zeros(())
        if np.any(logarithms.shared):
            common = w * logarithms.shared
            whole = common @ spread + np.sum(common, axis=-1, keepdims=rows) * apart
        element = np.asarray(deviation * (w @ spread + np.abs(centre)))
        if arithmetic.steps != arithmetic.accumulation:
            element = np.hypot(element, ROUNDING * arithmetic.u * sizes)
        found = Typical(bias, element, np.hypot(row, deviation * sizes), whole, self._row_bias)
        if not v.is_given:
            own = operand_typical(v).in_shape(v.shape)
            shared = np.sqrt(weights @ (own.element**2 + own.row**2)) + w @ own.whole
            found = replace(found + Typical(bias=w @ own.bias, whole=shared), factor=self._row_bias)
        return found
