"""opt_einsum: contractions in the order that it finds cheapest, on NumPy's arrays."""

import math

import numpy as np
from opt_einsum import contract

from lastdigit import implements


@implements("scaled_dot_product_attention")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    scores = contract("bhnd,bhmd->bhnm", q, k) / math.sqrt(q.shape[-1])
    scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf) if causal else scores
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return contract("bhnm,bhmc,bhn->bhnc", exponentials, v, 1 / exponentials.sum(axis=-1))


@implements("linear")
def linear(x, weight, bias=None):
    """x (k, n), weight (m, n), bias (m,) → (k, m)."""
    product = contract("kn,mn->km", x, weight)
    return product if bias is None else product + bias
