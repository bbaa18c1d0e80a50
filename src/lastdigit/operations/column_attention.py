"""Self-attention in column convention: tokens are columns of x (d, n), projections multiply from the left.

The notation is that of Prince, "Understanding Deep Learning" (2023), chapter 12: Ω are weights, β are biases.
"""

from __future__ import annotations

from typing import Any

from lastdigit.operations.attention import (
    attention_scores,
    dot_product_attention,
    scaled_dot_product_attention,
)
from lastdigit.operations.linear import linear
from lastdigit.operations.normalization import softmax
from lastdigit.operations.operation import operation


def _tokens(x: Any, omega: Any, beta: Any) -> Any:
    """(Ω x + β)ᵀ, tokens as rows: x (d, n), Ω (…, e, d), β (…, e, 1) or None → (…, n, e)."""
    return linear(x.mT, omega, None if beta is None else beta.mT)


@operation
def column_token_attention_weights(
    x: Any, omega_query: Any, omega_key: Any, beta_query: Any = None, beta_key: Any = None, *, token: int
) -> Any:
    """Unscaled attention of one token to all tokens: x (d, n), Ω (e, d), β (e, 1) → (n,)."""
    query = _tokens(x[:, token : token + 1], omega_query, beta_query)
    return softmax(attention_scores(query, _tokens(x, omega_key, beta_key)))[0, :]


@operation
def column_token_attention(
    x: Any,
    omega_query: Any,
    omega_key: Any,
    omega_value: Any,
    beta_query: Any = None,
    beta_key: Any = None,
    beta_value: Any = None,
    *,
    token: int,
) -> Any:
    """Unscaled self-attention, the output for one token: x (d, n), Ω (e, d), β (e, 1) → (e, 1). Equation 12.3."""
    query = _tokens(x[:, token : token + 1], omega_query, beta_query)
    key, value = _tokens(x, omega_key, beta_key), _tokens(x, omega_value, beta_value)
    return dot_product_attention(query, key, value).mT


@operation
def column_self_attention(
    x: Any,
    omega_query: Any,
    omega_key: Any,
    omega_value: Any,
    beta_query: Any = None,
    beta_key: Any = None,
    beta_value: Any = None,
    *,
    scaled: bool = True,
) -> Any:
    """Self-attention of all tokens: x (d, n), Ω (e, d), β (e, 1) → (e, n)."""
    query, key, value = (
        _tokens(x, omega, beta)
        for omega, beta in ((omega_query, beta_query), (omega_key, beta_key), (omega_value, beta_value))
    )
    attend = scaled_dot_product_attention if scaled else dot_product_attention
    return attend(query, key, value).mT


@operation
def column_multi_head_attention(
    x: Any,
    omega_query: Any,
    omega_key: Any,
    omega_value: Any,
    beta_query: Any,
    beta_key: Any,
    beta_value: Any,
    omega_output: Any,
) -> Any:
    """Multi-head scaled self-attention: x (d, n), Ω (h, e, d), β (h, e, 1), omega_output (d, h·e) → (d, n)."""
    xp = x.__array_namespace__()
    query, key, value = (
        _tokens(x, omega, beta)
        for omega, beta in ((omega_query, beta_query), (omega_key, beta_key), (omega_value, beta_value))
    )
    heads = scaled_dot_product_attention(query, key, value).mT
    return omega_output @ xp.reshape(heads, (-1, x.shape[-1]))
