"""Online softmax: keys come in tiles, a running maximum and sum replace the row of scores.

Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al., "FlashAttention", 2022, algorithm
1. As in the kernels, sums of the half formats are kept in float32 and rounded once, at the end.
"""

import math

import torch

from lastdigit import implements

KEY_TILE = 2


def attend(q, k, v, divisor, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c), mask as the scores (…, n, m) → (…, n, c) or (c,).

    The running maximum starts at the lowest number, not at −∞: −∞ − (−∞) of a tile that is masked whole would be nan.
    """
    seen = torch.as_tensor(True if mask is None else mask).expand(*q.shape[:-1], k.shape[-2])
    seen = seen.tril() if causal else seen
    dtype, (q, k, v) = q.dtype, (x.to(torch.promote_types(x.dtype, torch.float32)) for x in (q, k, v))
    largest = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    normalizer = torch.zeros_like(largest)
    context = q.new_zeros((*q.shape[:-1], v.shape[-1]))
    tiles = k.split(KEY_TILE, -2), v.split(KEY_TILE, -2), seen.split(KEY_TILE, -1)
    for keys, values, taken in zip(*tiles, strict=True):
        scores = (q @ keys.mT / divisor).where(taken, -torch.inf)
        larger = torch.maximum(largest, scores.amax(-1, keepdim=True))
        exponentials, shrink = torch.exp(scores - larger), torch.exp(largest - larger)
        normalizer = shrink * normalizer + exponentials.sum(-1, keepdim=True)
        context = shrink * context + exponentials @ values
        largest = larger
    return (context / normalizer).to(dtype)


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
    grouped = q.unflatten(-3, (k.shape[-3], -1))
    attended = attend(grouped, k.unsqueeze(-3), v.unsqueeze(-3), math.sqrt(q.shape[-1]), causal, mask)
    return attended.flatten(-4, -3)


@implements("self_attention", key_tile=2)
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return attend(x @ w_query, x @ w_key, x @ w_value, math.sqrt(w_query.shape[1]), causal)


@implements("multi_head_attention", key_tile=2)
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    packed = (x @ in_weight.T + in_bias).unflatten(-1, (3, heads, -1))
    q, k, v = packed.movedim(-3, 0).transpose(-3, -2)
    attended = attend(q, k, v, math.sqrt(q.shape[-1]), causal)
    return attended.transpose(-3, -2).flatten(-2) @ out_weight.T + out_bias


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
    return omega_output @ attended.mT.flatten(0, 1)
