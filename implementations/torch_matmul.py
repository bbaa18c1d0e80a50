"""Eager tensors and the @ operator: the form that most torch code has (Vaswani et al. 2017; Prince 2023, ch. 12)."""

import math

import torch

from lastdigit import implements


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    return x @ weight.T if bias is None else x @ weight.T + bias


@implements("projection")
def projection(x, weight):
    """x (…, n), weight (n, m) → (…, m)."""
    return x @ weight


@implements("total")
def total(x):
    """x (…, n) → (…)."""
    return x.sum(dim=-1)


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    return torch.softmax(x, dim=-1)


@implements("sum_normalization")
def sum_normalization(x):
    """x (…, n) → (…, n)."""
    return x / x.sum(dim=-1, keepdim=True)


@implements("layer_norm")
def layer_norm(x, weight, bias, *, eps=1e-5):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps) * weight + bias


@implements("attention_scores")
def attention_scores(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return q @ k.mT


@implements("scaled_attention_scores")
def scaled_attention_scores(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return q @ k.mT / math.sqrt(q.shape[-1])


@implements("attention_weights")
def attention_weights(q, k, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,). ``mask`` broadcasts to that, True where a key is seen."""
    scores = scaled_attention_scores(q, k)
    if causal:
        future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(diagonal=1)
        scores = scores.masked_fill(future, -torch.inf)
    if mask is not None:
        scores = scores.masked_fill(~torch.as_tensor(mask), -torch.inf)
    return torch.softmax(scores, dim=-1)


@implements("dot_product_attention_weights")
def dot_product_attention_weights(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return torch.softmax(q @ k.mT, dim=-1)


@implements("sum_normalized_attention_weights")
def sum_normalized_attention_weights(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return sum_normalization(q @ k.mT)


@implements("weighted_values")
def weighted_values(weights, v):
    """weights (…, n, m) or (m,), v (…, m, c) → (…, n, c) or (c,)."""
    return weights @ v


@implements("dot_product_attention")
def dot_product_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return dot_product_attention_weights(q, k) @ v


@implements("scaled_dot_product_attention")
def scaled_dot_product_attention(q, k, v, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attention_weights(q, k, causal=causal, mask=mask) @ v


@implements("grouped_query_attention")
def grouped_query_attention(q, k, v, *, causal=False, mask=None):
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c): each key head repeated for its query heads."""
    k, v = (shared.repeat_interleave(q.shape[-3] // shared.shape[-3], dim=-3) for shared in (k, v))
    return scaled_dot_product_attention(q, k, v, causal=causal, mask=mask)


@implements("sum_normalized_attention")
def sum_normalized_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return sum_normalized_attention_weights(q, k) @ v


@implements("self_attention_weights")
def self_attention_weights(x, w_query, w_key, *, causal=False):
    """x (…, n, d), w (d, e) → (…, n, n)."""
    return attention_weights(x @ w_query, x @ w_key, causal=causal)


@implements("self_attention")
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return scaled_dot_product_attention(x @ w_query, x @ w_key, x @ w_value, causal=causal)


@implements("multi_head_attention")
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    parts = linear(x, in_weight, in_bias).chunk(3, dim=-1)
    q, k, v = (part.unflatten(-1, (heads, -1)).transpose(-3, -2) for part in parts)
    attended = scaled_dot_product_attention(q, k, v, causal=causal)
    return linear(attended.transpose(-3, -2).flatten(-2), out_weight, out_bias)


@implements("encoder_block")
def encoder_block(
    x,
    in_weight,
    in_bias,
    out_weight,
    out_bias,
    hidden_weight,
    hidden_bias,
    return_weight,
    return_bias,
    norm1_weight,
    norm1_bias,
    norm2_weight,
    norm2_bias,
    *,
    heads,
    eps=1e-5,
):
    """x (…, n, d), attention as above, hidden_weight (f, d), return_weight (d, f), norms (d,) → (…, n, d)."""
    attended = multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, heads=heads)
    x = layer_norm(x + attended, norm1_weight, norm1_bias, eps=eps)
    hidden = torch.relu(linear(x, hidden_weight, hidden_bias))
    return layer_norm(x + linear(hidden, return_weight, return_bias), norm2_weight, norm2_bias, eps=eps)


def columns(x, omega, beta):
    """One projected column per column of x: x (d, n), omega (…, e, d), beta (…, e, 1) or None → (…, e, n)."""
    return omega @ x if beta is None else omega @ x + beta


@implements("column_token_attention_weights")
def column_token_attention_weights(x, omega_query, omega_key, beta_query=None, beta_key=None, *, token):
    """x (d, n), omega (e, d), beta (e, 1) → (n,)."""
    query = columns(x[:, [token]], omega_query, beta_query)
    return torch.softmax((columns(x, omega_key, beta_key).T @ query).squeeze(-1), dim=-1)


@implements("column_token_attention")
def column_token_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, token
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, 1)."""
    weights = column_token_attention_weights(x, omega_query, omega_key, beta_query, beta_key, token=token)
    return columns(x, omega_value, beta_value) @ weights.unsqueeze(-1)


@implements("column_self_attention")
def column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    scores = columns(x, omega_key, beta_key).T @ columns(x, omega_query, beta_query)
    if scaled:
        scores = scores / math.sqrt(len(omega_key))
    return columns(x, omega_value, beta_value) @ torch.softmax(scores, dim=0)


@implements("column_multi_head_attention")
def column_multi_head_attention(x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    query, key = columns(x, omega_query, beta_query), columns(x, omega_key, beta_key)
    scores = key.mT @ query / math.sqrt(query.shape[-2])
    attended = columns(x, omega_value, beta_value) @ torch.softmax(scores, dim=-2)
    return omega_output @ attended.flatten(0, 1)
