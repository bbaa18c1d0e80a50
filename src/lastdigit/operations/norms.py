"""Batch, group, instance, layer and channel norms, and division by a norm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.functions import plus, rsqrt
from lastdigit.operations.normalization import layer_norm
from lastdigit.operations.operation import operation
from lastdigit.operations.reductions import reduce_mean, var, vector_norm


@operation
def layer_norm_of_shape(
    input: Any, weight: Any = None, bias: Any = None, *, normalized_shape: Any, eps: float = 1e-5
) -> Any:
    """The layer norm over the last axes together: input (…, *s), weight (*s), bias (*s) → (…, *s)."""
    xp = input.__array_namespace__()
    extents = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if tuple(input.shape[input.ndim - len(extents) :]) != extents:
        raise ValueError(f"input {input.shape} does not end in {extents}")
    size = math.prod(extents)
    rows = xp.reshape(input, (*input.shape[: input.ndim - len(extents)], size))
    gain, shift = (None if part is None else xp.reshape(part, (size,)) for part in (weight, bias))
    return xp.reshape(layer_norm(rows, *_affine(input, gain, shift), eps=eps), input.shape)


@operation
def channel_norm(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """The layer norm of rows of whole channels, each with one weight and one bias: x (…, n) → (…, n)."""
    return layer_norm(x, weight, bias, eps=eps)


@operation
def group_norm(input: Any, weight: Any = None, bias: Any = None, *, num_groups: int, eps: float = 1e-5) -> Any:
    """The layer norm of each group of channels: input (b, c, *s), weight (c,), bias (c,) → (b, c, *s) (Wu, He 2018)."""
    xp = input.__array_namespace__()
    batch, channels, *space = input.shape
    if channels % num_groups:
        raise ValueError(f"{channels} channels in {num_groups} groups")
    size = math.prod(space)
    rows = xp.reshape(input, (batch, num_groups, channels // num_groups * size))
    channel = np.repeat(np.arange(channels), size).reshape(1, num_groups, -1)
    gain, shift = (None if part is None else part[channel] for part in (weight, bias))
    return xp.reshape(channel_norm(rows, *_affine(input, gain, shift), eps=eps), input.shape)


@operation
def instance_norm(input: Any, weight: Any = None, bias: Any = None, *, eps: float = 1e-5) -> Any:
    """The layer norm of each channel: input (b, c, *s), weight (c,), bias (c,) → (b, c, *s) (Ulyanov et al. 2016)."""
    return group_norm(input, weight, bias, num_groups=input.shape[1], eps=eps)


@operation
def batch_norm(
    input: Any,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Any = None,
    bias: Any = None,
    *,
    training: bool = False,
    eps: float = 1e-5,
) -> Any:
    """Each channel by its mean and variance: input (b, c, *s), running_mean (c,), weight (c,), bias (c,) → (b, c, *s).

    They are those of the batch in ``training``, else ``running_mean`` and ``running_var`` (Ioffe and Szegedy 2015).
    """
    xp = input.__array_namespace__()
    batch, channels, *space = input.shape
    size = math.prod(space)
    rows = xp.permute_dims(xp.reshape(input, (batch, channels, size)), (1, 0, 2))
    rows = xp.reshape(rows, (channels, batch * size))
    gain, shift = (None if part is None else xp.reshape(part, (channels, 1)) for part in (weight, bias))
    if training:
        found = channel_norm(rows, *_affine(input, gain, shift), eps=eps)
    elif running_mean is None or running_var is None:
        raise ValueError("running_mean and running_var are needed unless training=True")
    else:
        given = (xp.reshape(part, (channels, 1)) for part in (running_mean, running_var))
        found = standardized(rows, *given, *_affine(input, gain, shift), eps=eps)
    found = xp.permute_dims(xp.reshape(found, (channels, batch, size)), (1, 0, 2))
    return xp.reshape(found, input.shape)


@operation
def standardized(input: Any, mean: Any, variance: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ √(variance + eps) · weight + bias with given statistics: input (…) → (…)."""
    xp = input.__array_namespace__()
    return (input - mean) / xp.sqrt(plus(variance, xp.asarray(eps))) * weight + bias


@operation
def inverse_deviation(input: Any, *, dim: Any = -1, eps: float = 1e-5) -> Any:
    """1 ÷ √(variance + eps) over the axes ``dim``, kept with length 1: input (…) → (…), as norms return it."""
    eps_of_it = input.__array_namespace__().asarray(eps)
    return rsqrt(plus(var(input, dim=dim, correction=0.0, keepdim=True), eps_of_it))


@operation
def rms_norm(input: Any, weight: Any = None, *, dim: Any = -1, eps: float) -> Any:
    """x ÷ √(mean of x² + eps) · weight over the axes ``dim``: input (…, n), weight (n,) → (…, n).

    Zhang and Sennrich, 2019. Frameworks differ in their eps, which has no default here.
    """
    xp = input.__array_namespace__()
    square = reduce_mean(input * input, dim=dim, keepdim=True)
    found = input * rsqrt(plus(square, xp.asarray(eps)))
    return found if weight is None else found * weight


@operation
def normalize(input: Any, *, p: float = 2.0, dim: Any = 1, eps: float = 1e-12) -> Any:
    """x ÷ max(‖x‖, eps) with the norm of order p, 1 or 2, over the axes ``dim``, over all if None: input (…) → (…)."""
    xp = input.__array_namespace__()
    norm = vector_norm(input, ord=p, dim=dim, keepdim=True)
    return input / (xp.maximum(norm, xp.asarray(eps)) if eps else norm)


@operation
def mean_absolute_normalization(input: Any, *, dim: Any = 1) -> Any:
    """x ÷ (mean of |x|) over the axes ``dim``, over all if None: input (…) → (…)."""
    xp = input.__array_namespace__()
    return input / reduce_mean(xp.abs(input), dim=dim, keepdim=True)


def _affine(input: Any, weight: Any, bias: Any) -> tuple[Any, Any]:
    """Weight and bias, with defaults 1 and 0."""
    xp = input.__array_namespace__()
    return xp.asarray(1.0) if weight is None else weight, xp.asarray(0.0) if bias is None else bias
