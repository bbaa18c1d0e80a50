"""Weights that a softmax computed, with what is known of their errors together, and the values that they weigh."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.upward import RAISED, matmul_up, quietly, raised, sum_up, up


class RoundedWeights(RoundedBalls):
    """Weights as a softmax computes them: wⱼ(1 + ξⱼ)(1 + rⱼ) + εⱼ, where wⱼ(1 + ξⱼ) are non-negative and sum to one.

    ``displaced`` (…, m) bounds wⱼ|ξⱼ|, what the scores' errors did; ``relative`` bounds |rⱼ|, the roundings after the
    exponentials; ``absolute`` bounds |εⱼ|, what underflowed. ``seen`` says which keys a mask lets through.
    """

    def __init__(
        self,
        value: Balls,
        arithmetic: Arithmetic,
        *,
        displaced: np.ndarray,
        relative: float,
        absolute: float,
        seen: np.ndarray | None,
    ) -> None:
        self.value = value
        self.arithmetic = arithmetic
        self.displaced = displaced
        self.relative = relative
        self.absolute = absolute
        self.seen = seen

    @cached_property
    def bound(self) -> np.ndarray:  # type: ignore[override]
        """|computed − exact|; no weight is computed outside [0, 1 + r], and that of an unseen key is an exact zero."""
        high = self.value.magnitudes()
        with quietly():
            error = up(self.displaced + self.relative * (high + self.displaced))
            error = up(np.minimum(error, np.maximum(high, up(1.0 + self.relative))) + self.absolute)
            known = np.isfinite(np.max(self.displaced, axis=-1, keepdims=True, initial=0.0))
            if self.seen is not None:
                error = np.where(self.seen, error, 0.0)
            return np.where(known, error, np.inf)

    def __matmul__(self, other: RoundedBalls) -> RoundedBalls:
        if other.ndim < 2 or not self.shape[-1]:
            return super().__matmul__(other)
        return self.bounded(self.value @ other.value, self._combination_error(other))

    def _combination_error(self, v: RoundedBalls) -> np.ndarray:
        """Error of W V, v (…, m, c): what the scores' errors did meets the spread of the values and not their size.

        Σ wⱼξⱼvⱼ = Σ wⱼξⱼ(vⱼ − c) for any c, the columns' means here, since w and w(1 + ξ) both sum to one; for the same
        reason it is at most the values' range. The roundings rⱼ and those of the product are independent from key to
        key: Σ wⱼ(1 + ξⱼ)|rⱼvⱼ| ≤ r (Σ wⱼ(1 + ξⱼ)|vⱼ − c| + |c|). The same holds where the product is taken with the
        exponentials, each at most one, and is divided by their sum at the end, if no part of it overflows. Derived for
        this project.
        """
        arithmetic, m = self.arithmetic, self.shape[-1]
        rows = self.ndim > 1
        rounding = arithmetic.product(m, stored=1 + RESCALED)
        centre, spread = v.value.spread
        if not rows:
            centre = centre[..., 0, :]
        with quietly():
            relative = (self.relative + rounding * (1.0 + self.relative)) * RAISED
            weights = self.value.magnitudes() + self.displaced
            unsure = relative * weights
            unsure += self.displaced
            error = matmul_up(unsure, spread)
            if not np.max(self.displaced, initial=0.0) < 2.0**-6:
                within_range = 2.0 * np.max(spread, axis=-2, keepdims=rows) + relative * matmul_up(weights, spread)
                error = np.minimum(error, raised(within_range))
            error += up(relative * np.abs(centre))
            if not v.is_given:
                error += matmul_up(weights, v.error) * (1.0 + relative)
            error += self.absolute * (1.0 + relative) * sum_up(v.magnitudes, -2, rows) + (m + 1) * arithmetic.underflow
            if not m * v.largest * (1.0 + relative) <= arithmetic.largest_sum:
                reach = m * np.max(v.magnitudes, axis=-2, keepdims=rows) * (1.0 + relative)
                error = np.where(reach <= arithmetic.largest_sum, error, np.inf)
            return raised(error, 32)
