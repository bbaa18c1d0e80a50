"""Which operators' node tests are judged, and the verdicts on a program's results for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from lastdigit.base.errors import did_you_mean
from lastdigit.operations import find_operation
from lastdigit.vectors.onnx_tests.attention_node import OUTPUTS, attention_calls
from lastdigit.vectors.onnx_tests.elementwise_nodes import ELEMENTWISE
from lastdigit.vectors.onnx_tests.loss_nodes import LOSSES
from lastdigit.vectors.onnx_tests.node import Node
from lastdigit.vectors.onnx_tests.node_test import NodeTest
from lastdigit.vectors.onnx_tests.norm_nodes import NORMS
from lastdigit.vectors.onnx_tests.output_call import COPY, OutputCall
from lastdigit.vectors.onnx_tests.product_nodes import PRODUCTS
from lastdigit.vectors.onnx_tests.reduction_nodes import REDUCTIONS
from lastdigit.vectors.onnx_tests.rotary_node import ROTARY
from lastdigit.verdicts.verdict import Verdict

_OPERATORS: dict[str, tuple[Sequence[str], Callable[[Node], dict[str, OutputCall]]]] = {
    "Attention": (OUTPUTS, lambda node: attention_calls(node.test)),
    **ELEMENTWISE,
    **NORMS,
    **REDUCTIONS,
    **PRODUCTS,
    **LOSSES,
    **ROTARY,
}
"""An operator's outputs by position, and the calls for them."""


def known_operators() -> list[str]:
    """The operators whose node tests are judged."""
    return sorted(_OPERATORS)


def output_calls(test: NodeTest) -> dict[str, OutputCall]:
    """Each output of the node, by name in the operator, as a call of an operation. Outputs without an operation, such
    as the indices of pooling, are omitted.
    """
    if test.domain or test.operator not in _OPERATORS:
        found = f"{test.domain}:{test.operator}" if test.domain else test.operator
        raise test.refused("a known operator", f"{found!r}{did_you_mean(found, list(_OPERATORS))}")
    names, calls = _OPERATORS[test.operator]
    try:
        every = calls(Node(test))
    except (ValueError, IndexError, KeyError, TypeError, ZeroDivisionError) as error:
        raise test.refused(f"consistent inputs and attributes of {test.operator}", str(error)) from None
    used = {name for name, given in zip(names, test.output_names, strict=False) if given}
    return {name: _without_defaults(call) for name, call in every.items() if name in used}


def _without_defaults(call: OutputCall) -> OutputCall:
    """A call without parameters that equal their defaults."""
    if call.operation == COPY:
        return call
    usual = find_operation(call.operation).parameters
    named = {
        name: value
        for name, value in call.parameters.items()
        if isinstance(value, np.ndarray) or value != usual.get(name)
    }
    return replace(call, parameters=named)


def by_name(test: NodeTest, results: Sequence[np.ndarray | None]) -> dict[str, np.ndarray]:
    """Results in the order of the node's outputs, by their names in the operator."""
    names, _ = _OPERATORS[test.operator]
    return {name: x for name, x in zip(names, results, strict=False) if x is not None}


def judged(test: NodeTest, results: Sequence[np.ndarray | None]) -> Iterator[tuple[str, Verdict]]:
    """The verdict of each existing output; ``results`` are in the order of the node's outputs."""
    calls = output_calls(test)
    for name, result in by_name(test, results).items():
        if name in calls:
            yield name, calls[name].judged(result, str(result.dtype))
