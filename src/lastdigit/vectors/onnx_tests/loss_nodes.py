"""ONNX's losses."""

from __future__ import annotations

from typing import Any

from lastdigit.vectors.onnx_tests.node import Calls, Node
from lastdigit.vectors.onnx_tests.output_call import OutputCall

NOTHING_IGNORED = -(2**31)
"""A class without targets."""


def _given(node: Node) -> tuple[tuple[Any, ...], dict[str, Any]]:
    given = node.attributes(ignore_index=NOTHING_IGNORED, reduction="mean")
    classes = node.given(1)
    node.need(classes is not None and classes.dtype.kind in "iu", "classes as input 1", getattr(classes, "dtype", None))
    parameters = {"target": classes, "ignore_index": int(given["ignore_index"]), "reduction": given["reduction"]}
    return (node.array(0), node.optional(2)), parameters


def _nll(node: Node) -> dict[str, OutputCall]:
    return {"loss": OutputCall("nll_loss", *_given(node))}


def _cross_entropy(node: Node) -> dict[str, OutputCall]:
    arrays, parameters = _given(node)
    return {
        "output": OutputCall("cross_entropy", arrays, parameters),
        "log_prob": OutputCall("log_softmax", arrays[:1], {"dim": 1}),
    }


LOSSES: dict[str, tuple[tuple[str, ...], Calls]] = {
    "NegativeLogLikelihoodLoss": (("loss",), _nll),
    "SoftmaxCrossEntropyLoss": (("output", "log_prob"), _cross_entropy),
}
"""Operators, with their outputs by position and the calls for them."""
