"""Which operators' node tests are judged, and the verdicts of what a program gave for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from lastdigit.errors import did_you_mean
from lastdigit.onnx_tests.attention_node import OUTPUTS, attention_calls
from lastdigit.onnx_tests.node_test import NodeTest
from lastdigit.onnx_tests.output_call import OutputCall
from lastdigit.verdicts.verdict import Verdict

_OPERATORS: dict[str, tuple[Sequence[str], Callable[[NodeTest], dict[str, OutputCall]]]] = {
    "Attention": (OUTPUTS, attention_calls),
}
"""An operator's outputs by their place, and what they are."""


def output_calls(test: NodeTest) -> dict[str, OutputCall]:
    """Each output that the node has, by its name in the operator, as a call of an operation."""
    if test.domain or test.operator not in _OPERATORS:
        found = f"{test.domain}:{test.operator}" if test.domain else test.operator
        raise test.refused("an operator that is known", f"{found!r}{did_you_mean(found, list(_OPERATORS))}")
    names, calls = _OPERATORS[test.operator]
    every = calls(test)
    return {name: every[name] for name, used in zip(names, test.output_names, strict=False) if used}


def by_name(test: NodeTest, results: Sequence[np.ndarray | None]) -> dict[str, np.ndarray]:
    """Results in the order of the node's outputs, by their names in the operator."""
    names, _ = _OPERATORS[test.operator]
    return {name: x for name, x in zip(names, results, strict=False) if x is not None}


def judged(test: NodeTest, results: Sequence[np.ndarray | None]) -> Iterator[tuple[str, Verdict]]:
    """The verdict of each output that is there; ``results`` are in the order of the node's outputs."""
    calls = output_calls(test)
    for name, result in by_name(test, results).items():
        if name in calls:
            yield name, calls[name].judged(result, str(result.dtype))
