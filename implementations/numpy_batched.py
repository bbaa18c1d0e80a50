"""One broadcasting product for a whole batch: whatever there is several of (inputs, projections, heads) gets an axis.

The stacked products of NumPy's matmul (PEP 465); heads are an axis of their own (Vaswani et al. 2017, section 3.2.2).
"""

import math

import numpy as np

from lastdigit import implements


def attend(q, k, v, divisor, causal=False, mask=None):
    """Attention of a batch: q (…, n, d), k (…, m, d), v (…, m, c), mask as the scores (…, n, m) → (…, n, c)."""
    scores = np.matmul(q, k.mT) / divisor
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return np.matmul(exponentials / np.sum(exponentials, axis=-1, keepdims=True), v)


def in_batch(q, k, v, divisor, causal=False, mask=None):
    """A batch of one: q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    batch = (np.atleast_2d(array)[np.newaxis] for array in (q, k, v))
    return attend(*batch, divisor, causal, mask).reshape(*q.shape[:-1], v.shape[-1])


@implements("projection")
def projection(x, weight):
    """x (…, n), weight (n, m) → (…, m): each row of x is a batch entry of its own."""
    return np.matmul(x[..., np.newaxis, :], weight)[..., 0, :]


@implements("dot_product_attention")
def dot_product_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return in_batch(q, k, v, 1)


@implements("scaled_dot_product_attention")
def scaled_dot_product_attention(q, k, v, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return in_batch(q, k, v, math.sqrt(q.shape[-1]), causal, mask)


@implements("grouped_query_attention")
def grouped_query_attention(q, k, v, *, causal=False, mask=None):
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c): heads that share a key head get an axis."""
    grouped = q.reshape(*k.shape[:-2], -1, *q.shape[-2:])
    shared = (array[..., np.newaxis, :, :] for array in (k, v))
    return attend(grouped, *shared, math.sqrt(q.shape[-1]), causal, mask).reshape(*q.shape[:-1], v.shape[-1])


@implements("self_attention")
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    weights = np.stack([w_query, w_key]).reshape(2, *(1,) * (x.ndim - 2), *w_query.shape)
    q, k = np.matmul(x, weights)
    return in_batch(q, k, np.matmul(x, w_value), math.sqrt(q.shape[-1]), causal)


@implements("multi_head_attention")
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    width = x.shape[-1] // heads
    weights, biases = in_weight.reshape(3, heads, width, -1), in_bias.reshape(3, heads, 1, width)
    packed = np.matmul(x[..., np.newaxis, np.newaxis, :, :], weights.mT) + biases
    q, k, v = np.moveaxis(packed, -4, 0)
    attended = attend(q, k, v, math.sqrt(width), causal)
    return np.matmul(np.moveaxis(attended, -3, -2).reshape(x.shape), out_weight.mT) + out_bias


@implements("column_self_attention")
def column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    no_beta = np.zeros((len(omega_query), 1), dtype=x.dtype)
    betas = np.stack([no_beta if beta is None else beta for beta in (beta_query, beta_key, beta_value)])
    projected = np.matmul(np.stack([omega_query, omega_key, omega_value]), x) + betas
    return in_batch(*projected.mT, math.sqrt(len(omega_query)) if scaled else 1).T


@implements("column_multi_head_attention")
def column_multi_head_attention(x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    omegas, betas = np.stack([omega_query, omega_key, omega_value]), np.stack([beta_query, beta_key, beta_value])
    projected = np.matmul(omegas, x) + betas
    attended = attend(*projected.mT, math.sqrt(omega_query.shape[1]))
    return np.matmul(omega_output, attended.mT.reshape(-1, x.shape[1]))
