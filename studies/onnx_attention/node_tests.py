"""The node tests of the installed ``onnx`` as folders, generated if its wheel does not contain them."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np


def write_node_tests(operator: str, into: Path) -> list[Path]:
    """A folder for each node test of an operator, with its model and data; expanded models are omitted."""
    folders = []
    for case in _cases():
        if len(case.model.graph.node) != 1 or case.model.graph.node[0].op_type != operator:
            continue
        folder = into / case.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.onnx").write_bytes(case.model.SerializeToString())
        for number, arrays in enumerate(case.data_sets):
            data = folder / f"test_data_set_{number}"
            data.mkdir(exist_ok=True)
            for kind, values, graph in zip(
                ("input", "output"), arrays, (case.model.graph.input, case.model.graph.output), strict=True
            ):
                for place, (value, about) in enumerate(zip(values, graph, strict=True)):
                    (data / f"{kind}_{place}.pb").write_bytes(_tensor(value, about.name))
        folders.append(folder)
    return folders


@cache
def _cases() -> list[Any]:
    """The cases of all operators, which can be collected only once."""
    from onnx.backend.test.case import node

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(node.collect_testcases(None))


def _tensor(value: object, name: str) -> bytes:
    from onnx import TensorProto, numpy_helper

    tensor = value if isinstance(value, TensorProto) else numpy_helper.from_array(np.asarray(value), name)
    return tensor.SerializeToString()
