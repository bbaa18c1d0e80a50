"""ONNX's softmax and norms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.vectors.onnx_tests.node import EPSILON, Calls, Node
from lastdigit.vectors.onnx_tests.output_call import OutputCall

FLATTENED = 13
"""Before this opset, softmax flattened all axes from ``axis`` on."""


def _over_an_axis(operation: str) -> Calls:
    def calls(node: Node) -> dict[str, OutputCall]:
        given = node.attributes(axis=-1)
        node.need(node.test.opset >= FLATTENED, f"opset {FLATTENED} or a later one", node.test.opset)
        x = node.array(0)
        return {"output": OutputCall(operation, (x,), {"dim": _shortly((given["axis"],), x)})}

    return calls


def _last_axes(x: np.ndarray, axis: int) -> tuple[int, ...]:
    return tuple(range(range(x.ndim)[axis], x.ndim))


def _shortly(axes: Sequence[int], x: np.ndarray) -> Any:
    """Axes in the definitions' form: −1 for the last one, an integer for one, a sorted list for several."""
    found = tuple(range(x.ndim)[axis] for axis in axes)
    return found if len(found) > 1 else -1 if found == (x.ndim - 1,) else found[0]


def _layer_norm(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(axis=-1, epsilon=EPSILON, stash_type=1)
    x, eps = node.array(0), float(given["epsilon"])
    axes = _last_axes(x, given["axis"])
    extents = tuple(x.shape[axis] for axis in axes)
    weight, bias = node.array(1), node.optional(2)
    parts = [None if part is None else np.broadcast_to(part, extents).copy() for part in (weight, bias)]
    if len(axes) == 1 and bias is not None:
        y = OutputCall("layer_norm", (x, *parts), {"eps": eps})
    else:
        y = OutputCall("layer_norm_of_shape", (x, *parts), {"normalized_shape": extents, "eps": eps})
    return {
        "Y": y,
        "Mean": OutputCall("reduce_mean", (x,), {"dim": axes, "keepdim": True}),
        "InvStdDev": OutputCall("inverse_deviation", (x,), {"dim": _shortly(axes, x), "eps": eps}),
    }


def _rms_norm(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(axis=-1, epsilon=EPSILON, stash_type=1)
    x = node.array(0)
    parameters = {"dim": _shortly(_last_axes(x, given["axis"]), x), "eps": float(given["epsilon"])}
    return {"Y": OutputCall("rms_norm", (x, node.array(1)), parameters)}


def _group_norm(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(epsilon=EPSILON, num_groups=0, stash_type=1)
    x, weight, bias = (node.array(place) for place in range(3))
    node.need(weight.shape == x.shape[1:2], "a scale for each channel, as in opset 21 and later", list(weight.shape))
    parameters = {"num_groups": int(given["num_groups"]), "eps": float(given["epsilon"])}
    return {"Y": OutputCall("group_norm", (x, weight, bias), parameters)}


def _instance_norm(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(epsilon=EPSILON)
    arrays = tuple(node.array(place) for place in range(3))
    return {"output": OutputCall("instance_norm", arrays, {"eps": float(given["epsilon"])})}


def _batch_norm(node: Node) -> dict[str, OutputCall]:
    """In training mode only ``Y``: running statistics are sums of two terms, for which there is no operation here."""
    given = node.attributes(epsilon=EPSILON, momentum=0.9, training_mode=0)
    x, weight, bias, mean, variance = (node.array(place) for place in range(5))
    training = bool(given["training_mode"])
    before = (None, None) if training else (mean, variance)
    parameters = {"training": training, "eps": float(given["epsilon"])}
    return {"Y": OutputCall("batch_norm", (x, *before, weight, bias), parameters)}


def _lp_norm(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(axis=-1, p=2)
    x, axis, order = node.array(0), int(given["axis"]), float(given["p"])
    sizes = np.sum(np.abs(x), axis=axis)
    node.need(bool(np.all(sizes > 0.0)), "rows that are not all zeros", "one that is")
    return {"output": OutputCall("normalize", (x,), {"p": order, "dim": axis, "eps": 0.0})}


def _global_pool(operation: str) -> Calls:
    def calls(node: Node) -> dict[str, OutputCall]:
        node.attributes()
        x = node.array(0)
        node.need(math.prod(x.shape[2:]) > 0, "elements to pool", list(x.shape))
        return {"Y": OutputCall(operation, (x,), {"dim": _last_axes(x, 2), "keepdim": True})}

    return calls


NORMS: dict[str, tuple[tuple[str, ...], Calls]] = {
    "Softmax": (("output",), _over_an_axis("softmax")),
    "LogSoftmax": (("output",), _over_an_axis("log_softmax")),
    "LayerNormalization": (("Y", "Mean", "InvStdDev"), _layer_norm),
    "RMSNormalization": (("Y",), _rms_norm),
    "GroupNormalization": (("Y",), _group_norm),
    "InstanceNormalization": (("output",), _instance_norm),
    "BatchNormalization": (("Y", "running_mean", "running_var"), _batch_norm),
    "LpNormalization": (("output",), _lp_norm),
    "GlobalAveragePool": (("Y",), _global_pool("reduce_mean")),
    "GlobalMaxPool": (("Y",), _global_pool("amax")),
}
"""Operators, with their outputs by position and the calls for them."""
