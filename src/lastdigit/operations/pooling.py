"""Pooling over windows of one to three axes: the largest element of each, or their mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import windows
from lastdigit.operations.convolutions import Extent, each
from lastdigit.operations.operation import operation


@operation
def max_pool(
    input: Any, *, axes: int, kernel_size: Extent, stride: Extent = None, padding: Extent = 0, dilation: Extent = 1
) -> Any:
    """The largest element of each window over the last axes: input (…, *s) → (…, *r). Padding counts as −∞."""
    kernel = each(kernel_size, axes, "kernel_size")
    steps = kernel if stride is None else each(stride, axes, "stride")
    rim, spread = each(padding, axes, "padding"), each(dilation, axes, "dilation")
    seen = windows(input, kernel, steps, rim, spread, fill=-float("inf"))
    return seen.__array_namespace__().max(seen, axis=-1)


@operation
def avg_pool(
    input: Any,
    *,
    axes: int,
    kernel_size: Extent,
    stride: Extent = None,
    padding: Extent = 0,
    count_include_pad: bool = True,
) -> Any:
    """The mean of each window over the last axes: input (…, *s) → (…, *r). Padding is 0, and counted or not."""
    xp = input.__array_namespace__()
    kernel = each(kernel_size, axes, "kernel_size")
    steps = kernel if stride is None else each(stride, axes, "stride")
    rim = each(padding, axes, "padding")
    ones = (1,) * axes
    seen = windows(input, kernel, steps, rim, ones)
    if count_include_pad or not any(rim):
        return xp.mean(seen, axis=-1)
    inside = windows(np.ones(input.shape[input.ndim - axes :]), kernel, steps, rim, ones)
    return xp.sum(seen, axis=-1) / xp.asarray(np.sum(inside, axis=-1))


@operation
def max_pool1d(
    input: Any, *, kernel_size: Extent, stride: Extent = None, padding: Extent = 0, dilation: Extent = 1
) -> Any:
    """The largest element of each window: input (…, l) → (…, r)."""
    return max_pool(input, axes=1, kernel_size=kernel_size, stride=stride, padding=padding, dilation=dilation)


@operation
def max_pool2d(
    input: Any, *, kernel_size: Extent, stride: Extent = None, padding: Extent = 0, dilation: Extent = 1
) -> Any:
    """The largest element of each window: input (…, h, w) → (…, r, s)."""
    return max_pool(input, axes=2, kernel_size=kernel_size, stride=stride, padding=padding, dilation=dilation)


@operation
def max_pool3d(
    input: Any, *, kernel_size: Extent, stride: Extent = None, padding: Extent = 0, dilation: Extent = 1
) -> Any:
    """The largest element of each window: input (…, d, h, w) → (…, q, r, s)."""
    return max_pool(input, axes=3, kernel_size=kernel_size, stride=stride, padding=padding, dilation=dilation)


@operation
def avg_pool1d(
    input: Any, *, kernel_size: Extent, stride: Extent = None, padding: Extent = 0, count_include_pad: bool = True
) -> Any:
    """The mean of each window: input (…, l) → (…, r)."""
    rest = {"stride": stride, "padding": padding, "count_include_pad": count_include_pad}
    return avg_pool(input, axes=1, kernel_size=kernel_size, **rest)


@operation
def avg_pool2d(
    input: Any, *, kernel_size: Extent, stride: Extent = None, padding: Extent = 0, count_include_pad: bool = True
) -> Any:
    """The mean of each window: input (…, h, w) → (…, r, s)."""
    rest = {"stride": stride, "padding": padding, "count_include_pad": count_include_pad}
    return avg_pool(input, axes=2, kernel_size=kernel_size, **rest)


@operation
def avg_pool3d(
    input: Any, *, kernel_size: Extent, stride: Extent = None, padding: Extent = 0, count_include_pad: bool = True
) -> Any:
    """The mean of each window: input (…, d, h, w) → (…, q, r, s)."""
    rest = {"stride": stride, "padding": padding, "count_include_pad": count_include_pad}
    return avg_pool(input, axes=3, kernel_size=kernel_size, **rest)
