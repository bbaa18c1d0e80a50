"""Attention with fewer products: by positive features, and by blocks of keys."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.activations import elu
from lastdigit.operations.attention import attention_scores, weighted_values
from lastdigit.operations.attention_variants import attention
from lastdigit.operations.linear import total
from lastdigit.operations.operation import operation


@operation
def positive_features(x: Any) -> Any:
    """elu(x) + 1, that is e^x below zero and x + 1 above it: x (…, n, d) → (…, n, d)."""
    return elu(x) + x.__array_namespace__().asarray(1.0)


@operation
def linear_attention(q: Any, k: Any, v: Any, *, causal: bool = False) -> Any:
    """φ(q) φ(k)ᵀ v ÷ φ(q) Σ φ(k), φ(x) = elu(x) + 1: q (…, n, d), k (…, m, d), v (…, m, c) → (…, n, c).

    Sums run over all keys, or, ``causal``, up to the query's own (Katharopoulos et al., "Transformers are RNNs", 2020,
    equations 7 to 12). Features are positive, so the error bound is the same for every order of the products: queries
    by keys first, or a state Σ φ(k) vᵀ, at once or token by token.
    """
    xp = q.__array_namespace__()
    weights = attention_scores(positive_features(q), positive_features(k))
    if causal:
        weights = xp.where(np.tril(np.ones(weights.shape, dtype=bool)), weights, 0.0)
    return weighted_values(weights, v) / total(weights)[..., np.newaxis]


@operation
def block_sparse_attention(
    q: Any, k: Any, v: Any, *, blocks: Any, block_size: int, scale: float | None = None, causal: bool = False
) -> Any:
    """Attention of blocks of queries to blocks of keys: q (…, h, n, d), k (…, h, m, d), v (…, h, m, c) → (…, h, n, c).

    ``blocks`` has a boolean for each pair of a block of ``block_size`` queries and a block of keys; the last blocks may
    be shorter (Child et al., "Generating long sequences with sparse transformers", 2019).
    """
    return attention(q, k, v, scale=scale, causal=causal, mask=seen_by_blocks(blocks, block_size, q, k))


def seen_by_blocks(blocks: Any, block_size: int, q: Any, k: Any) -> np.ndarray:
    """Which keys each query sees."""
    queries, keys = q.shape[-2], k.shape[-2]
    found = np.asarray(blocks, dtype=bool)
    expected = (-(-queries // block_size), -(-keys // block_size))
    if found.shape[-2:] != expected:
        raise ValueError(f"blocks of shape {found.shape}, not {expected}, for block_size = {block_size}")
    return np.asarray(np.kron(found, np.ones((block_size, block_size), dtype=bool))[..., :queries, :keys])
