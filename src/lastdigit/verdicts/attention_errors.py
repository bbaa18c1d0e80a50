"""Errors of an attention's rows, whose columns share the errors of the keys' weights.

e = Σ Wₖ εₖ (vₖ − o) + Σ Wₖ rₖ vₖ + an error of each element alone: εₖ is the error of the logarithm of a key's weight,
rₖ of storing it. A sum Σ g e over the columns of a row has the variance Σₖ Wₖ² σₖ² ((vₖ − o)·g)² and so on, which is
less than if the columns shared all of their errors.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.enclosure.arithmetic import SPLIT, TYPICAL_PARTIALS, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functionals import Errors, Sums
from lastdigit.enclosure.rounded import RoundedBalls, given
from lastdigit.enclosure.rounded_products import distinct_values
from lastdigit.enclosure.shared_shift import Shift, shift_of, shift_of_call
from lastdigit.enclosure.typical import NOTHING, ROUNDING
from lastdigit.enclosure.upward import quietly
from lastdigit.operations.attention import attention_scores, scaled_attention_scores, without_unseen
from lastdigit.operations.normalization import softmax
from lastdigit.verdicts.attention_steps import AttentionSteps

BLOCK = 64
"""Rows whose weights are read together, with their errors cached."""

OF_ROW = Shift(0.0, -math.inf)
"""The shift of a row by its own largest score: none of the call's is larger."""


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

    def of_shift(self, rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """The part of the variances for some rows that is there only because other rows may have larger scores."""
        if self.arithmetic.model != SPLIT:
            return np.zeros(len(rows))
        sample, place = self.steps.within(rows)
        each = zip(sample.tolist(), place.tolist(), rows.tolist(), weights, strict=True)
        return np.array([self._of_shift(number, at, g, self.values[row]) for number, at, row, g in each])

    @cached_property
    def _apart(self) -> Errors:
        """The same errors without the part shared by a row."""
        return Errors(self.values, replace(self.typical, row=NOTHING), self.format, alike=self.alike)

    def _variance(self, number: int, block: int, place: np.ndarray, g: np.ndarray, o: np.ndarray) -> np.ndarray:
        """The variance of Σ g e shared by a row, with the larger effect of scores and stored weights for both."""
        steps, arithmetic = self.steps, self.arithmetic
        v, w = steps.v[number], steps.weights[number, place]
        from_zero, reach = _reach(v, g, o)
        own = self._of_weights(number, block)[place - BLOCK * block]
        found = np.sum(np.square(own * reach), axis=-1)
        stored = (ROUNDING * arithmetic.operand_roundoff) ** 2
        found = found + stored * np.sum(np.square(w * reach), axis=-1)
        if arithmetic.partials:
            terms = np.square(from_zero) + np.square(g) @ np.square(v).T
            partial = TYPICAL_PARTIALS * (ROUNDING * arithmetic.u) ** 2
            found = found + partial * np.sum(np.square(w) * terms, axis=-1)
        deviation = arithmetic.typical_summation(w.shape[-1], distinct_values(w))
        return np.asarray(found + np.square(deviation * np.sum(np.abs(g * o), axis=-1)))

    def _of_shift(self, number: int, place: int, g: np.ndarray, o: np.ndarray) -> float:
        block, at = divmod(place, BLOCK)
        _, reach = _reach(self.steps.v[number], g, o)
        own, without = (self._of_weights(number, block, shift)[at] for shift in (None, OF_ROW))
        with quietly():
            return float(np.sum(np.square(own * reach) - np.square(without * reach)))

    def _of_weights(self, number: int, block: int, shift: Shift | None = None) -> np.ndarray:
        """The standard deviation of the independent error of each weight (rows, m), in a block of rows of a sample.

        The shift is that of the whole call, unless another is given.
        """
        if (number, block, shift) not in self._known:
            scores, seen = self._scores(number, slice(BLOCK * block, BLOCK * (block + 1)))
            with shift_of_call(lambda _: shift or self._shift):
                weights = softmax(scores, seen)
                own = np.broadcast_to(weights.typical.element, weights.shape)
            own = np.where(np.isnan(own), np.inf, own) if seen is None else np.where(seen, own, 0.0)
            self._known[number, block, shift] = own
        return self._known[number, block, shift]

    @cached_property
    def _shift(self) -> Shift:
        """The shift of the whole call, which may be a score of another block or of another sample."""
        blocks = (slice(start, start + BLOCK) for start in range(0, self.steps.q.shape[1], BLOCK))
        return shift_of(self._scores(slice(None), rows) for rows in blocks)

    def _scores(self, samples: int | slice, rows: slice) -> tuple[RoundedBalls, np.ndarray | None]:
        """The scores of these rows of some samples, and which of them count."""
        steps = self.steps
        seen = None if steps.seen is None else steps.seen[samples, rows]
        q, k = (given(FastBalls.of(each), each, self.arithmetic) for each in (steps.q[samples, rows], steps.k[samples]))
        if not steps.scaled:
            return attention_scores(q, k), seen
        return scaled_attention_scores(q, without_unseen(k, q, False, seen)), seen

    @cached_property
    def _known(self) -> dict[tuple[int, int, Shift | None], np.ndarray]:
        return {}


def _reach(v: np.ndarray, g: np.ndarray, o: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far Σ g e moves with each weight, as v·g, and as the larger of |v·g| and |(v − o)·g|."""
    from_zero = g @ v.T
    along = np.sum(g * o, axis=-1, keepdims=True)
    return from_zero, np.maximum(np.abs(from_zero), np.abs(from_zero - along))
