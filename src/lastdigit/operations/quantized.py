"""Products with weights of few bits: integers with a scale and a zero point per row, or per block of a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.linear import linear
from lastdigit.operations.operation import operation


@operation
def dequantize_linear(x: Any, x_scale: Any, x_zero_point: Any = None, *, axis: int = 1, block_size: int = 0) -> Any:
    """(x − zero point) · scale: x (…) → (…), with names and parameters of ONNX's DequantizeLinear.

    ``x_scale`` is one number, or one per index of ``axis``; with ``block_size`` it has the axes of x, and one number
    per block of that many elements along ``axis``. The zero point has its shape.
    """
    if x_zero_point is not None:
        x = x - _spread(x_zero_point, x, axis, block_size)
    return x * _spread(x_scale, x, axis, block_size)


def _spread(part: Any, x: Any, axis: int, block_size: int) -> Any:
    """Scales or zero points in a shape that broadcasts with x."""
    if part.ndim == 0:
        return part
    axis = range(x.ndim)[axis]
    if not block_size:
        return part.__array_namespace__().reshape(part, tuple(-1 if at == axis else 1 for at in range(x.ndim)))
    key: list[Any] = [slice(None)] * x.ndim
    key[axis] = np.arange(x.shape[axis]) // block_size
    return part[tuple(key)]


@operation
def quantized_linear(
    input: Any, weight: Any, scale: Any, zero_point: Any = None, bias: Any = None, *, group_size: int = 0
) -> Any:
    """x ((W − z) · s)ᵀ + b: input (…, d), weight W (m, d), scale s (m,), zero_point z (m,), bias (m,) → (…, m).

    ``weight`` holds integers of 8 or 4 bits, unpacked. With ``group_size`` g, scales and zero points are (m, d ÷ g),
    one for g consecutive elements of a row (Frantar et al., "GPTQ", 2022). A kernel may multiply by the scale before or
    after the sum: the error bound is the same.
    """
    axis = -1 if group_size else 0
    return linear(input, dequantize_linear(weight, scale, zero_point, axis=axis, block_size=group_size), bias)
