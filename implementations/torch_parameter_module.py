"""Modules that hold their weights as nn.Parameter and multiply from the right: the compact class of many notebooks."""

import torch
from torch import nn

from lastdigit import implements


class Projection(nn.Module):
    """x (…, n) → (…, m) by one parameter (n, m)."""

    def __init__(self, weight):
        super().__init__()
        self.weight = nn.Parameter(weight)

    def forward(self, x):
        return x @ self.weight


class AttentionWeights(nn.Module):
    """x (…, n, d) → (…, n, n), the weights of its tokens for one another, by two parameters (d, e)."""

    def __init__(self, w_query, w_key, causal=False):
        super().__init__()
        self.query, self.key = Projection(w_query), Projection(w_key)
        self.causal = causal

    def forward(self, x):
        queries, keys = self.query(x), self.key(x)
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        if self.causal:
            past = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
            scores = scores.where(past, -torch.inf)
        return scores.softmax(dim=-1)


class SelfAttention(nn.Module):
    """x (…, n, d) → (…, n, c) by parameters for queries and keys (d, e) and for values (d, c)."""

    def __init__(self, w_query, w_key, w_value, causal=False):
        super().__init__()
        self.weights, self.value = AttentionWeights(w_query, w_key, causal), Projection(w_value)

    def forward(self, x):
        return self.weights(x) @ self.value(x)


@implements("projection")
def projection(x, weight):
    """x (…, n), weight (n, m) → (…, m)."""
    return Projection(weight)(x)


@implements("self_attention_weights")
def self_attention_weights(x, w_query, w_key, *, causal=False):
    """x (…, n, d), w (d, e) → (…, n, n)."""
    return AttentionWeights(w_query, w_key, causal)(x)


@implements("self_attention")
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return SelfAttention(w_query, w_key, w_value, causal)(x)
