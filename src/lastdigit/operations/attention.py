"""Attention with given queries, keys and values (Vaswani et al., "Attention Is All You Need", 2017, section 3.2.1).

Tokens are rows: q (…, n, d) or (d,), k (…, m, d), v (…, m, c).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.normalization import softmax, sum_normalization
from lastdigit.operations.operation import is_changed, operation


def causal_mask(queries: int, keys: int) -> np.ndarray:
    """True where query i may attend to key j: j ≤ i. Shape (queries, keys)."""
    return np.tril(np.ones((queries, keys), dtype=bool))


def seen_keys(scores: tuple[int, ...], causal: bool, mask: Any) -> np.ndarray | None:
    """Which scores (…, n, m) are not masked, by ``causal`` and ``mask``, as booleans; None if none is masked.

    ``causal``: query i sees keys 0 … i only. ``mask``: booleans that broadcast to the scores, True where a query sees a
    key. The weights of a query that sees no key are undefined, 0 ÷ 0.
    """
    given = None if mask is None else np.asarray(mask, dtype=bool)
    if not causal:
        return given
    past = causal_mask(*scores[-2:])
    return past if given is None else past & given


def without_unseen(rows: Any, q: Any, causal: bool, mask: Any) -> Any:
    """Keys or values (…, m, d) with zeros for those that no query sees.

    This changes no exact value, and hidden values, even nan, then have no effect. While a mistake is being evaluated,
    the rows are unchanged, since it may concern the mask.
    """
    keys = rows.shape[-2]
    queries = q.shape[-2] if q.ndim > 1 else 1
    if is_changed() or (mask is None and not (causal and keys > queries)):
        return rows
    seen = seen_keys((queries, keys), causal, mask)
    if seen is None or np.all(seen):
        return rows
    of_any = seen if seen.ndim < 2 else np.any(seen, axis=tuple(range(seen.ndim - 1)))
    if np.all(of_any):
        return rows
    return rows.__array_namespace__().where(np.broadcast_to(of_any, (keys,))[:, np.newaxis], rows, 0.0)


@operation
def attention_scores(q: Any, k: Any) -> Any:
    """q kᵀ, unscaled: q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return q @ k.mT


@operation
def scaled_attention_scores(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √d: q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) / xp.sqrt(xp.asarray(q.shape[-1]))


@operation
def attention_weights(q: Any, k: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """softmax(q kᵀ ÷ √d): q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,). Masks as in :func:`seen_keys`."""
    scores = scaled_attention_scores(q, without_unseen(k, q, causal, mask))
    return softmax(scores, seen_keys(scores.shape, causal, mask))


@operation
def dot_product_attention_weights(q: Any, k: Any) -> Any:
    """softmax(q kᵀ), unscaled: q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return softmax(attention_scores(q, k))


@operation
def sum_normalized_attention_weights(q: Any, k: Any) -> Any:
    """q kᵀ ÷ its row sum, without a softmax: q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return sum_normalization(attention_scores(q, k))


@operation
def weighted_values(weights: Any, v: Any) -> Any:
    """Weighted sums of the values: weights (…, n, m) or (m,), v (…, m, c) → (…, n, c) or (c,)."""
    return weights @ v


@operation
def dot_product_attention(q: Any, k: Any, v: Any) -> Any:
    """softmax(q kᵀ) v, unscaled: q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return weighted_values(dot_product_attention_weights(q, k), v)


@operation
def scaled_dot_product_attention(q: Any, k: Any, v: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """softmax(q kᵀ ÷ √d) v: q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,).

    Masks as in :func:`seen_keys`.
    """
    weights = attention_weights(q, k, causal=causal, mask=mask)
    return weighted_values(weights, without_unseen(v, q, causal, mask))


@operation
def grouped_query_attention(q: Any, k: Any, v: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """Attention whose h heads share g heads of keys and values: q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h,
    n, c).

    Each g serves h ÷ g consecutive heads of queries. ``mask`` (n, m) (Ainslie et al., "GQA", 2023, section 2.2).
    """
    xp = q.__array_namespace__()
    *batch, heads, tokens, width = q.shape
    groups = k.shape[-3]
    grouped = xp.reshape(q, (*batch, groups, heads // groups, tokens, width))
    shared = (..., np.newaxis, slice(None), slice(None))
    attended = scaled_dot_product_attention(grouped, k[shared], v[shared], causal=causal, mask=mask)
    return xp.reshape(attended, (*batch, heads, tokens, v.shape[-1]))


@operation
def sum_normalized_attention(q: Any, k: Any, v: Any) -> Any:
    """(q kᵀ ÷ its row sum) v: q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return weighted_values(sum_normalized_attention_weights(q, k), v)
