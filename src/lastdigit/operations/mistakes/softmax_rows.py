"""Some rows of a softmax with a mistake, computed from the correct weights without new exponentials."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

SMALLEST = 1e-200
"""A smaller sum of weights may have lost terms to underflow."""


@dataclass(frozen=True, eq=False)
class SoftmaxRows:
    """Correct softmax ``weights`` (b, n, m) of float64 ``scores`` (b, n, m), and the indices of the ``rows`` wanted.

    ``mask`` (b, n, m) is True for visible keys, None if all are. A weight is e^(x − L), L = log Σ exp x of its row. So
    a mistake that scales rows, omits keys or sums other terms is a product or quotient of weights. If a divisor is so
    small that its terms may have underflowed, the weights do not determine the result, which is then None.
    """

    scores: np.ndarray
    mask: np.ndarray | None
    weights: np.ndarray
    rows: np.ndarray

    @cached_property
    def some(self) -> np.ndarray:
        """The correct weights in these rows."""
        return np.asarray(self.weights[:, self.rows])

    @cached_property
    def mask_of_some(self) -> np.ndarray | None:
        """The mask of these rows."""
        return None if self.mask is None else self.mask[:, self.rows]

    @cached_property
    def largest(self) -> np.ndarray:
        """The largest weight of every row (b, n, 1), which is e^(max x − L)."""
        return np.asarray(np.max(self.weights, axis=-1, keepdims=True))

    @cached_property
    def totals(self) -> np.ndarray:
        """Σ exp x of every row, in units of the largest of these sums (b, n, 1)."""
        seen = self.scores if self.mask is None else np.where(self.mask, self.scores, -np.inf)
        logarithms = np.max(seen, axis=-1, keepdims=True) - np.log(self.largest)
        return np.asarray(np.exp(logarithms - np.max(logarithms, axis=-2, keepdims=True)))

    def among(self, left: np.ndarray) -> np.ndarray | None:
        """The softmax of these rows over the keys where ``left`` is True."""
        kept = self.some * left
        return divided(kept, np.sum(kept, axis=-1, keepdims=True))

    def over_columns(self, factors: np.ndarray) -> np.ndarray | None:
        """Weights times a factor of their row (b, n, 1) > 0, divided by the column sums of these products."""
        return divided(factors[:, self.rows] * self.some, np.swapaxes(factors, -1, -2) @ self.weights)


def divided(weights: np.ndarray, sums: np.ndarray) -> np.ndarray | None:
    """weights ÷ sums; None if a sum may have lost terms."""
    return np.asarray(weights / sums) if np.all(sums > SMALLEST) else None
