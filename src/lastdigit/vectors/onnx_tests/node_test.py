"""A node test: a model of one node with its attributes, a set of inputs and expected outputs, and their hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.errors import LocatedError
from lastdigit.base.extras import needs
from lastdigit.base.files import read_content

MODEL, DATA_SETS = "model.onnx", "test_data_set_*"


class InvalidNodeTest(LocatedError):
    """A folder that is not a node test, or has invalid files."""


@dataclass(frozen=True, eq=False)
class NodeTest:
    """One data set of one node: arrays and expected outputs by position in the node, None for an omitted one.

    ``outputs`` are named as the node names them. ``files`` has the SHA-256 of every file read.
    """

    name: str
    folder: Path
    operator: str
    domain: str
    opset: int
    onnx: str
    attributes: Mapping[str, Any]
    inputs: Sequence[np.ndarray | None]
    outputs: Sequence[np.ndarray | None]
    output_names: Sequence[str]
    files: Mapping[str, str]

    @property
    def model(self) -> Path:
        """The file of the model."""
        return self.folder / MODEL

    def refused(self, expected: str, found: str) -> InvalidNodeTest:
        """An error in its model."""
        return InvalidNodeTest(self.model, 1, expected, found)


def read_node_tests(folder: Path) -> Iterator[NodeTest]:
    """Read the data sets of a model's folder, or a single data set's folder next to its model. Nothing in the files is
    executed, and tensors with external data are refused.
    """
    with needs("onnx"):
        import onnx

    sets = [folder] if (folder.parent / MODEL).is_file() else sorted(folder.glob(DATA_SETS))
    root = sets[0].parent if sets else folder
    if not (root / MODEL).is_file():
        raise InvalidNodeTest(root / MODEL, 1, "the model of a node test", "no such file")
    if not sets:
        raise InvalidNodeTest(folder, 1, f"a folder {DATA_SETS} beside {MODEL}", "none")
    content = read_content(root / MODEL)
    model = _parsed(root / MODEL, content, onnx.ModelProto)
    if len(model.graph.node) != 1:
        raise InvalidNodeTest(root / MODEL, 1, "a model of one node", f"{len(model.graph.node)} nodes")
    node = model.graph.node[0]
    try:
        attributes = {each.name: _plain(onnx.helper.get_attribute_value(each)) for each in node.attribute}
    except (ValueError, TypeError) as error:
        raise InvalidNodeTest(root / MODEL, 1, "attributes with values", str(error)) from None
    opset = next((each.version for each in model.opset_import if each.domain == node.domain), 0)
    for data in sets:
        files = {MODEL: hashlib.sha256(content).hexdigest()}
        given = {
            each.name: _array(data / f"input_{i}.pb", files, data.name) for i, each in enumerate(model.graph.input)
        }
        expected = {
            each.name: _array(data / f"output_{i}.pb", files, data.name) for i, each in enumerate(model.graph.output)
        }
        yield NodeTest(
            root.name if len(sets) == 1 else f"{root.name}-{data.name}",
            root,
            node.op_type,
            node.domain,
            int(opset),
            onnx.__version__,
            attributes,
            tuple(given.get(name) for name in node.input),
            tuple(expected.get(name) for name in node.output),
            tuple(node.output),
            files,
        )


def _parsed(path: Path, content: bytes, kind: Any) -> Any:
    with needs("onnx"):
        from google.protobuf.message import DecodeError

    found = kind()
    try:
        found.ParseFromString(content)
    except DecodeError as error:
        raise InvalidNodeTest(path, 1, f"a message {kind.__name__} of ONNX", str(error) or "none") from None
    return found


def _array(path: Path, files: dict[str, str], data_set: str) -> np.ndarray:
    """Read a tensor; its hash is added to ``files``."""
    with needs("onnx"):
        import onnx
        from onnx import numpy_helper

    if not path.is_file():
        raise InvalidNodeTest(path, 1, "a tensor of the model's graph", "no such file")
    content = read_content(path)
    files[f"{data_set}/{path.name}"] = hashlib.sha256(content).hexdigest()
    tensor = _parsed(path, content, onnx.TensorProto)
    if tensor.data_location == onnx.TensorProto.EXTERNAL:
        raise InvalidNodeTest(path, 1, "a tensor with its own data", "data in another file")
    try:
        return np.asarray(numpy_helper.to_array(tensor))
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        raise InvalidNodeTest(path, 1, "a tensor of numbers", f"{type(error).__name__}: {error}") from None


def _plain(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
