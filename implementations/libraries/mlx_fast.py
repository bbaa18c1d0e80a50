"""MLX on the processor: its fast attention, norms and rotary positions, and what mlx.nn makes of its operations."""

import mlx.core as mx
from mlx import nn

from lastdigit import implements


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    seen = "causal" if causal else None
    if mask is not None:
        seen = mx.broadcast_to(mask, (q.shape[2], k.shape[2]))
        seen = mx.tril(seen) if causal else seen
    return mx.fast.scaled_dot_product_attention(q, k, v, scale=q.shape[-1] ** -0.5, mask=seen)


@implements("scaled_dot_product_attention")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("grouped_query_attention")
def grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    return mx.softmax(x, axis=-1)


@implements("softmax", variant="precise")
def precise_softmax(x):
    """x (…, n) → (…, n), accumulated in float32 where x is a half format."""
    return mx.softmax(x, axis=-1, precise=True)


@implements("log_softmax")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return nn.log_softmax(input, axis=dim)


@implements("gelu")
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return nn.GELU(approximate)(input)


@implements("silu")
def silu(input):
    """input (…) → (…)."""
    return nn.silu(input)


@implements("layer_norm")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return mx.fast.layer_norm(x, weight, bias, 1e-5)


@implements("rms_norm")
def rms_norm(input, weight, *, eps):
    """input (…, n), weight (n,) → (…, n)."""
    return mx.fast.rms_norm(input, weight, eps)


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    return x @ weight.T if bias is None else mx.addmm(bias, x, weight.T)


@implements("rotary_embedding")
def rotary_embedding(x, *, interleaved=False):
    """x (b, h, n, d) → (b, h, n, d)."""
    return mx.fast.rope(x, x.shape[-1], traditional=interleaved, base=10000.0, scale=1.0, offset=0)


@implements("scaled_dot_product_attention.gradient.q", variant="vjp")
def queries_gradient(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return mx.vjp(lambda queries: attend(queries, k, v, False, None), [q], [cotangent])[1][0]
