"""ONNX's matrix products, convolutions and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lastdigit.vectors.onnx_tests.node import Calls, Node
from lastdigit.vectors.onnx_tests.output_call import OutputCall


def _matmul(node: Node) -> dict[str, OutputCall]:
    node.attributes()
    return {"Y": OutputCall("matmul", (node.array(0), node.array(1)))}


def _gemm(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(alpha=1.0, beta=1.0, transA=0, transB=0)
    a, b, c = node.array(0), node.array(1), node.optional(2)
    a, b = (x.T if given[name] else x for x, name in ((a, "transA"), (b, "transB")))
    if c is None:
        node.need(given["alpha"] == 1.0, "alpha of 1 without C", given["alpha"])
        return {"Y": OutputCall("matmul", (a, b))}
    factors = {"beta": float(given["beta"]), "alpha": float(given["alpha"])}
    return {"Y": OutputCall("addmm", (np.broadcast_to(c, (a.shape[0], b.shape[1])).copy(), a, b), factors)}


def _pads(node: Node, given: Mapping[str, Any], axes: int) -> list[tuple[int, int]]:
    """Padding before and after each axis; SAME is computed as specified."""
    automatic = given["auto_pad"]
    if automatic in ("NOTSET", "VALID"):
        pads = [0] * 2 * axes if automatic == "VALID" else given["pads"] or [0] * 2 * axes
        return [(pads[axis], pads[axes + axis]) for axis in range(axes)]
    extents, found = node.array(0).shape[2:], []
    kernel = given["kernel_shape"] or node.array(1).shape[2:]
    for axis, extent in enumerate(extents):
        step, reach = _each(given["strides"], axis), (kernel[axis] - 1) * _each(given["dilations"], axis) + 1
        total = max((-(-extent // step) - 1) * step + reach - extent, 0)
        least, most = total // 2, total - total // 2
        found.append((least, most) if automatic == "SAME_UPPER" else (most, least))
    return found


def _each(given: Any, axis: int) -> int:
    return int(given[axis]) if given else 1


def _conv(node: Node) -> dict[str, OutputCall]:
    """The padding is 0, and added to the input here."""
    given = node.attributes(auto_pad="NOTSET", dilations=None, group=1, kernel_shape=None, pads=None, strides=None)
    x, weight, bias = node.array(0), node.array(1), node.optional(2)
    axes = x.ndim - 2
    around = [(0, 0), (0, 0), *_pads(node, given, axes)]
    steps = {
        "stride": tuple(_each(given["strides"], axis) for axis in range(axes)),
        "dilation": tuple(_each(given["dilations"], axis) for axis in range(axes)),
        "groups": int(given["group"]),
    }
    return {"Y": OutputCall("convolution", (np.pad(x, around), weight, bias), steps)}


def _conv_transpose(node: Node) -> dict[str, OutputCall]:
    known = {"auto_pad": "NOTSET", "dilations": None, "group": 1, "kernel_shape": None, "output_padding": None}
    given = node.attributes(**known, output_shape=None, pads=None, strides=None)
    x, weight, bias = node.array(0), node.array(1), node.optional(2)
    axes = x.ndim - 2
    node.need(given["output_shape"] is None, "no output_shape", given["output_shape"])
    node.need(given["auto_pad"] == "NOTSET", "pads in numbers", given["auto_pad"])
    pads = _pads(node, given, axes)
    node.need(all(one == other for one, other in pads), "equal padding before and after", pads)
    steps = {
        "stride": tuple(_each(given["strides"], axis) for axis in range(axes)),
        "dilation": tuple(_each(given["dilations"], axis) for axis in range(axes)),
        "padding": tuple(one for one, _ in pads),
        "output_padding": tuple((given["output_padding"] or [0] * axes)[axis] for axis in range(axes)),
        "groups": int(given["group"]),
    }
    return {"Y": OutputCall("transposed_convolution", (x, weight, bias), steps)}


def _pool(operation: str, **more: Any) -> Calls:
    def calls(node: Node) -> dict[str, OutputCall]:
        known = {"auto_pad": "NOTSET", "ceil_mode": 0, "dilations": None, "pads": None, "strides": None}
        given = node.attributes(**known, kernel_shape=None, **more)
        x, kernel = node.array(0), tuple(given["kernel_shape"])
        axes, pads = len(kernel), _pads(node, given, len(kernel))
        dilation = tuple(_each(given["dilations"], axis) for axis in range(axes))
        stride = tuple(_each(given["strides"], axis) for axis in range(axes))
        node.need(all(one == other for one, other in pads), "equal padding before and after", pads)
        left = [
            (x.shape[2 + axis] + 2 * pads[axis][0] - (kernel[axis] - 1) * dilation[axis] - 1) % stride[axis]
            for axis in range(axes)
        ]
        node.need(not given["ceil_mode"] or not any(left), "windows that end with the input", "ceil_mode=1")
        parameters = {"axes": axes, "kernel_size": kernel, "stride": stride, "padding": tuple(p for p, _ in pads)}
        if operation == "max_pool":
            parameters["dilation"] = dilation
        else:
            node.need(set(dilation) == {1}, "dilations of 1", dilation)
            parameters["count_include_pad"] = bool(given["count_include_pad"])
        return {"Y": OutputCall(operation, (x,), parameters)}

    return calls


def _dequantized(node: Node) -> dict[str, OutputCall]:
    """Integers, including those of at most eight bits, are used unchanged."""
    given = node.attributes(axis=1, block_size=0, output_dtype=0)
    x, zero, scale = node.given(0), node.given(2), node.array(1)
    node.need(x is not None, "an input 0", "none")
    node.need(not given["output_dtype"], "results in the format of the scale", "output_dtype")
    shift = None if zero is None else np.asarray(zero, dtype=np.float64)
    parts = [part.reshape(()) if part is not None and part.shape == (1,) else part for part in (scale, shift)]
    arrays = (np.asarray(x, dtype=np.float64), *parts)
    return {"y": OutputCall("dequantize_linear", arrays, {"axis": given["axis"], "block_size": given["block_size"]})}


PRODUCTS: dict[str, tuple[tuple[str, ...], Calls]] = {
    "MatMul": (("Y",), _matmul),
    "Gemm": (("Y",), _gemm),
    "Conv": (("Y",), _conv),
    "ConvTranspose": (("Y",), _conv_transpose),
    "DequantizeLinear": (("y",), _dequantized),
    "MaxPool": (("Y", "Indices"), _pool("max_pool", storage_order=0)),
    "AveragePool": (("Y",), _pool("avg_pool", count_include_pad=0)),
}
"""Operators, with their outputs by position and the calls for them."""
