"""Normalisations over the last axis: softmax, the plain sum, the layer norm."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.operation import of_last_axis, operation


@operation
@of_last_axis
def softmax(x: Any, mask: Any = None, *, dim: int = -1) -> Any:
    """exp xⱼ ÷ Σₖ exp xₖ over the last axis, or over the axis ``dim`` if there is no mask: x (…, n) → (…, n).

    ``mask`` is a boolean NumPy array that broadcasts to x; where it is False the score is −∞ and the weight 0. The
    largest score is subtracted first, which changes no exact value and keeps exp from overflowing.
    """
    if x.shape[-1] == 0:
        return x
    xp = x.__array_namespace__()
    if mask is not None:
        x = xp.where(mask, x, -float("inf"))
    exponentials = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
    return exponentials / xp.sum(exponentials, axis=-1, keepdims=True)


@operation
def sum_normalization(x: Any) -> Any:
    """xⱼ ÷ Σₖ xₖ over the last axis: x (…, n) → (…, n)."""
    return x / x.__array_namespace__().sum(x, axis=-1, keepdims=True)


@operation
def layer_norm(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ √(variance + eps) · weight + bias over the last axis: x (…, n), weight (n,), bias (n,) → (…, n).

    The variance divides by n (Ba, Kiros and Hinton, "Layer Normalization", 2016, eq. 3).
    """
    if x.shape[-1] == 0:
        return x * weight + bias
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    variance = xp.mean(centred * centred, axis=-1, keepdims=True)
    return centred / xp.sqrt(variance + xp.asarray(eps)) * weight + bias
