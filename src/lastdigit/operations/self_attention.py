"""Self-attention in row convention: tokens are rows of x (…, n, d), projections multiply from the right."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.attention import attention_weights, scaled_dot_product_attention
from lastdigit.operations.linear import linear, projection
from lastdigit.operations.operation import operation


@operation
def self_attention_weights(x: Any, w_query: Any, w_key: Any, *, causal: bool = False) -> Any:
    """Attention weights of x with itself: x (…, n, d), w (d, e) → (…, n, n)."""
    return attention_weights(projection(x, w_query), projection(x, w_key), causal=causal)


@operation
def self_attention(x: Any, w_query: Any, w_key: Any, w_value: Any, *, causal: bool = False) -> Any:
    """Scaled self-attention without bias: x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    q, k, v = (projection(x, weight) for weight in (w_query, w_key, w_value))
    return scaled_dot_product_attention(q, k, v, causal=causal)


@operation
def multi_head_attention(
    x: Any,
    in_weight: Any,
    in_bias: Any,
    out_weight: Any,
    out_bias: Any,
    *,
    heads: int,
    causal: bool = False,
) -> Any:
    """Multi-head self-attention with biases, heads in consecutive blocks of features: x (…, n, d) → (…, n, d).

    in_weight (3d, d) and in_bias (3d,) stack the projections of queries, keys and values; out_weight (d, d), out_bias
    (d,) (Vaswani et al. 2017, section 3.2.2, in the packing of common frameworks).
    """
    xp = x.__array_namespace__()
    *batch, tokens, width = x.shape
    packed = linear(x, in_weight, in_bias)
    split = xp.reshape(packed, (*batch, tokens, 3, heads, width // heads))
    leading = tuple(range(len(batch)))
    n, part, head, feature = (len(batch) + axis for axis in range(4))
    q, k, v = (xp.permute_dims(split, (part, *leading, head, n, feature))[index] for index in range(3))
    attended = scaled_dot_product_attention(q, k, v, causal=causal)
    head, n, feature = (len(batch) + axis for axis in range(3))
    joined = xp.reshape(xp.permute_dims(attended, (*leading, n, head, feature)), x.shape)
    return linear(joined, out_weight, out_bias)
