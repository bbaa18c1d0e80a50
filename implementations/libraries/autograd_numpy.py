"""HIPS autograd: gradients of an attention that is written in its NumPy."""

import math

import autograd.numpy as np
from autograd import make_vjp

from lastdigit import implements


def attend(q, k, v):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    scores = np.einsum("bhnd,bhmd->bhnm", q, k) / math.sqrt(q.shape[-1])
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return np.einsum("bhnm,bhmc->bhnc", weights / np.sum(weights, axis=-1, keepdims=True), v)


@implements("scaled_dot_product_attention.gradient.q")
def queries_gradient(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return make_vjp(lambda queries: attend(queries, k, v))(q)[0](cotangent)


@implements("scaled_dot_product_attention.gradient.k")
def keys_gradient(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return make_vjp(lambda keys: attend(q, keys, v))(k)[0](cotangent)
