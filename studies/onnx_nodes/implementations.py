"""The implementations of node tests: the vector, two runtimes, torch, and those of this project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.errors import MissingFramework
from lastdigit.implementations.implementation import Implementation, find_implementations
from lastdigit.implementations.isolation.call import NoResult
from lastdigit.implementations.isolation.runner import InThisProcess, Limits
from lastdigit.operations import find_operation
from lastdigit.vectors.onnx_tests.node_test import NodeTest
from lastdigit.vectors.onnx_tests.operators import judged, output_calls
from lastdigit.vectors.onnx_tests.output_call import COPY, OutputCall
from lastdigit.verdicts.gate import supports
from lastdigit.verdicts.verdict import Verdict
from studies.onnx_attention.implementations import NotCovered, expected, onnxruntime, reference

FOLDERS = ("implementations", "implementations/libraries")
LIMITS = Limits(60.0, 4.0)
Verdicts = Iterator[tuple[str, Verdict]]


def whole(run: Callable[[NodeTest], Any]) -> Callable[[NodeTest], Verdicts]:
    """Adapts a function that returns all outputs of a node."""
    return lambda test: judged(test, run(test))


def torch(test: NodeTest) -> Verdicts:
    """torch's function of the operation, in the format of the test."""
    import torch as library

    from studies.vocabulary_torch import by_torch

    dtype = _dtype(test)
    for name, call in output_calls(test).items():
        if call.operation == COPY:
            continue
        try:
            _, found = by_torch(call.operation, list(call.arrays), dict(call.parameters), getattr(library, dtype))
        except (AttributeError, TypeError, RuntimeError, ValueError) as error:
            raise NotCovered(str(error).partition("\n")[0]) from None
        yield name, _directly(call).judged(found.double().numpy(), dtype)


def of_project(test: NodeTest) -> Iterator[tuple[str, str, Verdict]]:
    """The results of every implementation of this project with the operation, its parameters and its format."""
    dtype = _dtype(test)
    for name, call in output_calls(test).items():
        if call.operation == COPY:
            continue
        given = {
            n: x for n, x in zip(find_operation(call.operation).arrays, call.arrays, strict=False) if x is not None
        }
        for each in _implementations():
            if dtype not in each.dtypes or not supports(each, call.operation, call.parameters, given):
                continue
            try:
                returned = InThisProcess().call(
                    each.call(dtype, dict(call.parameters)), call.arrays[: len(each.arrays)], each.limits(LIMITS)
                )
            except MissingFramework:
                continue
            except NoResult as error:
                yield each.name, name, replace(_directly(call).judged(np.zeros(0), dtype), reason=str(error))
                continue
            yield each.name, name, _directly(call).judged(returned.result, dtype)


def _directly(call: OutputCall) -> OutputCall:
    """A call whose results have the operation's own layout."""
    return replace(call, heads=0, arranged=None)


def _dtype(test: NodeTest) -> str:
    """The format of the first result."""
    return str(next(x.dtype for x in test.outputs if x is not None))


@cache
def _implementations() -> list[Implementation]:
    root = Path(__file__).parents[2]
    found = {(each.name, each.operation): each for at in FOLDERS for each in find_implementations(root / at)}
    return list(found.values())


ALL: dict[str, Callable[[NodeTest], Verdicts]] = {
    "the vector": whole(expected),
    "onnx.reference": whole(reference),
    "onnxruntime": whole(onnxruntime),
    "torch": torch,
}
"""Those that run on every test; each raises an error where it cannot."""
