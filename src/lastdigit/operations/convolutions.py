"""Convolutions over one to three axes, in the layout of common frameworks: batch, channels, space.

As in these frameworks, the kernel is not flipped. Sums may be taken in any order; algorithms that transform their
inputs, such as Winograd's or Fourier's, have larger errors than the bounds here.
"""

from __future__ import annotations

import math
from typing import Any

from lastdigit.functions import upsampled, windows
from lastdigit.operations.linear import linear
from lastdigit.operations.operation import operation

Extent = Any
"""One number for all axes, or one for each."""


def each(extent: Extent, axes: int, name: str) -> tuple[int, ...]:
    """One number per axis; raises ValueError if ``extent`` has another number of them."""
    found = (extent,) * axes if isinstance(extent, int) else tuple(extent)
    if len(found) != axes:
        raise ValueError(f"{len(found)} numbers as {name} for {axes} axes")
    return tuple(int(one) for one in found)


@operation
def convolution(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    dilation: Extent = 1,
    groups: int = 1,
) -> Any:
    """Σ over channels and a window: input (b, g·c, *s), weight (g·o, c, *t), bias (g·o,) → (b, g·o, *r)."""
    xp = input.__array_namespace__()
    axes = input.ndim - 2
    batch, outputs, channels = input.shape[0], weight.shape[0], weight.shape[1]
    if input.shape[1] != groups * channels or outputs % groups:
        raise ValueError(f"{input.shape[1]} channels in {groups} groups, weights {weight.shape}")
    kernel = weight.shape[2:]
    steps, rim, spread = each(stride, axes, "stride"), each(padding, axes, "padding"), each(dilation, axes, "dilation")
    seen = windows(input, kernel, steps, rim, spread)
    out, taps = seen.shape[2:-1], seen.shape[-1]
    seen = xp.reshape(seen, (batch, groups, channels, math.prod(out), taps))
    rows = xp.reshape(xp.permute_dims(seen, (0, 1, 3, 2, 4)), (batch, groups, math.prod(out), channels * taps))
    per_group = outputs // groups
    kernels = xp.reshape(weight, (groups, per_group, channels * taps))
    offset = None if bias is None else xp.reshape(bias, (groups, 1, per_group))
    found = linear(rows, kernels, offset)
    return xp.reshape(xp.permute_dims(found, (0, 1, 3, 2)), (batch, outputs, *out))


@operation
def transposed_convolution(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    output_padding: Extent = 0,
    groups: int = 1,
    dilation: Extent = 1,
) -> Any:
    """The transpose of a convolution, a sum of scaled kernels: input (b, g·c, *s), weight (g·c, o, *t) → (b, g·o, *r).

    It is the convolution of the input, with stride − 1 zeros between its elements, with the flipped kernel.
    """
    xp = input.__array_namespace__()
    axes = input.ndim - 2
    steps, rim, more, spread = (
        each(extent, axes, name)
        for extent, name in ((stride, "stride"), (padding, "padding"), (output_padding, ""), (dilation, "dilation"))
    )
    kernel = weight.shape[2:]
    reach = [d * (k - 1) - p for d, k, p in zip(spread, kernel, rim, strict=True)]
    behind = [extent + extra for extent, extra in zip(reach, more, strict=True)]
    wide = upsampled(input, steps, reach, behind)
    inputs, outputs = weight.shape[:2]
    split = xp.reshape(weight, (groups, inputs // groups, outputs, *kernel))
    flipped = split[(..., *(slice(None, None, -1) for _ in kernel))]
    turned = xp.permute_dims(flipped, (0, 2, 1, *range(3, 3 + axes)))
    kernels = xp.reshape(turned, (groups * outputs, inputs // groups, *kernel))
    return convolution(wide, kernels, bias, dilation=dilation, groups=groups)


def _checked(input: Any, axes: int) -> None:
    if input.ndim != axes + 2:
        raise ValueError(f"input of {input.ndim} axes, expected batch, channels and {axes}")


@operation
def conv1d(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    dilation: Extent = 1,
    groups: int = 1,
) -> Any:
    """Convolution along one axis: input (b, g·c, l), weight (g·o, c, t), bias (g·o,) → (b, g·o, r)."""
    _checked(input, 1)
    return convolution(input, weight, bias, stride=stride, padding=padding, dilation=dilation, groups=groups)


@operation
def conv2d(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    dilation: Extent = 1,
    groups: int = 1,
) -> Any:
    """Convolution of images: input (b, g·c, h, w), weight (g·o, c, t, u), bias (g·o,) → (b, g·o, r, s)."""
    _checked(input, 2)
    return convolution(input, weight, bias, stride=stride, padding=padding, dilation=dilation, groups=groups)


@operation
def conv3d(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    dilation: Extent = 1,
    groups: int = 1,
) -> Any:
    """Convolution of volumes: input (b, g·c, d, h, w), weight (g·o, c, t, u, v), bias (g·o,) → (b, g·o, q, r, s)."""
    _checked(input, 3)
    return convolution(input, weight, bias, stride=stride, padding=padding, dilation=dilation, groups=groups)


@operation
def separable_conv2d(
    input: Any,
    depthwise: Any,
    pointwise: Any,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    dilation: Extent = 1,
) -> Any:
    """One kernel for each channel, then a 1 × 1 convolution: input (b, c, h, w), depthwise (c, 1, t, u), pointwise (o,
    c, 1, 1) → (b, o, r, s)."""
    channels = input.shape[1]
    each_channel = conv2d(input, depthwise, stride=stride, padding=padding, dilation=dilation, groups=channels)
    return conv2d(each_channel, pointwise)


def _transposed(axes: int, *given: Any, **parameters: Any) -> Any:
    _checked(given[0], axes)
    return transposed_convolution(*given, **parameters)


@operation
def conv_transpose1d(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    output_padding: Extent = 0,
    groups: int = 1,
    dilation: Extent = 1,
) -> Any:
    """Transposed convolution along one axis: input (b, g·c, l), weight (g·c, o, t), bias (g·o,) → (b, g·o, r)."""
    rest = {"padding": padding, "output_padding": output_padding, "groups": groups, "dilation": dilation}
    return _transposed(1, input, weight, bias, stride=stride, **rest)


@operation
def conv_transpose2d(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    output_padding: Extent = 0,
    groups: int = 1,
    dilation: Extent = 1,
) -> Any:
    """Transposed convolution of images: input (b, g·c, h, w), weight (g·c, o, t, u), bias (g·o,) → (b, g·o, r, s)."""
    rest = {"padding": padding, "output_padding": output_padding, "groups": groups, "dilation": dilation}
    return _transposed(2, input, weight, bias, stride=stride, **rest)


@operation
def conv_transpose3d(
    input: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Extent = 1,
    padding: Extent = 0,
    output_padding: Extent = 0,
    groups: int = 1,
    dilation: Extent = 1,
) -> Any:
    """Transposed convolution of volumes: input (b, g·c, d, h, w), weight (g·c, o, t, u, v) → (b, g·o, q, r, s)."""
    rest = {"padding": padding, "output_padding": output_padding, "groups": groups, "dilation": dilation}
    return _transposed(3, input, weight, bias, stride=stride, **rest)
