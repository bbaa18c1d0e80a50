"""x-transformers: its attention with and without flash, its norms, and rotary positions (of neighbouring features)."""

from x_transformers.attend import Attend
from x_transformers.x_transformers import LayerNorm, RotaryEmbedding, apply_rotary_pos_emb

from lastdigit import implements


def attend(q, k, v, causal, mask, flash):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    seen = None if mask is None else mask.expand(1, 1, q.shape[2], k.shape[2])
    return Attend(causal=causal, flash=flash, heads=q.shape[1])(q, k, v, mask=seen)[0]


@implements("scaled_dot_product_attention", variant="plain")
def plain_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, mask, flash=False)


@implements("scaled_dot_product_attention", variant="flash", key_tile=512, exp_error=40.0)
def flash_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, mask, flash=True)


@implements("grouped_query_attention", variant="plain")
def plain_grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, mask, flash=False)


@implements("layer_norm", variant="plain")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    norm = LayerNorm(len(weight))
    norm.gamma.data = weight
    return norm.to(x.dtype)(x) + bias


@implements("rotary_embedding", variant="plain")
def rotary_embedding(x, *, interleaved):
    """x (…, n, d) → (…, n, d): x-transformers rotates neighbouring features, whatever is asked for."""
    del interleaved
    frequencies, scale = RotaryEmbedding(x.shape[-1]).forward_from_seq_len(x.shape[-2])
    return apply_rotary_pos_emb(x, frequencies, scale)
