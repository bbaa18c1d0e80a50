"""The encoder block of a transformer."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.linear import linear
from lastdigit.operations.normalization import layer_norm
from lastdigit.operations.operation import operation
from lastdigit.operations.self_attention import multi_head_attention


@operation
def encoder_block(
    x: Any,
    in_weight: Any,
    in_bias: Any,
    out_weight: Any,
    out_bias: Any,
    hidden_weight: Any,
    hidden_bias: Any,
    return_weight: Any,
    return_bias: Any,
    norm1_weight: Any,
    norm1_bias: Any,
    norm2_weight: Any,
    norm2_bias: Any,
    *,
    heads: int,
    eps: float = 1e-5,
) -> Any:
    """Post-norm encoder block with ReLU: x (…, n, d) → (…, n, d) (Vaswani et al. 2017, section 3.1, figure 1).

    Multi-head attention as in :func:`multi_head_attention`; feed-forward hidden_weight (f, d), hidden_bias (f,),
    return_weight (d, f), return_bias (d,); each followed by the residual sum and a layer norm of weight and bias (d,).
    """
    xp = x.__array_namespace__()
    attended = multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, heads=heads)
    x = layer_norm(x + attended, norm1_weight, norm1_bias, eps=eps)
    hidden = xp.maximum(linear(x, hidden_weight, hidden_bias), xp.asarray(0.0))
    return layer_norm(x + linear(hidden, return_weight, return_bias), norm2_weight, norm2_bias, eps=eps)
