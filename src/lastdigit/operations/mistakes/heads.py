"""Mistakes in heads: splitting features into heads, joining them, and sharing between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.attention import scaled_dot_product_attention
from lastdigit.operations.column_attention import column_multi_head_attention
from lastdigit.operations.linear import linear
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.self_attention import multi_head_attention

_PROJECTION = "the orientation of the output weights"


def _many(heads: int) -> int:
    if heads < 2:
        raise NotApplicable("one head")
    return heads


def _interleaved(heads: int, width: int) -> np.ndarray:
    """For features in consecutive blocks per head, their positions if head h takes every h-th feature."""
    return np.arange(width).reshape(width // heads, heads).T.ravel()


@mistake("multi_head_attention", "heads interleaved", look="the reshape to heads: consecutive blocks of features")
def interleaved(
    x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, **mask: Any
) -> Any:
    """Head h takes every h-th feature, and writes its output to these."""
    width = x.shape[-1]
    places = _interleaved(_many(heads), width)
    rows = np.concatenate([places + part * width for part in range(3)])
    return multi_head_attention(x, in_weight[rows], in_bias[rows], out_weight[:, places], out_bias, heads=heads, **mask)


@mistake("multi_head_attention", "one head in place of many", look="whether the number of heads is used")
def one_head(x: Any, *weights: Any, heads: int, **mask: Any) -> Any:
    """All features in one head, scaled by √d_model."""
    return multi_head_attention(x, *weights, heads=_many(heads) // heads, **mask)


@mistake("multi_head_attention", "heads concatenated in the wrong order", look="which head comes first")
def reversed_heads(
    x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, **mask: Any
) -> Any:
    """The heads in reverse order."""
    backwards = np.arange(x.shape[-1]).reshape(_many(heads), -1)[::-1].ravel()
    return multi_head_attention(x, in_weight, in_bias, out_weight[:, backwards], out_bias, heads=heads, **mask)


@mistake(
    "multi_head_attention",
    "tokens and heads mixed in the split",
    look="the reshape to heads: (n, h, f), then permute",
)
def mixed_split(
    x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, **mask: Any
) -> Any:
    """(n, d) reshaped to (h, n, d ÷ h) directly."""
    xp = x.__array_namespace__()
    *batch, tokens, width = x.shape
    packed = xp.reshape(linear(x, in_weight, in_bias), (*batch, tokens, 3, width))
    shape = (*batch, _many(heads), tokens, width // heads)
    attended = scaled_dot_product_attention(*(xp.reshape(packed[..., part, :], shape) for part in range(3)), **mask)
    return linear(_joined(xp, attended), out_weight, out_bias)


@mistake(
    "multi_head_attention",
    "tokens and heads mixed in the join",
    look="the axes before the join: tokens, then heads",
)
def mixed_join(x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, **mask: Any) -> Any:
    """(h, n, d ÷ h) reshaped to (n, d) directly."""
    xp = x.__array_namespace__()
    *batch, tokens, width = x.shape
    packed = xp.reshape(linear(x, in_weight, in_bias), (*batch, tokens, 3, _many(heads), width // heads))
    attended = scaled_dot_product_attention(*(_split(xp, packed[..., part, :, :]) for part in range(3)), **mask)
    return linear(xp.reshape(attended, x.shape), out_weight, out_bias)


@mistake("multi_head_attention", "output projection transposed", look=_PROJECTION)
def output_transposed(
    x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, **mask: Any
) -> Any:
    """The output weights transposed."""
    return multi_head_attention(x, in_weight, in_bias, out_weight.mT, out_bias, heads=heads, **mask)


@mistake("multi_head_attention", "output projection left out", look="the linear layer behind the joined heads")
def no_output(x: Any, in_weight: Any, in_bias: Any, out_weight: Any, out_bias: Any, *, heads: int, **mask: Any) -> Any:
    """The joined heads, without the output projection."""
    xp = x.__array_namespace__()
    identity, nothing = xp.asarray(np.eye(x.shape[-1])), out_bias * xp.asarray(0.0)
    return multi_head_attention(x, in_weight, in_bias, identity, nothing, heads=heads, **mask)


@mistake("column_multi_head_attention", "heads concatenated in the wrong order", look="which head comes first")
def column_heads_reversed(x: Any, *projections: Any) -> Any:
    """The heads in reverse order."""
    *inner, omega_output = projections
    _many(inner[0].shape[0])
    return column_multi_head_attention(x, *(array[::-1] for array in inner), omega_output)


@mistake("column_multi_head_attention", "heads interleaved", look="the concatenation of heads: one below the other")
def column_interleaved(x: Any, *projections: Any) -> Any:
    """Features interleaved: feature by feature, and head by head within each."""
    *inner, omega_output = projections
    heads, width = inner[0].shape[:2]
    return column_multi_head_attention(x, *inner, omega_output[:, _interleaved(_many(heads), heads * width)])


@mistake("column_multi_head_attention", "output projection transposed", look=_PROJECTION)
def column_output_transposed(x: Any, *projections: Any) -> Any:
    """The output weights transposed."""
    *inner, omega_output = projections
    return column_multi_head_attention(x, *inner, omega_output.mT)


@mistake("column_multi_head_attention", "output projection left out", look="the product behind the concatenated heads")
def column_no_output(x: Any, *projections: Any) -> Any:
    """The concatenated heads, without the output projection."""
    *inner, omega_output = projections
    if omega_output.shape[0] != omega_output.shape[1]:
        raise NotApplicable("the shape tells")
    identity = x.__array_namespace__().asarray(np.eye(omega_output.shape[0]))
    return column_multi_head_attention(x, *inner, identity)


@mistake("grouped_query_attention", "heads grouped in turn", look="the group of head i: i ÷ (h ÷ g), not i mod g")
def grouped_in_turn(q: Any, k: Any, v: Any, **masks: Any) -> Any:
    """Head i attends to keys and values i mod g."""
    xp = q.__array_namespace__()
    *batch, heads, tokens, width = q.shape
    groups = k.shape[-3]
    if groups in (1, heads):
        raise NotApplicable("one head to a group, or one group")
    dealt = xp.reshape(q, (*batch, heads // groups, groups, tokens, width))
    shared = (..., np.newaxis, slice(None), slice(None), slice(None))
    attended = scaled_dot_product_attention(dealt, k[shared], v[shared], **masks)
    return xp.reshape(attended, (*batch, heads, tokens, v.shape[-1]))


def _split(xp: Any, features: Any) -> Any:
    """Heads before tokens: (…, n, h, f) → (…, h, n, f)."""
    *batch, n, h, f = range(features.ndim)
    return xp.permute_dims(features, (*batch, h, n, f))


def _joined(xp: Any, attended: Any) -> Any:
    """Heads concatenated: (…, h, n, f) → (…, n, h · f)."""
    *batch, heads, tokens, width = attended.shape
    return xp.reshape(_split(xp, attended), (*batch, tokens, heads * width))
