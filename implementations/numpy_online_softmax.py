"""Online softmax: keys come in tiles, a running maximum and sum replace the row of scores.

Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; with the values carried along it is the
attention of Rabe and Staats, 2021, and of Dao et al., "FlashAttention", 2022, algorithm 1.
"""

import math

import numpy as np

from lastdigit import implements

KEY_TILE = 2


def attend(q, k, v, divisor, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c), mask as the scores (…, n, m) → (…, n, c) or (c,).

    The running maximum starts at the lowest number, not at −∞: −∞ − (−∞) of a tile that is masked whole would be nan.
    """
    seen = np.broadcast_to(True if mask is None else mask, (*q.shape[:-1], k.shape[-2]))
    if causal:
        seen = seen & np.tri(*seen.shape[-2:], dtype=bool)
    largest = np.full((*q.shape[:-1], 1), np.finfo(q.dtype).min)
    normalizer = np.zeros_like(largest)
    context = np.zeros((*q.shape[:-1], v.shape[-1]), dtype=q.dtype)
    for start in range(0, k.shape[-2], KEY_TILE):
        tile = slice(start, start + KEY_TILE)
        scores = np.where(seen[..., tile], q @ k[..., tile, :].mT / divisor, -np.inf)
        larger = np.maximum(largest, np.max(scores, axis=-1, keepdims=True))
        exponentials, shrink = np.exp(scores - larger), np.exp(largest - larger)
        normalizer = shrink * normalizer + np.sum(exponentials, axis=-1, keepdims=True)
        context = shrink * context + exponentials @ v[..., tile, :]
        largest = larger
    return context / normalizer


@implements("dot_product_attention", key_tile=2)
def dot_product_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend(q, k, v, 1)


@implements("scaled_dot_product_attention", key_tile=2)
def scaled_dot_product_attention(q, k, v, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend(q, k, v, math.sqrt(q.shape[-1]), causal, mask)


@implements("grouped_query_attention", key_tile=2)
def grouped_query_attention(q, k, v, *, causal=False, mask=None):
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c): heads that share a key head get an axis."""
    grouped = q.reshape(*k.shape[:-2], -1, *q.shape[-2:])
    shared = (array[..., np.newaxis, :, :] for array in (k, v))
    return attend(grouped, *shared, math.sqrt(q.shape[-1]), causal, mask).reshape(*q.shape[:-1], v.shape[-1])


@implements("self_attention", key_tile=2)
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return attend(x @ w_query, x @ w_key, x @ w_value, math.sqrt(w_query.shape[1]), causal)


@implements("multi_head_attention", key_tile=2)
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    packed = (x @ in_weight.T + in_bias).reshape(*x.shape[:-1], 3, heads, -1)
    q, k, v = np.swapaxes(np.moveaxis(packed, -3, 0), -3, -2)
    attended = np.swapaxes(attend(q, k, v, math.sqrt(q.shape[-1]), causal), -3, -2)
    return attended.reshape(x.shape) @ out_weight.T + out_bias


def tokens(x, omega, beta):
    """Projected columns as rows: x (d, n), omega (…, e, d), beta (…, e, 1) or None → (…, n, e)."""
    return (omega @ x if beta is None else omega @ x + beta).mT


@implements("column_self_attention", key_tile=2)
def column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    q, k, v = tokens(x, omega_query, beta_query), tokens(x, omega_key, beta_key), tokens(x, omega_value, beta_value)
    return attend(q, k, v, math.sqrt(q.shape[-1]) if scaled else 1).T


@implements("column_multi_head_attention", key_tile=2)
def column_multi_head_attention(x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    q, k, v = tokens(x, omega_query, beta_query), tokens(x, omega_key, beta_key), tokens(x, omega_value, beta_value)
    attended = attend(q, k, v, math.sqrt(q.shape[-1]))
    return omega_output @ attended.mT.reshape(-1, x.shape[1])
