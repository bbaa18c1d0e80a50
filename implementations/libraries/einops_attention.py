"""einops: attention in its notation, on NumPy's arrays."""

import math

import numpy as np
from einops import einsum, rearrange, repeat

from lastdigit import implements


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    scores = einsum(q, k, "b h n d, b h m d -> b h n m") / math.sqrt(q.shape[-1])
    scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf) if causal else scores
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return einsum(weights / weights.sum(axis=-1, keepdims=True), v, "b h n m, b h m c -> b h n c")


@implements("scaled_dot_product_attention")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask).astype(q.dtype)


@implements("grouped_query_attention")
def grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    k, v = (repeat(x, "b g m d -> b (g r) m d", r=q.shape[1] // x.shape[1]) for x in (k, v))
    return attend(q, k, v, causal, mask)


@implements("multi_head_attention")
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (b, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (b, n, d)."""
    packed = einsum(x, in_weight, "b n d, e d -> b n e") + in_bias
    q, k, v = rearrange(packed, "b n (p h e) -> p b h n e", p=3, h=heads)
    joined = rearrange(attend(q, k, v, causal, None), "b h n e -> b n (h e)")
    return einsum(joined, out_weight, "b n e, d e -> b n d") + out_bias


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    product = einsum(x, weight, "... n, m n -> ... m")
    return product if bias is None else product + bias
