"""Products with weights of few bits: whole numbers with a scale and a zero point for each row, or block of a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.linear import linear
from lastdigit.operations.operation import operation


@operation
def dequantize_linear(x: Any, x_scale: Any, x_zero_point: Any = None, *, axis: int = 1, block_size: int = 0) -> Any:
    """(x − zero point) · scale: x (…) → (…), with names and parameters of ONNX's DequantizeLinear.

    ``x_scale`` is one number, or one for each place of ``axis``; with ``block_size`` it has the axes of x, and one
    number for so many neighbours along ``axis``. The zero point has its shape.
    """
    if x_zero_point is not None:
        x = x - _spread(x_zero_point, x, axis, block_size)
    return x * _spread(x_scale, x, axis, block_size)


def _spread(part: Any, x: Any, axis: int, block_size: int) -> Any:
    """Scales or zero points, in a shape that goes with x."""
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

    ``weight`` holds whole numbers of 8 or 4 bits, unpacked. With ``group_size`` scales and zero points are (m, d ÷ g),
    one for so many neighbours in a row (Frantar et al., "GPTQ", 2022). A kernel may multiply by the scale before the
    sum or behind it: both err by as much at most.
    """
    axis = -1 if group_size else 0
    return linear(input, dequantize_linear(weight, scale, zero_point, axis=axis, block_size=group_size), bias)
