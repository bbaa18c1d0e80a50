"""ONNX's elementwise functions."""

from __future__ import annotations

from lastdigit.base.number_format import float_format
from lastdigit.vectors.onnx_tests.node import Calls, Node
from lastdigit.vectors.onnx_tests.output_call import OutputCall

FAR = 1000.0

_SIMPLE = {
    "Relu": ("relu", "Y"),
    "Sigmoid": ("sigmoid", "Y"),
    "Tanh": ("tanh", "output"),
    "Softsign": ("softsign", "output"),
    "Mish": ("mish", "Y"),
    "HardSwish": ("hardswish", "Y"),
}
_OF_ALPHA = {"LeakyRelu": ("leaky_relu", "negative_slope", 0.01), "Elu": ("elu", "alpha", 1.0)} | {
    "Celu": ("celu", "alpha", 1.0)
}


def _simple(operation: str, output: str) -> Calls:
    def calls(node: Node) -> dict[str, OutputCall]:
        node.attributes()
        return {output: OutputCall(operation, (node.array(0),))}

    return calls


def _of_alpha(operation: str, parameter: str, default: float) -> Calls:
    def calls(node: Node) -> dict[str, OutputCall]:
        given = node.attributes(alpha=default)
        return {"Y": OutputCall(operation, (node.array(0),), {parameter: float(given["alpha"])})}

    return calls


def _softplus(node: Node) -> dict[str, OutputCall]:
    """Without a threshold: beyond :data:`FAR` the term e^−x is smaller than any number of float64."""
    node.attributes()
    return {"Y": OutputCall("softplus", (node.array(0),), {"threshold": FAR})}


def _gelu(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(approximate="none")
    return {"Y": OutputCall("gelu", (node.array(0),), dict(given))}


def _swish(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(alpha=1.0)
    node.need(given["alpha"] == 1.0, "alpha of 1", given["alpha"])
    return {"Y": OutputCall("silu", (node.array(0),))}


def _swiglu(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(alpha=1.0)
    node.need(given["alpha"] == 1.0, "alpha of 1", given["alpha"])
    return {"Y": OutputCall("swiglu", (node.array(0), node.array(1)))}


def _clip(node: Node) -> dict[str, OutputCall]:
    """An omitted bound is the lowest or largest number of the format."""
    node.attributes()
    x, low, high = node.array(0), node.optional(1), node.optional(2)
    largest = float_format(str(node.test.inputs[0].dtype)).largest  # type: ignore[union-attr]
    ends = {
        "min_val": -largest if low is None else float(low.reshape(())),
        "max_val": largest if high is None else float(high.reshape(())),
    }
    return {"output": OutputCall("hardtanh", (x,), ends)}


ELEMENTWISE: dict[str, tuple[tuple[str, ...], Calls]] = {
    **{name: ((output,), _simple(operation, output)) for name, (operation, output) in _SIMPLE.items()},
    **{name: (("Y",), _of_alpha(*about)) for name, about in _OF_ALPHA.items()},
    "Softplus": (("Y",), _softplus),
    "Gelu": (("Y",), _gelu),
    "Swish": (("Y",), _swish),
    "SwiGLU": (("Y",), _swiglu),
    "Clip": (("output",), _clip),
}
"""Operators, with their outputs by position and the calls for them."""
