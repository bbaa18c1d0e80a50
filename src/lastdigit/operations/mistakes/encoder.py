"""Mistakes in the encoder block."""

from __future__ import annotations

import math
from typing import Any

from lastdigit.operations.encoder import encoder_block
from lastdigit.operations.linear import linear
from lastdigit.operations.mistakes.mistake import mistake
from lastdigit.operations.normalization import layer_norm
from lastdigit.operations.self_attention import multi_head_attention


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


@mistake("encoder_block", "GELU in place of ReLU", look="the activation of the feed-forward part")
def gelu(x: Any, *weights: Any, heads: int, eps: float = 1e-5) -> Any:
    """h ÷ (1 + exp(−2√(2/π) (h + 0.044715 h³))) between the layers (Hendrycks and Gimpel, 2016, the tanh form)."""
    attention, feed_forward, norm1, norm2 = _split(weights)
    xp = x.__array_namespace__()
    x = layer_norm(x + multi_head_attention(x, *attention, heads=heads), *norm1, eps=eps)
    hidden = linear(x, *feed_forward[:2])
    steep = (hidden + hidden * hidden * hidden * xp.asarray(0.044715)) * xp.asarray(-2 * math.sqrt(2 / math.pi))
    hidden = hidden / (xp.exp(steep) + xp.asarray(1.0))
    return layer_norm(x + linear(hidden, *feed_forward[2:]), *norm2, eps=eps)


@mistake("encoder_block", "the two norms swapped", look="which norm follows the attention")
def norms_swapped(x: Any, *weights: Any, heads: int, eps: float = 1e-5) -> Any:
    """The weights of the two norms exchanged."""
    attention, feed_forward, norm1, norm2 = _split(weights)
    return encoder_block(x, *attention, *feed_forward, *norm2, *norm1, heads=heads, eps=eps)


def _split(weights: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """The weights of attention, feed-forward, first and second norm."""
    return weights[:4], weights[4:8], weights[8:10], weights[10:]
