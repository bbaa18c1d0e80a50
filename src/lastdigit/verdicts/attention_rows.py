"""Rows of an attention with mistakes, computed from the step that a mistake changes: earlier steps are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.operations import changed_definitions
from lastdigit.operations.attention import attention_scores, weighted_values
from lastdigit.operations.mistakes import Mistake
from lastdigit.operations.mistakes.softmax_rows import SoftmaxRows
from lastdigit.operations.normalization import softmax
from lastdigit.verdicts.attention_steps import AttentionSteps

SCORES, SOFTMAX, VALUES, ATTENTION = "scores", "softmax", "values", "attention"
STEPS = {
    "attention_scores": SCORES,
    "scaled_attention_scores": SCORES,
    "attention_weights": ATTENTION,
    "softmax": SOFTMAX,
    "weighted_values": VALUES,
    "scaled_dot_product_attention": ATTENTION,
    "dot_product_attention": ATTENTION,
}
"""The step that an operation belongs to. A whole attention, or its weights, is read alone."""


@dataclass(frozen=True, eq=False)
class AttentionRows:
    """Some ``rows`` of every sample of an attention, None for all; ``causal`` and ``mask`` as passed to it."""

    steps: AttentionSteps
    causal: bool
    mask: np.ndarray | None
    rows: np.ndarray | None = None

    def can_read(self, mistakes: Sequence[Mistake]) -> bool:
        """Whether each mistake is in a different step, or there is only one."""
        changed = [STEPS.get(mistake.operation, "") for mistake in mistakes]
        if len(mistakes) == 1:
            return bool(changed[0])
        apart = len(set(changed)) == len(changed) and not {"", ATTENTION} & set(changed)
        return apart and not any(mistake.across_rows for mistake in mistakes)

    def read(self, mistakes: Sequence[Mistake]) -> np.ndarray:
        """The result with these mistakes (b, rows, c); raises what the changed definitions raise."""
        changed = {STEPS[mistake.operation]: mistake for mistake in mistakes}
        if ATTENTION in changed:
            return self._attended(changed[ATTENTION])
        weights = self._weights(changed)
        if VALUES not in changed:
            return np.asarray(weighted_values(weights, self.steps.v))
        return self._step(changed[VALUES], self.steps.weights, weights, self.steps.v)

    def _weights(self, changed: dict[str, Mistake]) -> np.ndarray:
        if SCORES in changed:
            with changed_definitions({"attention_scores": self._products_of}):
                scores = self._step(changed[SCORES], self.steps.q, self._q, self.steps.k)
            if self.steps.scaled and changed[SCORES].operation == "attention_scores":
                scores = scores / math.sqrt(self.steps.q.shape[-1])
        else:
            scores = self._scores
        if SOFTMAX not in changed:
            return np.asarray(softmax(scores, self._seen)) if SCORES in changed else self._of(self.steps.weights)
        return self._softmax(changed[SOFTMAX], scores, alone=SCORES not in changed)

    def _softmax(self, mistake: Mistake, scores: np.ndarray, *, alone: bool) -> np.ndarray:
        """The weights of these rows from a changed softmax: derived from the right ones, if possible."""
        if alone and self._right is not None and mistake.in_rows is not None:
            found = mistake.in_rows(self._right)
            if found is not None:
                return np.asarray(found)
        if mistake.across_rows:
            return self._of(np.asarray(mistake.definition(self.steps.scores, self.steps.seen)))
        return np.asarray(mistake.definition(scores, self._seen))

    def _attended(self, mistake: Mistake) -> np.ndarray:
        steps = self.steps
        if mistake.operation != "attention_weights":
            masks = {} if steps.seen is None else {"mask": self._seen}
            return np.asarray(mistake.definition(self._q, steps.k, steps.v, **masks))

        def some(x: np.ndarray, mask: Any = None) -> Any:
            if self._right is not None and self._right.mask is None and mask is not None and x is steps.scores:
                found = self._right.among(self._of(np.broadcast_to(mask, x.shape)))
                if found is not None:
                    return found
            return softmax(self._of(x), None if mask is None else self._of(np.broadcast_to(mask, x.shape)))

        with changed_definitions({"scaled_attention_scores": lambda q, k: steps.scores, "softmax": some}):
            weights = mistake.definition(steps.q, steps.k, causal=self.causal, mask=self.mask)
        return np.asarray(weighted_values(weights, steps.v))

    def _step(self, mistake: Mistake, whole: np.ndarray, some: np.ndarray, other: np.ndarray) -> np.ndarray:
        """The result of the changed step in these rows."""
        if mistake.across_rows:
            return self._across(mistake, whole, other)
        return np.asarray(mistake.definition(some, other))

    def _across(self, mistake: Mistake, whole: np.ndarray, *others: Any) -> np.ndarray:
        """The result in these rows of a step changed by a mistake across rows."""
        if self.rows is None or mistake.in_rows is None:
            return self._of(np.asarray(mistake.definition(whole, *others)))
        return np.asarray(mistake.in_rows(self.rows, whole, *others))

    def _of(self, array: np.ndarray) -> np.ndarray:
        return array if self.rows is None else array[:, self.rows]

    def _products_of(self, q: np.ndarray, k: np.ndarray) -> Any:
        """q kᵀ; that of these rows is computed once, for all mistakes in the scale."""
        return self._products if q is self._q and k is self.steps.k else attention_scores(q, k)

    @cached_property
    def _products(self) -> np.ndarray:
        return np.asarray(attention_scores(self._q, self.steps.k))

    @cached_property
    def _q(self) -> np.ndarray:
        return self._of(self.steps.q)

    @cached_property
    def _right(self) -> SoftmaxRows | None:
        """The right weights of the rows."""
        if self.rows is None:
            return None
        return SoftmaxRows(self.steps.scores, self.steps.seen, self.steps.weights, self.rows)

    @cached_property
    def _scores(self) -> np.ndarray:
        return self._of(self.steps.scores)

    @cached_property
    def _seen(self) -> np.ndarray | None:
        return None if self.steps.seen is None else self._of(self.steps.seen)
