"""Mistakes in the softmax, the plain sum and the layer norm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.operations.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.mistakes.softmax_rows import SoftmaxRows, divided
from lastdigit.operations.normalization import layer_norm, softmax, sum_normalization


def of_columns(x: Any, mask: Any = None) -> np.ndarray | None:
    """Which scores x (…, n, m) are not masked, None for all; raises for a single row, or a fully masked column."""
    if x.ndim < 2 or x.shape[-2] < 2:
        raise NotApplicable("one row")
    seen = None if mask is None else np.broadcast_to(mask, x.shape)
    if seen is not None and not seen.any(axis=-2).all():
        raise NotApplicable("masked columns that are empty")
    return seen


def softmax_depths(x: Any, mask: Any = None) -> Any:
    """xⱼ − max x over the visible keys, and zero where ``mask`` hides a key."""
    xp = x.__array_namespace__()
    if mask is None:
        return x - xp.max(x, axis=-1, keepdims=True)
    depths = x - xp.max(xp.where(mask, x, -float("inf")), axis=-1, keepdims=True)
    return xp.where(np.broadcast_to(mask, x.shape), depths, depths * xp.asarray(0.0))


def exponentials_of(raised: Any, mask: Any = None) -> Any:
    """Exponentials of :func:`softmax_depths`, and zero where ``mask`` hides a key."""
    if mask is None:
        return raised
    xp = raised.__array_namespace__()
    return xp.where(np.broadcast_to(mask, raised.shape), raised, raised * xp.asarray(0.0))


def exponentials(x: Any, mask: Any = None) -> Any:
    """exp(xⱼ − max x), and zero where ``mask`` hides a key."""
    return exponentials_of(x.__array_namespace__().exp(softmax_depths(x, mask)), mask)


def _rows_by_column(of: SoftmaxRows) -> np.ndarray | None:
    of_columns(of.scores, of.mask)
    return of.over_columns(of.totals)


@mistake(
    "softmax",
    "softmax over the wrong axis",
    look="the axis of the softmax: each query's weights must sum to one",
    across_rows=True,
    in_rows=_rows_by_column,
)
def by_column(x: Any, mask: Any = None) -> Any:
    """Weights that sum to one down the columns."""
    seen = of_columns(x, mask)
    return softmax(x.mT, None if seen is None else np.swapaxes(seen, -1, -2)).mT


def _rows_of_matrix(of: SoftmaxRows) -> np.ndarray | None:
    if of.scores.shape[-2] < 2:
        raise NotApplicable("one row")
    return divided(of.totals[:, of.rows] * of.some, np.sum(of.totals, axis=-2, keepdims=True))


@mistake(
    "softmax",
    "softmax over the whole matrix",
    look="a softmax or its sum without an axis",
    across_rows=True,
    in_rows=_rows_of_matrix,
)
def whole_matrix(x: Any, mask: Any = None) -> Any:
    """Weights that sum to one over the whole matrix."""
    if x.ndim < 2 or x.shape[-2] < 2:
        raise NotApplicable("one row")
    xp = x.__array_namespace__()
    flat = (*x.shape[:-2], x.shape[-2] * x.shape[-1])
    seen = None if mask is None else np.broadcast_to(mask, x.shape).reshape(flat)
    return xp.reshape(softmax(xp.reshape(x, flat), seen), x.shape)


@mistake("softmax", "plain sum in place of the softmax", look="scores divided by their sum, without exp")
def plain_sum(x: Any, mask: Any = None) -> Any:
    """xⱼ ÷ Σ xₖ over the visible keys."""
    if mask is None:
        return sum_normalization(x)
    xp = x.__array_namespace__()
    return sum_normalization(xp.where(mask, x, x * xp.asarray(0.0)))


@mistake("softmax", "powers of two in place of e", look="exp2 without the factor log2(e)")
def base_two(x: Any, mask: Any = None) -> Any:
    """2^xⱼ ÷ Σ 2^xₖ."""
    return softmax(x * x.__array_namespace__().asarray(math.log(2)), mask)


def _rows_not_normalised(of: SoftmaxRows) -> np.ndarray | None:
    return divided(of.some, of.largest[:, of.rows])


@mistake(
    "softmax",
    "exponentials not normalised",
    look="the division by the sum",
    in_rows=_rows_not_normalised,
)
def not_normalised(x: Any, mask: Any = None) -> Any:
    """exp(xⱼ − max x)."""
    return exponentials(x, mask)


@mistake("sum_normalization", "softmax in place of the plain sum", look="whether exp is meant here")
def softmax_for_sum(x: Any) -> Any:
    """exp xⱼ ÷ Σ exp xₖ."""
    return softmax(x)


@mistake("layer_norm", "variance divided by n − 1", look="the variance's correction: 0 in a layer norm")
def sample_variance(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """The sample variance, divided by n − 1."""
    xp = x.__array_namespace__()
    n = x.shape[-1]
    shrink = xp.sqrt(xp.asarray((n - 1) / n))
    return (layer_norm(x, weight, bias, eps=eps) - bias) * shrink + bias


@mistake("layer_norm", "epsilon left out", look="the small number under the root")
def no_epsilon(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ √variance."""
    if eps == 0:
        raise NotApplicable("no epsilon")
    return layer_norm(x, weight, bias, eps=0.0)


@mistake("layer_norm", "mean not taken off", look="the centring of an RMS norm in place of a layer norm")
def not_centred(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """x ÷ √(mean x² + eps)."""
    xp = x.__array_namespace__()
    power = xp.mean(x * x, axis=-1, keepdims=True)
    return x / xp.sqrt(power + xp.asarray(eps)) * weight + bias


@mistake("layer_norm", "weight left out", look="the norm's learned scale")
def no_weight(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """Normalised, shifted, not scaled."""
    if weight.ndim == 0:
        raise NotApplicable("no weight")
    xp = x.__array_namespace__()
    one = weight * xp.asarray(0.0) + xp.asarray(1.0)
    return layer_norm(x, one, bias, eps=eps)


@mistake("layer_norm", "norm's bias left out", look="the norm's learned shift")
def no_shift(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """Normalised, scaled, not shifted."""
    if bias.ndim == 0:
        raise NotApplicable("no bias")
    return layer_norm(x, weight, bias * x.__array_namespace__().asarray(0.0), eps=eps)


@mistake("layer_norm", "epsilon outside of the root", look="√(variance + eps), not √variance + eps")
def epsilon_outside(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ (√variance + eps)."""
    if eps == 0:
        raise NotApplicable("no epsilon")
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    variance = xp.mean(centred * centred, axis=-1, keepdims=True)
    return centred / (xp.sqrt(variance) + xp.asarray(eps)) * weight + bias


@mistake("layer_norm", "epsilon ten times too small", look="the framework's epsilon: 1e-5, 1e-6 or 1e-12")
def smaller_epsilon(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """eps = 1e-6 instead of 1e-5."""
    if eps == 0:
        raise NotApplicable("no epsilon")
    return layer_norm(x, weight, bias, eps=eps / 10)


@mistake("layer_norm", "last feature left out of mean and variance", look="the upper end of the loop over features")
def short_statistics(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """The mean and the variance of all features but the last."""
    if x.shape[-1] < 3:
        raise NotApplicable("too few features")
    xp = x.__array_namespace__()
    mean = xp.mean(x[..., :-1], axis=-1, keepdims=True)
    centred = x - mean
    variance = xp.mean(centred[..., :-1] * centred[..., :-1], axis=-1, keepdims=True)
    return centred / xp.sqrt(variance + xp.asarray(eps)) * weight + bias


@mistake("layer_norm", "normalised down the columns", look="the axis of mean and variance: each token's own features")
def norm_by_column(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """The mean and the variance of every feature over the rows."""
    if x.ndim < 2 or x.shape[-2] < 2:
        raise NotApplicable("one row")
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-2, keepdims=True)
    variance = xp.mean(centred * centred, axis=-2, keepdims=True)
    return centred / xp.sqrt(variance + xp.asarray(eps)) * weight + bias


@mistake("layer_norm", "variance without its square root", look="a division by the variance")
def no_root(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ (variance + eps)."""
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    variance = xp.mean(centred * centred, axis=-1, keepdims=True)
    return centred / (variance + xp.asarray(eps)) * weight + bias
