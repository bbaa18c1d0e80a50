"""ONNX's reductions, cumulative sums and the largest elements."""

from __future__ import annotations

from typing import Any

from lastdigit.vectors.onnx_tests.node import Calls, Node
from lastdigit.vectors.onnx_tests.output_call import COPY, OutputCall

_REDUCTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "ReduceSum": ("sum", {}),
    "ReduceMean": ("reduce_mean", {}),
    "ReduceMax": ("amax", {}),
    "ReduceMin": ("amin", {}),
    "ReduceProd": ("prod", {}),
    "ReduceLogSumExp": ("logsumexp", {}),
    "ReduceL1": ("vector_norm", {"ord": 1.0}),
    "ReduceL2": ("vector_norm", {"ord": 2.0}),
}


def _reduction(operation: str, parameters: dict[str, Any]) -> Calls:
    def calls(node: Node) -> dict[str, OutputCall]:
        given = node.attributes(axes=None, keepdims=1, noop_with_empty_axes=0)
        x, named = node.array(0), node.given(1)
        axes = tuple(int(axis) for axis in (named if named is not None else given["axes"] or ()))
        if not axes and given["noop_with_empty_axes"]:
            node.need(operation != "vector_norm", "axes to reduce", "none")
            return {"reduced": OutputCall(COPY, (x,))}
        axes = axes or tuple(range(x.ndim))
        over = {"dim": axes if len(axes) > 1 else axes[0], "keepdim": bool(given["keepdims"])}
        node.need(all(x.shape[axis] for axis in axes), "elements to reduce", list(x.shape))
        return {"reduced": OutputCall(operation, (x,), {**parameters, **over})}

    return calls


def _cumsum(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(exclusive=0, reverse=0)
    flags = {name: bool(given[name]) for name in ("exclusive", "reverse")}
    return {"y": OutputCall("cumsum", (node.array(0),), {"dim": node.whole(1), **flags})}


def _cumprod(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(exclusive=0, reverse=0)
    node.need(not given["exclusive"] and not given["reverse"], "products from the first element on", dict(given))
    return {"y": OutputCall("cumprod", (node.array(0),), {"dim": node.whole(1)})}


def _topk(node: Node) -> dict[str, OutputCall]:
    given = node.attributes(axis=-1, largest=1, sorted=1)
    node.need(bool(given["sorted"]), "elements in order", "sorted=0")
    parameters = {"k": node.whole(1), "dim": int(given["axis"]), "largest": bool(given["largest"])}
    return {"Values": OutputCall("topk", (node.array(0),), parameters)}


REDUCTIONS: dict[str, tuple[tuple[str, ...], Calls]] = {
    **{name: (("reduced",), _reduction(*about)) for name, about in _REDUCTIONS.items()},
    "CumSum": (("y",), _cumsum),
    "CumProd": (("y",), _cumprod),
    "TopK": (("Values", "Indices"), _topk),
}
"""Operators, with their outputs by position and the calls for them."""
