"""Mistakes in heads and in the encoder block."""

from __future__ import annotations

from typing import Any

from lastdigit.mistakes.mistake import mistake
from lastdigit.operations.attention import scaled_dot_product_attention
from lastdigit.operations.column_attention import column_multi_head_attention
from lastdigit.operations.encoder import encoder_block
from lastdigit.operations.linear import linear
from lastdigit.operations.normalization import layer_norm
from lastdigit.operations.self_attention import multi_head_attention


@mistake("multi_head_attention", "heads interleaved", look="the reshape to heads: consecutive blocks of features")
def interleaved(
    x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, causal: bool = False
) -> Any:
    """Head h takes every h-th feature."""
    xp = x.__array_namespace__()
    *batch, tokens, width = x.shape
    leading = tuple(range(len(batch)))
    packed = linear(x, in_weight, in_bias)
    split = xp.reshape(packed, (*batch, tokens, 3, width // heads, heads))
    n, part, feature, head = (len(batch) + axis for axis in range(4))
    q, k, v = (xp.permute_dims(split, (part, *leading, head, n, feature))[index] for index in range(3))
    attended = scaled_dot_product_attention(q, k, v, causal=causal)
    head, n, feature = (len(batch) + axis for axis in range(3))
    joined = xp.reshape(xp.permute_dims(attended, (*leading, n, feature, head)), x.shape)
    return linear(joined, out_weight, out_bias)


@mistake("multi_head_attention", "one head in place of many", look="whether the number of heads is used")
def one_head(
    x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, causal: bool = False
) -> Any:
    """All features in one head, scaled by √d_model."""
    return multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, heads=1, causal=causal)


@mistake("multi_head_attention", "output projection transposed", look="the orientation of the output weights")
def output_transposed(
    x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, causal: bool = False
) -> Any:
    """The output weights in the other orientation."""
    return multi_head_attention(x, in_weight, in_bias, out_weight.mT, out_bias, heads=heads, causal=causal)


@mistake("column_multi_head_attention", "heads concatenated in the wrong order", look="which head comes first")
def heads_reversed(
    x: Any,
    omega_query: Any,
    omega_key: Any,
    omega_value: Any,
    beta_query: Any,
    beta_key: Any,
    beta_value: Any,
    omega_output: Any,
) -> Any:
    """The last head first."""
    backwards = [array[::-1] for array in (omega_query, omega_key, omega_value, beta_query, beta_key, beta_value)]
    return column_multi_head_attention(x, *backwards, omega_output)


@mistake("column_multi_head_attention", "output projection transposed", look="the orientation of the output weights")
def column_output_transposed(
    x: Any,
    omega_query: Any,
    omega_key: Any,
    omega_value: Any,
    beta_query: Any,
    beta_key: Any,
    beta_value: Any,
    omega_output: Any,
) -> Any:
    """The output weights in the other orientation."""
    return column_multi_head_attention(
        x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output.mT
    )


@mistake("encoder_block", "norm before the sublayer", look="pre-norm in place of post-norm")
def pre_norm(x: Any, *weights: Any, heads: int, eps: float = 1e-5) -> Any:
    """x + sublayer(norm x)."""
    attention, feed_forward, norm1, norm2 = _split(weights)
    xp = x.__array_namespace__()
    x = x + multi_head_attention(layer_norm(x, *norm1, eps=eps), *attention, heads=heads)
    hidden = xp.maximum(linear(layer_norm(x, *norm2, eps=eps), *feed_forward[:2]), xp.asarray(0.0))
    return x + linear(hidden, *feed_forward[2:])


@mistake("encoder_block", "residual sums missing", look="x + sublayer(x) before each norm")
def no_residual(x: Any, *weights: Any, heads: int, eps: float = 1e-5) -> Any:
    """norm(sublayer x)."""
    attention, feed_forward, norm1, norm2 = _split(weights)
    xp = x.__array_namespace__()
    x = layer_norm(multi_head_attention(x, *attention, heads=heads), *norm1, eps=eps)
    hidden = xp.maximum(linear(x, *feed_forward[:2]), xp.asarray(0.0))
    return layer_norm(linear(hidden, *feed_forward[2:]), *norm2, eps=eps)


@mistake("encoder_block", "no activation between the layers", look="the ReLU of the feed-forward part")
def no_activation(x: Any, *weights: Any, heads: int, eps: float = 1e-5) -> Any:
    """Two linear layers in a row."""
    attention, feed_forward, norm1, norm2 = _split(weights)
    x = layer_norm(x + multi_head_attention(x, *attention, heads=heads), *norm1, eps=eps)
    return layer_norm(x + linear(linear(x, *feed_forward[:2]), *feed_forward[2:]), *norm2, eps=eps)


@mistake("encoder_block", "the two norms swapped", look="which norm follows the attention")
def norms_swapped(x: Any, *weights: Any, heads: int, eps: float = 1e-5) -> Any:
    """The second norm's weights in the first."""
    attention, feed_forward, norm1, norm2 = _split(weights)
    return encoder_block(x, *attention, *feed_forward, *norm2, *norm1, heads=heads, eps=eps)


def _split(weights: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """Attention, feed-forward, first and second norm."""
    return weights[:4], weights[4:8], weights[8:10], weights[10:]
