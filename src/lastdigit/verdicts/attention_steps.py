"""The steps of an attention's definition on float64 arrays: queries, keys, scores, weights, values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.operations import Operation, changed_definitions
from lastdigit.operations.attention import attention_scores, weighted_values
from lastdigit.operations.normalization import softmax

ATTENTIONS = ("scaled_dot_product_attention", "dot_product_attention", "grouped_query_attention")
"""Operations with result W v, whose queries, keys and values are arguments."""

LARGEST = 2**24
"""Weights up to which the steps are cached."""


@dataclass(frozen=True, eq=False)
class AttentionSteps:
    """q (b, n, d), k (b, m, d), v (b, m, c), whether scores are ``scaled``; scores and weights (b, n, m), and which of
    them count, None for all. The samples of a ``batch`` of any axes are along one.
    """

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    scaled: bool
    scores: np.ndarray
    seen: np.ndarray | None
    weights: np.ndarray
    batch: tuple[int, ...] = ()

    @property
    def scale(self) -> float:
        """The scale of the scores."""
        return 1.0 / math.sqrt(self.q.shape[-1]) if self.scaled else 1.0

    @property
    def rows(self) -> int:
        """The number of rows of the result."""
        return int(np.prod(self.weights.shape[:-1]))

    def flat(self, array: np.ndarray) -> np.ndarray:
        """An array that broadcasts to the scores of the batch (…, n, m), as (b, n, m)."""
        return np.broadcast_to(array, (*self.batch, *self.weights.shape[-2:])).reshape(self.weights.shape)

    def within(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The samples of rows of the result, and their indices within."""
        return rows // self.q.shape[1], rows % self.q.shape[1]


Definition = Callable[..., Any]


class Taken:
    """The operands of the definition's steps, and its weights."""

    def __init__(self) -> None:
        self._taken: dict[str, tuple[Any, Any]] = {}
        self._weights: Any = None

    def steps(self, operation: Operation) -> AttentionSteps | None:
        """Those of an attention of no more weights than are cached."""
        if operation.name not in ATTENTIONS or len(self._taken) < len(STEPS) or not self._weights.size:
            return None
        return _flat(self._taken, self._weights, operation.name != "dot_product_attention")

    @contextmanager
    def taking(self, operation: Operation) -> Iterator[None]:
        """Record the steps of a definition read inside the block; nothing is recorded unless it is an attention."""
        steps = STEPS if operation.name in ATTENTIONS else ()
        with changed_definitions({step.__name__: self._take(step) for step in steps}):
            yield

    def _take(self, step: Definition) -> Definition:
        def read(*given: Any, **named: Any) -> Any:
            result = step(*given, **named)
            if result.size <= LARGEST and step.__name__ not in self._taken:
                left, right = (*given, *named.values(), None)[:2]
                self._taken[step.__name__] = left, right
                if step is softmax:
                    self._weights = result
            return result

        return read


STEPS: tuple[Definition, ...] = (attention_scores, softmax, weighted_values)


def _flat(taken: dict[str, tuple[Any, Any]], weights: Any, scaled: bool) -> AttentionSteps:
    q, k = (np.asarray(array, dtype=np.float64) for array in taken["attention_scores"])
    scores, mask = taken["softmax"]
    v = np.asarray(taken["weighted_values"][1], dtype=np.float64)
    weights = np.atleast_2d(weights)
    batch = weights.shape[:-2]

    def flat(array: np.ndarray) -> np.ndarray:
        array = np.atleast_2d(array)
        return np.broadcast_to(array, (*batch, *array.shape[-2:])).reshape(math.prod(batch), *array.shape[-2:])

    seen = None if mask is None else flat(np.broadcast_to(mask, weights.shape))
    return AttentionSteps(flat(q), flat(k), flat(v), scaled, flat(scores), seen, flat(weights), batch)
