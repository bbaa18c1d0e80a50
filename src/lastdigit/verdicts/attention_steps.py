"""The steps of an attention as its definition takes them on float64 arrays: queries, keys, scores, weights, values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.operations import Operation, changed_definitions
from lastdigit.operations.attention import attention_scores, weighted_values
from lastdigit.operations.normalization import softmax

ATTENTIONS = ("scaled_dot_product_attention", "dot_product_attention", "grouped_query_attention")
"""Operations whose result is W v, and whose queries, keys and values are given."""

LARGEST = 2**24
"""Weights up to which the steps are kept."""


@dataclass(frozen=True, eq=False)
class AttentionSteps:
    """q (b, n, d), k (b, m, d), v (b, m, c), whether scores are ``scaled``, which count (b, n, m) or None, weights."""

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    scaled: bool
    seen: np.ndarray | None
    weights: np.ndarray

    @property
    def scale(self) -> float:
        """Of the scores."""
        return 1.0 / math.sqrt(self.q.shape[-1]) if self.scaled else 1.0

    @property
    def rows(self) -> int:
        """How many rows the result has."""
        return int(np.prod(self.weights.shape[:-1]))

    def within(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The samples of rows of the result, and their places there."""
        return rows // self.q.shape[1], rows % self.q.shape[1]


def read_steps(
    operation: Operation, arrays: Sequence[np.ndarray | None], parameters: dict[str, Any]
) -> tuple[np.ndarray, AttentionSteps | None]:
    """The result of an operation, and its steps where it is an attention of no more weights than are kept."""
    if operation.name not in ATTENTIONS:
        return np.asarray(operation.definition(*arrays, **parameters)), None
    taken: dict[str, list[Any]] = {}

    def scored(q: Any, k: Any) -> Any:
        return taken.setdefault("scores", [q, k, attention_scores(q, k)])[2]

    def normalised(x: Any, mask: Any = None) -> Any:
        return taken.setdefault("weights", [x, mask, softmax(x, mask)])[2]

    def combined(weights: Any, v: Any) -> Any:
        return taken.setdefault("result", [weights, v, weighted_values(weights, v)])[2]

    with changed_definitions({"attention_scores": scored, "softmax": normalised, "weighted_values": combined}):
        result = np.asarray(operation.definition(*arrays, **parameters))
    if len(taken) < 3 or not 0 < taken["weights"][2].size <= LARGEST:
        return result, None
    return result, _flat(taken, operation.name != "dot_product_attention")


def _flat(taken: dict[str, list[Any]], scaled: bool) -> AttentionSteps:
    q, k, _ = (np.asarray(array, dtype=np.float64) for array in taken["scores"])
    _, mask, weights = taken["weights"]
    v = np.asarray(taken["result"][1], dtype=np.float64)
    weights = np.atleast_2d(weights)
    batch = weights.shape[:-2]

    def flat(array: np.ndarray) -> np.ndarray:
        array = np.atleast_2d(array)
        return np.broadcast_to(array, (*batch, *array.shape[-2:])).reshape(-1, *array.shape[-2:])

    seen = None if mask is None else np.broadcast_to(mask, weights.shape).reshape(-1, *weights.shape[-2:])
    return AttentionSteps(flat(q), flat(k), flat(v), scaled, seen, weights.reshape(-1, *weights.shape[-2:]))
