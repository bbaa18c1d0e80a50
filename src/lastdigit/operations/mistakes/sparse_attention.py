"""Mistakes in linear and in block-sparse attention."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import rsqrt
from lastdigit.operations import sparse_attention as known
from lastdigit.operations.activations import elu, relu
from lastdigit.operations.attention import attention_scores, weighted_values
from lastdigit.operations.linear import total
from lastdigit.operations.mistakes.entries import Changed, mistakes_of, need, number, times
from lastdigit.operations.normalization import softmax

mistakes_of(
    "positive_features",
    ("1 not added to the features", "elu(x) + 1", elu),
    ("ReLU in place of the positive features", "the feature map", relu),
    ("exponentials in place of the positive features", "the feature map", lambda x: x.__array_namespace__().exp(x)),
    ("feature map left out", "whether features are positive", lambda x: times(x, 1.0)),
    ("features of −x", "the sign of the argument", lambda x: known.positive_features(-x)),
    ("features divided by √d", "a scale that softmax attention has", lambda x: _scaled(known.positive_features(x), x)),
    ("features of x ÷ √d", "a scale that softmax attention has", lambda x: known.positive_features(_scaled(x, x))),
)


def _scaled(found: Any, x: Any) -> Any:
    need(x.shape[-1] > 1, "one feature")
    return found * rsqrt(number(x, float(x.shape[-1])))


def _weights(q: Any, k: Any, offset: int | None) -> Any:
    """Products of features, for keys up to the query's own plus ``offset``; for all keys if None."""
    weights = attention_scores(known.positive_features(q), known.positive_features(k))
    if offset is None:
        return weights
    seen = np.tril(np.ones(weights.shape, dtype=bool), offset)
    return weights.__array_namespace__().where(seen, weights, 0.0)


def _ratio(over: Any, under: Any, v: Any) -> Any:
    return weighted_values(over, v) / total(under)[..., np.newaxis]


def _not_normalised(q: Any, k: Any, v: Any, *, causal: bool = False) -> Any:
    return weighted_values(_weights(q, k, 0 if causal else None), v)


def _mean(q: Any, k: Any, v: Any, *, causal: bool = False) -> Any:
    need(not causal and k.shape[-2] > 1, "causal")
    return times(_not_normalised(q, k, v), 1.0 / k.shape[-2])


def _other_mask(over: int | None, under: int | None) -> Changed:
    def changed(q: Any, k: Any, v: Any, *, causal: bool = False) -> Any:
        need(causal and min(q.shape[-2], k.shape[-2]) > 1, "not causal")
        return _ratio(_weights(q, k, over), _weights(q, k, under), v)

    return changed


def _softmax(q: Any, k: Any, v: Any, *, causal: bool = False) -> Any:
    scores = attention_scores(q, k)
    seen = np.tril(np.ones(scores.shape, dtype=bool)) if causal else None
    return weighted_values(softmax(scores, seen), v)


mistakes_of(
    "linear_attention",
    ("normaliser left out", "φ(q) Σ φ(k)", _not_normalised),
    ("mean over the keys in place of the normaliser", "φ(q) Σ φ(k)", _mean),
    ("causal sums over all keys", "the mask of both sums", _other_mask(None, None)),
    ("normaliser over all keys", "the mask of the normaliser", _other_mask(0, None)),
    ("values of all keys under a causal normaliser", "the mask of the values' sum", _other_mask(None, 0)),
    ("linear attention to the key behind its own", "whether the state is read before the next key", _other_mask(1, 1)),
    ("softmax in place of the features", "which attention is meant", _softmax),
)


def _with_blocks(change: Changed) -> Changed:
    def changed(q: Any, k: Any, v: Any, *, blocks: Any, block_size: int, **given: Any) -> Any:
        found = change(np.asarray(blocks, dtype=bool))
        if given.get("causal"):
            seen = known.seen_by_blocks(found, block_size, q, k) & np.tri(q.shape[-2], k.shape[-2], dtype=bool)
        else:
            seen = known.seen_by_blocks(found, block_size, q, k)
        need(np.all(seen.any(axis=-1)), "a query sees no key")
        return known.block_sparse_attention(q, k, v, blocks=found, block_size=block_size, **given)

    return changed


def _transposed(blocks: np.ndarray) -> np.ndarray:
    need(blocks.shape[-1] == blocks.shape[-2], "the shape tells")
    return np.swapaxes(blocks, -1, -2)


def _other_heads(blocks: np.ndarray) -> np.ndarray:
    need(blocks.ndim > 2 and blocks.shape[0] > 1, "one pattern for all heads")
    return blocks[::-1]


def _last_off(blocks: np.ndarray) -> np.ndarray:
    found = blocks.copy()
    found[..., -1] = False
    return found


def _diagonal(blocks: np.ndarray) -> np.ndarray:
    need(blocks.shape[-1] == blocks.shape[-2], "no diagonal")
    return np.asarray(blocks & np.eye(blocks.shape[-1], dtype=bool))


def _of_rows(blocks: np.ndarray) -> np.ndarray:
    return np.broadcast_to(blocks[..., :1, :], blocks.shape).copy()


mistakes_of(
    "block_sparse_attention",
    ("all blocks seen", "whether the pattern of blocks is read", _with_blocks(np.ones_like)),
    ("blocks transposed", "queries by keys, not keys by queries", _with_blocks(_transposed)),
    ("block of keys one too far", "blocks counted from 0 or 1", _with_blocks(lambda b: np.roll(b, 1, axis=-1))),
    ("block of queries one too far", "blocks counted from 0 or 1", _with_blocks(lambda b: np.roll(b, 1, axis=-2))),
    ("last block of keys left out", "a last block that is shorter", _with_blocks(_last_off)),
    ("blocks of the diagonal alone", "the blocks beside it", _with_blocks(_diagonal)),
    ("blocks of the first queries for all", "the index of the block of queries", _with_blocks(_of_rows)),
    ("blocks of other heads", "which head has which pattern", _with_blocks(_other_heads)),
)
