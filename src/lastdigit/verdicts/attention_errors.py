"""Errors of an attention's rows, whose columns share the errors of the keys' weights.

e = Σ Wₖ εₖ (vₖ − o) + Σ Wₖ rₖ vₖ + an error of each element alone: εₖ is the error of the logarithm of a key's weight,
rₖ of storing it. A sum Σ g e over the columns of a row has the variance Σₖ Wₖ² σₖ² ((vₖ − o)·g)² and so on, which is
less than if the columns shared all of their errors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.enclosure.arithmetic import TYPICAL_PARTIALS, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functionals import Errors, Sums
from lastdigit.enclosure.rounded import given
from lastdigit.enclosure.rounded_products import distinct_values
from lastdigit.enclosure.typical import NOTHING, ROUNDING
from lastdigit.enclosure.upward import quietly
from lastdigit.operations.attention import attention_weights, dot_product_attention_weights
from lastdigit.verdicts.attention_steps import AttentionSteps

BLOCK = 64
"""Rows whose weights are read together, with their errors cached."""


@dataclass(frozen=True, eq=False)
class AttentionErrors(Errors):
    """The errors of a result of ``steps`` in an arithmetic; rows as in :class:`Errors`."""

    steps: AttentionSteps
    arithmetic: Arithmetic

    def by_row(self, weights: np.ndarray) -> Sums:
        """For every row: weights (n, c) → (n,)."""
        return self.of_rows(np.arange(len(weights)), weights)

    def of_rows(self, rows: np.ndarray, weights: np.ndarray) -> Sums:
        """For some rows: weights (rows, c) → (rows,)."""
        some = self._apart if len(rows) == len(self.values) else self._apart.at(rows)
        variance = np.zeros(len(rows))
        sample, place = self.steps.within(rows)
        moving = np.any(weights != 0.0, axis=-1)
        with quietly():
            apart = some.by_row(weights)
            for number, block in np.unique(np.stack([sample, place // BLOCK], axis=-1)[moving], axis=0).tolist():
                chosen = np.flatnonzero(moving & (sample == number) & (place // BLOCK == block))
                values = self.values[rows[chosen]]
                variance[chosen] = self._variance(number, block, place[chosen], weights[chosen], values)
            return Sums(apart.bias, np.sqrt(np.square(apart.sigma) + variance))

    @cached_property
    def _apart(self) -> Errors:
        """The same errors without the part shared by a row."""
        return Errors(self.values, replace(self.typical, row=NOTHING), self.format, alike=self.alike)

    def _variance(self, number: int, block: int, place: np.ndarray, g: np.ndarray, o: np.ndarray) -> np.ndarray:
        """The variance of Σ g e shared by a row, with the larger effect of scores and stored weights for both."""
        steps, arithmetic = self.steps, self.arithmetic
        v, w = steps.v[number], steps.weights[number, place]
        from_zero = g @ v.T
        along = np.sum(g * o, axis=-1, keepdims=True)
        reach = np.maximum(np.abs(from_zero), np.abs(from_zero - along))
        own = self._of_weights(number, block)[place - BLOCK * block]
        found = np.sum(np.square(own * reach), axis=-1)
        if arithmetic.partials:
            store = ROUNDING * max(arithmetic.u, arithmetic.operand_roundoff)
            terms = np.square(from_zero) + np.square(g) @ np.square(v).T
            found = found + TYPICAL_PARTIALS * store**2 * np.sum(np.square(w) * terms, axis=-1)
        deviation = arithmetic.typical_summation(w.shape[-1], distinct_values(w))
        return np.asarray(found + np.square(deviation * np.sum(np.abs(g * o), axis=-1)))

    def _of_weights(self, number: int, block: int) -> np.ndarray:
        """The standard deviation of the independent error of each weight (rows, m), in a block of rows of a sample."""
        if (number, block) not in self._known:
            steps, rows = self.steps, slice(BLOCK * block, BLOCK * (block + 1))
            seen = None if steps.seen is None else steps.seen[number, rows]
            arrays = steps.q[number, rows], steps.k[number]
            balls = [given(FastBalls.of(array), array, self.arithmetic) for array in arrays]
            weights = attention_weights(*balls, mask=seen) if steps.scaled else dot_product_attention_weights(*balls)
            own = np.broadcast_to(weights.typical.element, weights.shape)
            own = np.where(np.isnan(own), np.inf, own) if seen is None else np.where(seen, own, 0.0)
            self._known[number, block] = own
        return self._known[number, block]

    @cached_property
    def _known(self) -> dict[tuple[int, int], np.ndarray]:
        return {}
