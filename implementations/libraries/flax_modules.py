"""Flax: linen's and nnx's attention, norms and layers with given parameters."""

import jax
import jax.numpy as jnp
from flax import linen, nnx

from lastdigit import implements


def seen_keys(q, k, causal, mask):
    """Where a query sees a key, as (1, 1, n, m), or None."""
    seen = jnp.ones((1, 1, q.shape[2], k.shape[2]), dtype=bool)
    if causal:
        seen = jnp.tril(seen)
    if mask is not None:
        seen = seen & mask
    return seen if causal or mask is not None else None


def tokens_first(*arrays):
    """(b, h, n, d) → (b, n, h, d)."""
    return (x.swapaxes(1, 2) for x in arrays)


@implements("scaled_dot_product_attention", variant="linen")
def linen_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    found = linen.dot_product_attention(*tokens_first(q, k, v), mask=seen_keys(q, k, causal, mask))
    return found.swapaxes(1, 2)


@implements("scaled_dot_product_attention", variant="nnx")
def nnx_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    found = nnx.dot_product_attention(*tokens_first(q, k, v), mask=seen_keys(q, k, causal, mask))
    return found.swapaxes(1, 2)


@implements("multi_head_attention", variant="linen")
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    width = x.shape[-1]
    module = linen.MultiHeadDotProductAttention(num_heads=heads, dtype=x.dtype, param_dtype=x.dtype)
    weights, biases = jnp.split(in_weight, 3), jnp.split(in_bias, 3)
    parameters = {
        name: {"kernel": w.T.reshape(width, heads, -1), "bias": b.reshape(heads, -1)}
        for name, w, b in zip(("query", "key", "value"), weights, biases, strict=True)
    }
    parameters["out"] = {"kernel": out_weight.T.reshape(heads, -1, width), "bias": out_bias}
    mask = linen.make_causal_mask(jnp.ones(x.shape[:-1]), dtype=bool) if causal else None
    return module.apply({"params": parameters}, x, mask=mask)


@implements("layer_norm", variant="linen")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    module = linen.LayerNorm(epsilon=1e-5, dtype=x.dtype)
    return module.apply({"params": {"scale": weight, "bias": bias}}, x)


@implements("layer_norm", variant="linen_two_pass")
def two_pass_layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n): the variance of what is left once the mean is taken off."""
    module = linen.LayerNorm(epsilon=1e-5, dtype=x.dtype, use_fast_variance=False)
    return module.apply({"params": {"scale": weight, "bias": bias}}, x)


@implements("rms_norm", variant="linen")
def rms_norm(input, weight=None, *, eps):
    """input (…, n), weight (n,) → (…, n)."""
    module = linen.RMSNorm(epsilon=eps, dtype=input.dtype, use_scale=weight is not None)
    return module.apply({"params": {"scale": weight}} if weight is not None else {}, input)


@implements("linear", variant="linen")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    module = linen.Dense(len(weight), use_bias=bias is not None, dtype=x.dtype)
    given = {"kernel": weight.T} if bias is None else {"kernel": weight.T, "bias": bias}
    return jax.jit(module.apply)({"params": given}, x)
