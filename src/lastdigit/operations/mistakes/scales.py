"""Mistakes in the scale of attention scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lastdigit.operations import changed_definitions
from lastdigit.operations.attention import attention_scores, grouped_query_attention, scaled_attention_scores
from lastdigit.operations.column_attention import column_multi_head_attention
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.self_attention import multi_head_attention, self_attention, self_attention_weights

_MODEL = "√d_model in place of √d_head"
_HEAD = "the width in the scale: that of one head's queries"


@mistake("scaled_attention_scores", "scores not scaled", look="the division by √d")
def not_scaled(q: Any, k: Any) -> Any:
    """q kᵀ."""
    return attention_scores(q, k)


@mistake("scaled_attention_scores", "scores divided by d", look="d in place of √d")
def scaled_by_width(q: Any, k: Any) -> Any:
    """q kᵀ ÷ d."""
    return attention_scores(q, k) / q.__array_namespace__().asarray(q.shape[-1])


@mistake("scaled_attention_scores", "scores scaled twice", look="a scale on the queries and another on the scores")
def scaled_twice(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √d ÷ √d."""
    xp = q.__array_namespace__()
    return scaled_attention_scores(q, k) / xp.sqrt(xp.asarray(q.shape[-1]))


@mistake("scaled_attention_scores", "scores multiplied by √d", look="a product in place of the division by √d")
def scaled_up(q: Any, k: Any) -> Any:
    """q kᵀ · √d."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) * xp.sqrt(xp.asarray(q.shape[-1]))


@mistake("scaled_attention_scores", "scale by the number of keys", look="the length of the sequence in place of d")
def scaled_by_keys(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √m."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) / xp.sqrt(xp.asarray(k.shape[-2]))


@mistake("scaled_attention_scores", "scale √(d − 1)", look="the width in the scale: an index that ends before it")
def scaled_by_one_less(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √(d − 1)."""
    if q.shape[-1] < 2:
        raise NotApplicable("one feature")
    xp = q.__array_namespace__()
    return attention_scores(q, k) / xp.sqrt(xp.asarray(q.shape[-1] - 1))


@mistake("scaled_attention_scores", "scale √(d + 1)", look="the width in the scale, such as one that was padded")
def scaled_by_one_more(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √(d + 1)."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) / xp.sqrt(xp.asarray(q.shape[-1] + 1))


@mistake("attention_scores", "scores scaled where they should not be", look="a division by √d")
def scaled(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √d."""
    xp = q.__array_namespace__()
    return attention_scores(q, k) / xp.sqrt(xp.asarray(q.shape[-1]))


def _scaled_by_model(attend: Callable[..., Any], model: int, head: int, *arrays: Any, **parameters: Any) -> Any:
    """``attend`` with scores divided by √model instead of √head."""
    if model == head:
        raise NotApplicable("the same width")

    def by_model(q: Any, k: Any) -> Any:
        xp = q.__array_namespace__()
        return attention_scores(q, k) / xp.sqrt(xp.asarray(model))

    with changed_definitions({"scaled_attention_scores": by_model}):
        return attend(*arrays, **parameters)


@mistake("multi_head_attention", _MODEL, look=_HEAD)
def multi_head_by_model(x: Any, *weights: Any, heads: int, **mask: Any) -> Any:
    """q kᵀ ÷ √(h · d_head)."""
    width = x.shape[-1]
    return _scaled_by_model(multi_head_attention, width, width // heads, x, *weights, heads=heads, **mask)


@mistake("column_multi_head_attention", _MODEL, look=_HEAD)
def column_multi_head_by_model(x: Any, omega_query: Any, *others: Any) -> Any:
    """q kᵀ ÷ √(h · d_head)."""
    heads, width = omega_query.shape[:2]
    return _scaled_by_model(column_multi_head_attention, heads * width, width, x, omega_query, *others)


@mistake("grouped_query_attention", _MODEL, look=_HEAD)
def grouped_by_model(q: Any, *others: Any, **masks: Any) -> Any:
    """q kᵀ ÷ √(h · d_head)."""
    heads, _, width = q.shape[-3:]
    return _scaled_by_model(grouped_query_attention, heads * width, width, q, *others, **masks)


@mistake("self_attention", _MODEL, look=_HEAD)
def self_by_model(x: Any, w_query: Any, *others: Any, **mask: Any) -> Any:
    """q kᵀ ÷ √(width of x)."""
    return _scaled_by_model(self_attention, x.shape[-1], w_query.shape[-1], x, w_query, *others, **mask)


@mistake("self_attention_weights", _MODEL, look=_HEAD)
def self_weights_by_model(x: Any, w_query: Any, *others: Any, **mask: Any) -> Any:
    """q kᵀ ÷ √(width of x)."""
    return _scaled_by_model(self_attention_weights, x.shape[-1], w_query.shape[-1], x, w_query, *others, **mask)
