"""The inputs of an attention kernel: queries, keys and values of one number format, and a mask."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.operations.attention import causal_mask
from studies.power.stored import stored

WIDTH = 64


@dataclass(frozen=True)
class Attention:
    """q (…, n, d), k (…, m, d), v (…, m, c): numbers of ``format`` as float32; ``seen`` (n, m), None for all."""

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    seen: np.ndarray | None
    format: str

    @property
    def scale(self) -> np.float32:
        """1 ÷ √d, rounded once."""
        return np.float32(1 / math.sqrt(self.q.shape[-1]))

    @property
    def keys(self) -> int:
        """The number of keys."""
        return int(self.k.shape[-2])

    def store(self, values: np.ndarray) -> np.ndarray:
        """``values`` rounded to the format."""
        return stored(values, self.format)

    def masked(self, scores: np.ndarray, keys: slice = slice(None)) -> np.ndarray:
        """Scores with −∞ for hidden keys; ``keys`` are the columns of the scores."""
        return scores if self.seen is None else np.where(self.seen[..., keys], scores, np.float32(-np.inf))

    def part(self, keys: slice | np.ndarray) -> Attention:
        """Attention to some of the keys, or to all in another order."""
        seen = None if self.seen is None else self.seen[..., keys]
        return replace(self, k=self.k[..., keys, :], v=self.v[..., keys, :], seen=seen)

    @cached_property
    def exact(self) -> np.ndarray:
        """The result in float64, which is exact for the purpose of the study."""
        q, k, v = (array.astype(np.float64) for array in (self.q, self.k, self.v))
        scores = self.masked(q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1]))
        weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        return weights / np.sum(weights, axis=-1, keepdims=True) @ v


def normal_attention(keys: int, format: str, seed: int, *, causal: bool = True) -> Attention:
    """Standard normal queries, keys and values, as many queries as keys."""
    draw = np.random.RandomState(seed)
    q, k, v = (stored(draw.standard_normal((keys, WIDTH)).astype(np.float32), format) for _ in range(3))
    return Attention(q, k, v, causal_mask(keys, keys) if causal else None, format)
