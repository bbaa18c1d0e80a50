"""Operations with a backward step of their own: softmax, log-softmax, log-sum-exp, layer norm, attention.

The backward steps are operations, so that bounds for all ways to compute them, and mistakes in them, can be stated.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from lastdigit.functions import axes_of, total
from lastdigit.functions.reductions import Dim
from lastdigit.operations import attention, normalization
from lastdigit.operations.gradients.places import unbroadcast
from lastdigit.operations.gradients.traced import Traced
from lastdigit.operations.operation import changed_operations, operation

BACKWARD = "_backward"
"""The ending of the names of backward steps."""


@operation
def softmax_backward(weights: Any, cotangent: Any) -> Any:
    """w (g − Σ w g) over the last axis: weights (…, n), cotangent (…, n) → (…, n)."""
    xp = weights.__array_namespace__()
    return weights * (cotangent - xp.sum(weights * cotangent, axis=-1, keepdims=True))


@operation
def scores_backward(weights: Any, values: Any, output: Any, cotangent: Any) -> Any:
    """w (g vᵀ − Σ g o): weights (…, n, m), values (…, m, c), output o (…, n, c), cotangent g (…, n, c) → (…, n, m).

    Σ g o over the columns of the output is Σ w g vᵀ over the keys (Dao et al., "FlashAttention", 2022, appendix B.2).
    """
    xp = weights.__array_namespace__()
    return weights * (cotangent @ values.mT - xp.sum(cotangent * output, axis=-1, keepdims=True))


@operation
def queries_backward(scores: Any, keys: Any) -> Any:
    """g k ÷ √d of the scores' cotangent: scores (…, n, m), keys (…, m, d) → (…, n, d)."""
    xp = scores.__array_namespace__()
    return scores @ keys / xp.sqrt(xp.asarray(keys.shape[-1]))


@operation
def keys_backward(scores: Any, queries: Any) -> Any:
    """gᵀ q ÷ √d of the scores' cotangent: scores (…, n, m), queries (…, n, d) → (…, m, d)."""
    xp = scores.__array_namespace__()
    return scores.mT @ queries / xp.sqrt(xp.asarray(queries.shape[-1]))


@operation
def values_backward(weights: Any, cotangent: Any) -> Any:
    """wᵀ g: weights (…, n, m), cotangent (…, n, c) → (…, m, c)."""
    return weights.mT @ cotangent


@operation
def layer_norm_backward(normalised: Any, deviation: Any, cotangent: Any) -> Any:
    """(g − mean g − x̂ mean(g x̂)) ÷ σ: normalised x̂ (…, n), deviation σ (…, 1), cotangent g (…, n) → (…, n)."""
    xp = normalised.__array_namespace__()
    along = xp.mean(cotangent * normalised, axis=-1, keepdims=True)
    return (cotangent - xp.mean(cotangent, axis=-1, keepdims=True) - normalised * along) / deviation


@operation
def log_softmax_backward(logarithms: Any, cotangent: Any, *, dim: int = -1) -> Any:
    """g − e^y Σ g over an axis: logarithms y (…), cotangent g (…) → (…)."""
    xp = logarithms.__array_namespace__()
    return cotangent - xp.exp(logarithms) * total(cotangent, dim, True)


def _softmax(x: Traced, mask: Any = None) -> Traced:
    weights = normalization.softmax(x.inner, mask)
    return Traced(weights, (x, lambda g: softmax_backward(weights, g)))


def _log_softmax(input: Traced, *, dim: int = -1) -> Traced:
    from lastdigit.operations.losses import log_softmax

    logarithms = log_softmax(input.inner, dim=dim)
    return Traced(logarithms, (input, lambda g: log_softmax_backward(logarithms, g, dim=dim)))


def _logsumexp(input: Traced, *, dim: Dim = -1, keepdim: bool = False) -> Traced:
    """Through a softmax over the axes ``dim``, which libraries compute as exp(x − log Σ e^x)."""
    from lastdigit.operations.reductions import logsumexp

    x, axes = input.inner, axes_of(input, dim)
    xp = x.__array_namespace__()
    kept = [axis for axis in range(input.ndim) if axis not in axes]
    order = (*kept, *axes)
    outer = tuple(input.shape[axis] for axis in kept)

    def back(g: Any) -> Any:
        moved = xp.permute_dims(x, order)
        rows = xp.reshape(moved, (*outer, math.prod(input.shape[axis] for axis in axes)))
        weights = xp.reshape(normalization.softmax(rows), tuple(moved.shape))
        weights = xp.permute_dims(weights, tuple(np.argsort(order).tolist()))
        ones = tuple(1 if axis in axes else extent for axis, extent in enumerate(input.shape))
        return weights * xp.reshape(g, ones)

    return Traced(logsumexp(x, dim=dim, keepdim=keepdim), (input, back))


def _layer_norm(x: Traced, weight: Traced, bias: Traced, *, eps: float = 1e-5) -> Traced:
    xp = x.inner.__array_namespace__()
    if not x.shape[-1]:
        return x
    centred = x.inner - xp.mean(x.inner, axis=-1, keepdims=True)
    deviation = xp.sqrt(xp.mean(centred * centred, axis=-1, keepdims=True) + xp.asarray(eps))
    normalised = centred / deviation
    return Traced(
        normalization.layer_norm(x.inner, weight.inner, bias.inner, eps=eps),
        (x, lambda g: layer_norm_backward(normalised, deviation, g * weight.inner)),
        (weight, lambda g: unbroadcast(g * normalised, weight.shape)),
        (bias, lambda g: unbroadcast(g, bias.shape)),
    )


def _attention(q: Traced, k: Traced, v: Traced, *, causal: bool = False, mask: Any = None) -> Traced:
    if q.ndim < 2 or not all(name.endswith(BACKWARD) for name in changed_operations()):
        definition = attention.scaled_dot_product_attention.__wrapped__  # type: ignore[attr-defined]
        return definition(q, k, v, causal=causal, mask=mask)  # type: ignore[no-any-return]
    queries = q.inner
    keys, values = (attention.without_unseen(each.inner, queries, causal, mask) for each in (k, v))
    weights = attention.attention_weights(queries, keys, causal=causal, mask=mask)
    output = attention.weighted_values(weights, values)

    def scores(g: Any) -> Any:
        return scores_backward(weights, values, output, g)

    return Traced(
        output,
        (q, lambda g: unbroadcast(queries_backward(scores(g), keys), q.shape)),
        (k, lambda g: unbroadcast(keys_backward(scores(g), queries), k.shape)),
        (v, lambda g: unbroadcast(values_backward(weights, g), v.shape)),
    )


STEPS: dict[str, Callable[..., Any]] = {
    "softmax": _softmax,
    "log_softmax": _log_softmax,
    "logsumexp": _logsumexp,
    "layer_norm": _layer_norm,
    "scaled_dot_product_attention": _attention,
}
"""The operations with a backward step of their own, by name."""
