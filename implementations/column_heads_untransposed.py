"""Wrong on purpose: two-head attention whose weights meet the values untransposed, in NumPy.

It reproduces what document 003 printed as its own answer, beside the true values that it does not give. Here a token's
output mixes the values by the weights that the others gave to it; it should be those that it gave: ``weights.mT``.
"""

import math

import numpy as np

from lastdigit import implements


@implements("column_multi_head_attention")
def column_multi_head_attention(x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    query, key, value = omega_query @ x + beta_query, omega_key @ x + beta_key, omega_value @ x + beta_value
    scores = query.mT @ key / math.sqrt(query.shape[1])
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = exponentials / np.sum(exponentials, axis=-1, keepdims=True)
    return omega_output @ np.concatenate(value @ weights)
