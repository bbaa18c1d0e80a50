"""Mistakes in the softmax, the plain sum and the layer norm."""

from __future__ import annotations

import math
from typing import Any

from lastdigit.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.normalization import layer_norm, softmax, sum_normalization


@mistake("softmax", "softmax over the wrong axis", look="the axis: each query's weights sum to one, not each key's")
def by_column(x: Any, mask: Any = None) -> Any:
    """Weights that sum to one down the columns."""
    if x.ndim < 2 or x.shape[-2] < 2 or mask is not None:
        raise NotApplicable("one row, or masked columns that are empty")
    return softmax(x.mT).mT


@mistake("softmax", "softmax over the whole matrix", look="a softmax or its sum without an axis")
def whole_matrix(x: Any, mask: Any = None) -> Any:
    """Weights of which all together sum to one."""
    if x.ndim < 2 or x.shape[-2] < 2:
        raise NotApplicable("one row")
    xp = x.__array_namespace__()
    flat = xp.reshape(x, (*x.shape[:-2], x.shape[-2] * x.shape[-1]))
    seen = None if mask is None else mask.reshape(-1)
    return xp.reshape(softmax(flat, seen), x.shape)


@mistake("softmax", "plain sum in place of the softmax", look="scores divided by their sum, without exp")
def plain_sum(x: Any, mask: Any = None) -> Any:
    """xⱼ ÷ Σ xₖ."""
    if mask is not None:
        raise NotApplicable("masked scores have no sum")
    return sum_normalization(x)


@mistake("softmax", "powers of two in place of e", look="exp2 without the factor log2(e)")
def base_two(x: Any, mask: Any = None) -> Any:
    """2^xⱼ ÷ Σ 2^xₖ."""
    return softmax(x * x.__array_namespace__().asarray(math.log(2)), mask)


@mistake("softmax", "exponentials not normalised", look="the division by the sum")
def not_normalised(x: Any, mask: Any = None) -> Any:
    """exp(xⱼ − max x)."""
    xp = x.__array_namespace__()
    if mask is not None:
        raise NotApplicable("masked scores")
    return xp.exp(x - xp.max(x, axis=-1, keepdims=True))


@mistake("softmax", "no mask", look="whether the mask reaches the softmax")
def no_mask(x: Any, mask: Any = None) -> Any:
    """Every key is seen."""
    if mask is None:
        raise NotApplicable("no mask")
    return softmax(x)


@mistake("softmax", "mask after the softmax", look="masked weights set to zero, the rows not renormalised")
def mask_after(x: Any, mask: Any = None) -> Any:
    """The mask takes weights away that the others do not gain."""
    if mask is None:
        raise NotApplicable("no mask")
    weights = softmax(x)
    xp = x.__array_namespace__()
    return xp.where(mask, weights, weights * xp.asarray(0.0))


@mistake("softmax", "masked scores set to zero", look="the masked value: −∞, not 0")
def zero_scores(x: Any, mask: Any = None) -> Any:
    """exp(0) is one: a masked key keeps its weight."""
    if mask is None:
        raise NotApplicable("no mask")
    xp = x.__array_namespace__()
    return softmax(xp.where(mask, x, x * xp.asarray(0.0)))


@mistake("sum_normalization", "softmax in place of the plain sum", look="whether exp is meant here")
def softmax_for_sum(x: Any) -> Any:
    """exp xⱼ ÷ Σ exp xₖ."""
    return softmax(x)


@mistake("layer_norm", "variance divided by n − 1", look="the variance's correction: 0 in a layer norm")
def sample_variance(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """The variance of a sample."""
    xp = x.__array_namespace__()
    n = x.shape[-1]
    shrink = xp.sqrt(xp.asarray((n - 1) / n))
    return (layer_norm(x, weight, bias, eps=eps) - bias) * shrink + bias


@mistake("layer_norm", "mean not taken off", look="the centring of an RMS norm in place of a layer norm")
def not_centred(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """x ÷ √(mean x² + eps)."""
    xp = x.__array_namespace__()
    power = xp.mean(x * x, axis=-1, keepdims=True)
    return x / xp.sqrt(power + xp.asarray(eps)) * weight + bias


@mistake("layer_norm", "weight left out", look="the norm's learned scale")
def no_weight(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """Normalised, shifted, not scaled."""
    xp = x.__array_namespace__()
    one = weight * xp.asarray(0.0) + xp.asarray(1.0)
    return layer_norm(x, one, bias, eps=eps)


@mistake("layer_norm", "variance without its square root", look="a division by the variance")
def no_root(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ (variance + eps)."""
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    variance = xp.mean(centred * centred, axis=-1, keepdims=True)
    return centred / (variance + xp.asarray(eps)) * weight + bias
