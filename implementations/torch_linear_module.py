"""nn.Linear modules with their weights set: projections as layers, the way tutorials on transformers build them.

The layers are made on the meta device, so that none draws the random weights it would not keep.
"""

import math

import torch
from torch import nn

from lastdigit import implements


def layer(weight, bias=None):
    """nn.Linear of weight (m, n) and bias (m,)."""
    weights = {"weight": weight} if bias is None else {"weight": weight, "bias": bias}
    module = nn.Linear(weight.shape[1], weight.shape[0], bias=bias is not None, device="meta")
    module.load_state_dict(weights, assign=True)
    return module


def weigh(queries, keys, divisor, causal=False):
    """queries (…, n, d), keys (…, m, d) → (…, n, m)."""
    scores = queries @ keys.mT / divisor
    if causal:
        scores = scores + torch.full_like(scores, -torch.inf).triu(diagonal=1)
    return nn.Softmax(dim=-1)(scores)


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    return layer(weight, bias)(x)


@implements("projection")
def projection(x, weight):
    """x (…, n), weight (n, m) → (…, m)."""
    return layer(weight.T)(x)


@implements("self_attention_weights")
def self_attention_weights(x, w_query, w_key, *, causal=False):
    """x (…, n, d), w (d, e) → (…, n, n)."""
    to_query, to_key = layer(w_query.T), layer(w_key.T)
    return weigh(to_query(x), to_key(x), math.sqrt(to_key.out_features), causal)


@implements("self_attention")
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    to_value = layer(w_value.T)
    return self_attention_weights(x, w_query, w_key, causal=causal) @ to_value(x)


@implements("multi_head_attention")
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    to_packed, to_output = layer(in_weight, in_bias), layer(out_weight, out_bias)
    q, k, v = to_packed(x).unflatten(-1, (3, heads, -1)).movedim(-3, 0).transpose(-3, -2)
    attended = weigh(q, k, math.sqrt(q.shape[-1]), causal) @ v
    return to_output(attended.transpose(-3, -2).flatten(-2))


@implements("column_self_attention")
def column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    pairs = (omega_query, beta_query), (omega_key, beta_key), (omega_value, beta_value)
    query, key, value = (layer(omega, None if beta is None else beta[:, 0])(x.T) for omega, beta in pairs)
    return (weigh(query, key, math.sqrt(query.shape[-1]) if scaled else 1) @ value).T
