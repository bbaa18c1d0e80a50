"""jax.nn, eager and compiled by XLA: attention in its layout (batch, tokens, heads, features), norms of jax.numpy."""

import jax
import jax.numpy as jnp

from lastdigit import implements


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    seen = None if mask is None else jnp.broadcast_to(mask, (1, 1, q.shape[2], k.shape[2]))
    tokens_first = (x.swapaxes(1, 2) for x in (q, k, v))
    found = jax.nn.dot_product_attention(*tokens_first, mask=seen, is_causal=causal, implementation="xla")
    return found.swapaxes(1, 2)


compiled_attend = jax.jit(attend, static_argnames="causal")


@implements("scaled_dot_product_attention", variant="eager")
def eager_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, mask)


@implements("scaled_dot_product_attention", variant="jit")
def compiled_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return compiled_attend(q, k, v, causal=causal, mask=mask)


@implements("grouped_query_attention", variant="eager")
def eager_grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, mask)


@implements("softmax", variant="eager")
def softmax(x):
    """x (…, n) → (…, n)."""
    return jax.nn.softmax(x)


@implements("softmax", variant="jit")
@jax.jit
def compiled_softmax(x):
    """x (…, n) → (…, n)."""
    return jax.nn.softmax(x)


@implements("log_softmax", variant="eager")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return jax.nn.log_softmax(input, axis=dim)


@implements("gelu", variant="eager")
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return jax.nn.gelu(input, approximate=approximate == "tanh")


@implements("silu", variant="eager")
def silu(input):
    """input (…) → (…)."""
    return jax.nn.silu(input)


@implements("linear", variant="eager")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    product = jnp.einsum("...n,mn->...m", x, weight)
    return product if bias is None else product + bias


@implements("layer_norm", variant="jit")
@jax.jit
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return jax.nn.standardize(x, epsilon=1e-5) * weight + bias


@implements("scaled_dot_product_attention.gradient.q", variant="grad")
def queries_gradient(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d): jax.vjp of jax.nn.dot_product_attention."""
    return jax.vjp(lambda queries: attend(queries, k, v, False, None), q)[1](cotangent)[0]


@implements("scaled_dot_product_attention.gradient.k", variant="grad")
def keys_gradient(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return jax.vjp(lambda keys: attend(q, keys, v, False, None), k)[1](cotangent)[0]
