"""Index notation: every sum says which indices it runs over (summation convention of Einstein, 1916).

i counts queries, j keys, d and c features, h heads, e features of a head, p query, key and value, g heads of keys, r
the heads of queries that share one of them.
"""

import math

import numpy as np

from lastdigit import implements


def softmax_of_seen(scores, causal, mask):
    """Softmax over the keys that are seen: (…, n, m) or (m,) → the same."""
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    return exponentials_over_sum(scores)


def row_index(q):
    """The index of the queries: none for a single query (d,)."""
    return "i" if q.ndim > 1 else ""


def exponentials_over_sum(scores):
    """Softmax over the keys: (…, m) → (…, m)."""
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return exponentials / np.einsum("...j->...", exponentials)[..., np.newaxis]


@implements("total")
def total(x):
    """x (…, n) → (…)."""
    return np.einsum("...d->...", x)


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    product = np.einsum("...d,cd->...c", x, weight)
    return product if bias is None else product + bias


@implements("projection")
def projection(x, weight):
    """x (…, n), weight (n, m) → (…, m)."""
    return np.einsum("...d,dc->...c", x, weight)


@implements("attention_scores")
def attention_scores(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    i = row_index(q)
    return np.einsum(f"...{i}d,...jd->...{i}j", q, k)


@implements("attention_weights")
def attention_weights(q, k, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,). ``mask`` broadcasts to that, True where a key is seen."""
    return softmax_of_seen(attention_scores(q, k) / math.sqrt(q.shape[-1]), causal, mask)


@implements("dot_product_attention_weights")
def dot_product_attention_weights(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return exponentials_over_sum(attention_scores(q, k))


@implements("weighted_values")
def weighted_values(weights, v):
    """weights (…, n, m) or (m,), v (…, m, c) → (…, n, c) or (c,)."""
    i = row_index(weights)
    return np.einsum(f"...{i}j,...jc->...{i}c", weights, v)


@implements("dot_product_attention")
def dot_product_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return weighted_values(dot_product_attention_weights(q, k), v)


@implements("scaled_dot_product_attention")
def scaled_dot_product_attention(q, k, v, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return weighted_values(attention_weights(q, k, causal=causal, mask=mask), v)


@implements("grouped_query_attention")
def grouped_query_attention(q, k, v, *, causal=False, mask=None):
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c)."""
    grouped = q.reshape(*k.shape[:-2], -1, *q.shape[-2:])
    scores = np.einsum("...grid,...gjd->...grij", grouped, k) / math.sqrt(q.shape[-1])
    attended = np.einsum("...grij,...gjc->...gric", softmax_of_seen(scores, causal, mask), v)
    return attended.reshape(*q.shape[:-1], v.shape[-1])


@implements("self_attention")
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    q, k, v = (projection(x, weight) for weight in (w_query, w_key, w_value))
    return scaled_dot_product_attention(q, k, v, causal=causal)


@implements("multi_head_attention")
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    packed = linear(x, in_weight, in_bias)
    q, k, v = np.einsum("...iphe->p...hie", packed.reshape(*x.shape[:-1], 3, heads, -1))
    attended = scaled_dot_product_attention(q, k, v, causal=causal)
    return np.einsum("...hie,che->...ic", attended, out_weight.reshape(len(out_weight), heads, -1)) + out_bias


@implements("column_self_attention")
def column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    pairs = (omega_query, beta_query), (omega_key, beta_key), (omega_value, beta_value)
    query, key, value = (np.einsum("ed,di->ei", omega, x) + (0 if beta is None else beta) for omega, beta in pairs)
    scores = np.einsum("ei,ej->ij", query, key) / (math.sqrt(len(query)) if scaled else 1)
    return np.einsum("ij,ej->ei", exponentials_over_sum(scores), value)


@implements("column_multi_head_attention")
def column_multi_head_attention(x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    pairs = (omega_query, beta_query), (omega_key, beta_key), (omega_value, beta_value)
    query, key, value = (np.einsum("hed,di->hei", omega, x) + beta for omega, beta in pairs)
    weights = exponentials_over_sum(np.einsum("hei,hej->hij", query, key) / math.sqrt(query.shape[1]))
    attended = np.einsum("hij,hej->hei", weights, value)
    return np.einsum("che,hei->ci", omega_output.reshape(len(omega_output), *query.shape[:2]), attended)
