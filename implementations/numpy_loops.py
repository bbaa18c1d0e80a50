"""Plain loops, one number at a time, as the sums are written (Vaswani et al. 2017, section 3.2.1; Prince 2023, ch. 12).

NumPy holds the numbers and gives exp, so that each step rounds in the arrays' own format; math.exp would leave it.
"""

import math

import numpy as np

from lastdigit import implements


def dot(a, b):
    """a₀b₀ + a₁b₁ + …: a (n,), b (n,) → a number."""
    return sum(x * y for x, y in zip(a, b, strict=True))


@implements("total")
def total(x):
    """x (…, n) → (…)."""
    return np.array([total(row) for row in x]) if x.ndim > 1 else sum(x)


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    y = np.empty((*x.shape[:-1], len(weight)), x.dtype)
    for *row, j in np.ndindex(y.shape):
        y[(*row, j)] = dot(x[tuple(row)], weight[j])
        if bias is not None:
            y[(*row, j)] += bias[j]
    return y


@implements("projection")
def projection(x, weight):
    """x (…, n), weight (n, m) → (…, m)."""
    return linear(x, weight.T)


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    if x.ndim > 1:
        return np.array([softmax(row) for row in x])
    largest = max(x)
    exponentials = [np.exp(score - largest) for score in x]
    normalizer = sum(exponentials)
    return np.array([exponential / normalizer for exponential in exponentials])


@implements("sum_normalization")
def sum_normalization(x):
    """x (…, n) → (…, n)."""
    if x.ndim > 1:
        return np.array([sum_normalization(row) for row in x])
    normalizer = sum(x)
    return np.array([score / normalizer for score in x])


@implements("attention_scores")
def attention_scores(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    scores = np.empty((*q.shape[:-1], k.shape[-2]), q.dtype)
    for *query, j in np.ndindex(scores.shape):
        scores[(*query, j)] = dot(q[tuple(query)], k[(*query[:-1], j)])
    return scores


@implements("scaled_attention_scores")
def scaled_attention_scores(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    scores = attention_scores(q, k)
    for place in np.ndindex(scores.shape):
        scores[place] /= math.sqrt(q.shape[-1])
    return scores


@implements("attention_weights")
def attention_weights(q, k, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,). ``causal``: query i takes keys 0 … i alone.

    ``mask`` broadcasts to the weights, True where a key is taken.
    """
    scores = scaled_attention_scores(q, k)
    taken = np.broadcast_to(True if mask is None else mask, scores.shape)
    weights = np.zeros_like(scores)
    for query in np.ndindex(scores.shape[:-1]):
        seen = [j for j in range(scores.shape[-1]) if taken[(*query, j)] and not (causal and j > query[-1])]
        weights[query][seen] = softmax(scores[query][seen])
    return weights


@implements("dot_product_attention_weights")
def dot_product_attention_weights(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return softmax(attention_scores(q, k))


@implements("sum_normalized_attention_weights")
def sum_normalized_attention_weights(q, k):
    """q (…, n, d) or (d,), k (…, m, d) → (…, n, m) or (m,)."""
    return sum_normalization(attention_scores(q, k))


@implements("weighted_values")
def weighted_values(weights, v):
    """weights (…, n, m) or (m,), v (…, m, c) → (…, n, c) or (c,)."""
    context = np.empty((*weights.shape[:-1], v.shape[-1]), v.dtype)
    for *query, j in np.ndindex(context.shape):
        context[(*query, j)] = dot(weights[tuple(query)], v[(*query[:-1], ..., j)])
    return context


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
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c): h ÷ g neighbours take the same key head."""
    context = np.empty((*q.shape[:-1], v.shape[-1]), v.dtype)
    for *batch, head in np.ndindex(q.shape[:-2]):
        shared = (*batch, head * k.shape[-3] // q.shape[-3])
        heads = q[(*batch, head)], k[shared], v[shared]
        context[(*batch, head)] = scaled_dot_product_attention(*heads, causal=causal, mask=mask)
    return context


@implements("sum_normalized_attention")
def sum_normalized_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return weighted_values(sum_normalized_attention_weights(q, k), v)


@implements("self_attention_weights")
def self_attention_weights(x, w_query, w_key, *, causal=False):
    """x (…, n, d), w (d, e) → (…, n, n)."""
    return attention_weights(projection(x, w_query), projection(x, w_key), causal=causal)


@implements("self_attention")
def self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return weighted_values(self_attention_weights(x, w_query, w_key, causal=causal), projection(x, w_value))


def tokens(x, omega, beta):
    """One projected row per column of x: x (d, n), omega (e, d), beta (e, 1) or None → (n, e)."""
    return linear(x.T, omega, None if beta is None else beta[:, 0])


@implements("column_token_attention_weights")
def column_token_attention_weights(x, omega_query, omega_key, beta_query=None, beta_key=None, *, token):
    """x (d, n), omega (e, d), beta (e, 1) → (n,)."""
    query = tokens(x[:, token : token + 1], omega_query, beta_query)[0]
    return softmax(attention_scores(query, tokens(x, omega_key, beta_key)))


@implements("column_token_attention")
def column_token_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, token
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, 1)."""
    weights = column_token_attention_weights(x, omega_query, omega_key, beta_query, beta_key, token=token)
    return weighted_values(weights, tokens(x, omega_value, beta_value))[:, np.newaxis]


@implements("column_self_attention")
def column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    attend = scaled_dot_product_attention if scaled else dot_product_attention
    query, key = tokens(x, omega_query, beta_query), tokens(x, omega_key, beta_key)
    return attend(query, key, tokens(x, omega_value, beta_value)).T
