"""Folders of node tests, which the onnx package writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from onnx import helper, numpy_helper


def written(
    folder: Path,
    operator: str,
    inputs: list[np.ndarray],
    *outputs: np.ndarray,
    names: Sequence[str] = "QKV",
    **attributes: object,
) -> Path:
    """A node test with these inputs and expected outputs, which are called Y, Y1 and so on."""
    names, produced = names[: len(inputs)], [f"Y{number or ''}" for number in range(len(outputs))]
    arrays = dict(zip((*names, *produced), (*inputs, *outputs), strict=True))
    about = {
        name: helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), None)
        for name, array in arrays.items()
    }
    node = helper.make_node(operator, list(names), produced, **attributes)
    graph = helper.make_graph([node], "test", [about[name] for name in names], [about[name] for name in produced])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])
    data = folder / "test_data_set_0"
    data.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    for kind, each in (("input", inputs), ("output", outputs)):
        for place, array in enumerate(each):
            name = (names if kind == "input" else produced)[place]
            (data / f"{kind}_{place}.pb").write_bytes(numpy_helper.from_array(array, name).SerializeToString())
    return folder


def causal_attention(folder: Path) -> Path:
    """A node test of a causal attention, whose expected output NumPy computes."""
    q, k, v = (np.random.RandomState(i).normal(size=(1, 2, 3, 4)).astype(np.float32) for i in range(3))
    scores = np.where(np.tri(3, dtype=bool), q @ k.swapaxes(-1, -2) / np.float32(2), -np.inf)
    exponentials = np.exp(scores).astype(np.float32)
    y = exponentials / exponentials.sum(axis=-1, keepdims=True) @ v
    return written(folder, "Attention", [q, k, v], y, is_causal=1)
