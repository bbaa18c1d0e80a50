"""Attention with a scale, bias, linear biases, soft cap, window, sinks or grouped heads; rotary positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import cos, log, sin, tanh
from lastdigit.operations.attention import attention_scores, scaled_attention_scores, weighted_values
from lastdigit.operations.normalization import softmax
from lastdigit.operations.operation import operation
from lastdigit.operations.reductions import logsumexp

FIRST, LAST = "first", "last"
"""The alignment of a causal mask: the first query to the first key, or the last to the last, as in decoding."""


@operation
def scores_by_scale(q: Any, k: Any, *, scale: float) -> Any:
    """scale · q kᵀ: q (…, n, d), k (…, m, d) → (…, n, m)."""
    return attention_scores(q, k) * q.__array_namespace__().asarray(scale)


@operation
def soft_capped(scores: Any, *, softcap: float) -> Any:
    """c tanh(s ÷ c): scores (…) → (…) (Bello et al. 2016; Gemma 2, 2024)."""
    cap = scores.__array_namespace__().asarray(softcap)
    return cap * tanh(scores / cap)


@operation
def linear_biases(scores: Any, slopes: Any, *, distances: Any) -> Any:
    """s − slope · distance, one slope for each head: scores (…, h, n, m), slopes (h,) → (…, h, n, m) (ALiBi, 2021)."""
    xp = scores.__array_namespace__()
    return scores - slopes[:, np.newaxis, np.newaxis] * xp.asarray(np.asarray(distances, dtype=np.float64))


def key_offset(queries: int, keys: int, causal: Any) -> int:
    """The number of keys before the one that is aligned with the first query."""
    if causal not in (False, True, FIRST, LAST):
        raise ValueError(f"causal is {FIRST!r} or {LAST!r}, not {causal!r}")
    return keys - queries if causal == LAST else 0


def seen_in_window(queries: int, keys: int, causal: Any, window: Any, mask: Any) -> np.ndarray | None:
    """Which keys each query sees, given a causal alignment, a ``window`` of keys before and after, and a mask."""
    far = np.arange(keys) - np.arange(queries)[:, np.newaxis] - key_offset(queries, keys, causal)
    seen = np.ones(far.shape, dtype=bool)
    if causal:
        seen &= far <= 0
    if window is not None:
        before, behind = (window, window) if isinstance(window, int) else window
        seen &= (far >= -before) & (far <= behind)
    if mask is not None:
        return np.asarray(seen & np.asarray(mask, dtype=bool))
    return None if np.all(seen) else seen


@operation
def attention_logits(
    q: Any,
    k: Any,
    bias: Any = None,
    slopes: Any = None,
    *,
    scale: float | None = None,
    causal: Any = False,
    softcap: float = 0.0,
) -> Any:
    """scale · q kᵀ + bias, the input of :func:`attention`'s softmax: q (…, h, n, d), k (…, g, m, d) → (…, h, n, m).

    ``causal`` is the alignment from which ``slopes`` count their distances; nothing is masked.
    """
    k = shared_heads(q, k) if k.shape[-3:-2] != q.shape[-3:-2] else k
    scores = scaled_attention_scores(q, k) if scale is None else scores_by_scale(q, k, scale=scale)
    scores = soft_capped(scores, softcap=softcap) if softcap else scores
    scores = scores if bias is None else scores + bias
    if slopes is None:
        return scores
    queries, keys = scores.shape[-2:]
    offset = key_offset(queries, keys, causal)
    apart = np.abs(np.arange(keys) - np.arange(queries)[:, np.newaxis] - offset)
    return linear_biases(scores, slopes, distances=apart)


@operation
def attention(
    q: Any,
    k: Any,
    v: Any,
    bias: Any = None,
    slopes: Any = None,
    sinks: Any = None,
    *,
    scale: float | None = None,
    causal: Any = False,
    mask: Any = None,
    window: Any = None,
    softcap: float = 0.0,
) -> Any:
    """softmax(scale · q kᵀ + bias) v: q (…, h, n, d), k (…, g, m, d), v (…, g, m, c), sinks (h,) → (…, h, n, c).

    ``scale`` is 1 ÷ √d by default. The soft cap is applied to the scores first, then ``bias`` (…, n, m) is added and
    ``slopes`` (h,) subtract slope · |i − j|. ``sinks`` (h,) are scores of an additional key without a value. h ÷ g
    consecutive heads may share keys and values. ``causal`` aligns the "first" or the "last" key with the queries; a
    ``window`` is the number of visible keys before and after, and ``mask`` is True for visible keys.
    """
    xp = q.__array_namespace__()
    if k.shape[-3:-2] != q.shape[-3:-2]:
        k, v = shared_heads(q, k), shared_heads(q, v)
    scores = attention_logits(q, k, bias, slopes, scale=scale, causal=causal, softcap=softcap)
    queries, keys = scores.shape[-2:]
    seen = seen_in_window(queries, keys, causal, window, mask)
    if sinks is not None:
        zero = scores[..., :1] * xp.asarray(0.0)
        scores = xp.concat([scores, zero + sinks[:, np.newaxis, np.newaxis]], axis=-1)
        v = xp.concat([v, v[..., :1, :] * xp.asarray(0.0)], axis=-2)
        if seen is not None:
            seen = np.concatenate([seen, np.ones((*seen.shape[:-1], 1), dtype=bool)], axis=-1)
    return weighted_values(softmax(scores, seen), v)


@operation
def attention_logsumexp(
    q: Any,
    k: Any,
    v: Any = None,
    bias: Any = None,
    slopes: Any = None,
    sinks: Any = None,
    *,
    scale: float | None = None,
    causal: Any = False,
    mask: Any = None,
    window: Any = None,
    softcap: float = 0.0,
) -> Any:
    """log Σ exp of the scores of :func:`attention`: q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n).

    Fused kernels return it with their output, for the backward pass and for merging partial results. It takes the
    arguments of ``attention`` and ignores ``v``; each query must see a key.
    """
    xp = q.__array_namespace__()
    scores = attention_logits(q, k, bias, slopes, scale=scale, causal=causal, softcap=softcap)
    queries, keys = scores.shape[-2:]
    seen = seen_in_window(queries, keys, causal, window, mask)
    if seen is not None:
        scores = xp.where(np.broadcast_to(seen, scores.shape), scores, -float("inf"))
    if sinks is not None:
        scores = xp.concat([scores, scores[..., :1] * xp.asarray(0.0) + sinks[:, np.newaxis, np.newaxis]], axis=-1)
    return logsumexp(scores)


@operation
def shared_heads(q: Any, k: Any) -> Any:
    """Keys or values repeated for h ÷ g consecutive heads each: q (…, h, n, d), k (…, g, m, d) → (…, h, m, d)."""
    heads, groups = q.shape[-3], k.shape[-3]
    if heads % groups:
        raise ValueError(f"{heads} heads in {groups} groups")
    return k[..., np.repeat(np.arange(groups), heads // groups), :, :]


@operation
def rotated(x: Any, cosines: Any, sines: Any, *, interleaved: bool = False) -> Any:
    """Pairs (a, b) to (a cos − b sin, b cos + a sin): x (…, n, 2e), cosines (n, e), sines (n, e) → (…, n, 2e).

    A pair is features i and i + e, or, ``interleaved``, 2i and 2i + 1 (Su et al., "RoFormer", 2021, eq. 34).
    """
    xp = x.__array_namespace__()
    half = x.shape[-1] // 2
    one, other = (x[..., ::2], x[..., 1::2]) if interleaved else (x[..., :half], x[..., half:])
    parts = [one * cosines - other * sines, other * cosines + one * sines]
    if interleaved:
        return xp.reshape(xp.concat([part[..., np.newaxis] for part in parts], axis=-1), x.shape)
    return xp.concat(parts, axis=-1)


@operation
def rotary_embedding(x: Any, *, base: float = 10000.0, offset: int = 0, interleaved: bool = False) -> Any:
    """Features of token i rotated by i · base^(−2j ÷ d): x (…, n, d) → (…, n, d), tokens counted from ``offset``."""
    xp = x.__array_namespace__()
    tokens, width = x.shape[-2:]
    exponents = xp.asarray(-np.arange(0, width, 2, dtype=np.float64) / width)
    frequencies = xp.exp(exponents * log(xp.asarray(base)))
    angles = xp.asarray(np.arange(offset, offset + tokens, dtype=np.float64)[:, np.newaxis]) * frequencies
    return rotated(x, cos(angles), sin(angles), interleaved=interleaved)
