"""``lastdigit import onnx``: folders that the test writes with the onnx package, as vectors with their provenance."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from lastdigit.commands.command_line import main
from lastdigit.vectors.outputs import judged_outputs
from lastdigit.verdicts.verdict import AGREES, DISAGREES

onnx = pytest.importorskip("onnx", reason="onnx is not installed; it reads the files")
from onnx import TensorProto, numpy_helper  # noqa: E402

from tests.harness.vectors.node_folders import causal_attention, written  # noqa: E402


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A node test of a causal attention."""
    return causal_attention(tmp_path / "test_causal")


def test_a_node_test_becomes_a_vector_with_its_provenance(folder: Path, tmp_path: Path):
    into = tmp_path / "vectors"
    assert main(["import", "onnx", str(folder), "--into", str(into)]) == 0
    about = json.loads((into / "test_causal.import.json").read_text(encoding="utf-8"))
    assert (about["operator"], about["opset"], about["onnx"]) == ("Attention", 23, onnx.__version__)
    assert about["attributes"] == {"is_causal": 1}
    assert about["outputs"]["Y"]["verdict"] == AGREES
    assert len(about["sha256"]) == 5
    for name, found in about["sha256"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == found


def test_outputs_of_any_program_are_judged_by_the_vector(folder: Path, tmp_path: Path):
    main(["import", "onnx", str(folder / "test_data_set_0"), "--into", str(tmp_path)])
    tensor = onnx.TensorProto.FromString((folder / "test_data_set_0" / "output_0.pb").read_bytes())
    y = numpy_helper.to_array(tensor).astype(float)
    for values, expected in ((y, AGREES), (y[:, ::-1], DISAGREES)):
        outputs = {"vector": "test_causal-Y.json", "format": "float32", "output": values.tolist()}
        (tmp_path / "outputs.json").write_text(json.dumps(outputs), encoding="utf-8")
        assert judged_outputs(tmp_path / "outputs.json").verdict == expected


def test_an_expected_output_outside_of_its_definition_is_an_erratum(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = folder / "test_data_set_0" / "output_0.pb"
    y = numpy_helper.to_array(onnx.TensorProto.FromString(path.read_bytes())).copy()
    y[0, 1, 2, 3] += 0.001
    path.write_bytes(numpy_helper.from_array(y, "Y").SerializeToString())
    assert main(["import", "onnx", str(folder), "--into", str(tmp_path / "vectors")]) == 1
    about = json.loads((tmp_path / "vectors" / "test_causal.import.json").read_text(encoding="utf-8"))["outputs"]["Y"]
    assert (about["verdict"], about["evidence"], about["index"]) == (DISAGREES, "proven", "0,1,2,3")
    assert "[0, 1, 2, 3]" in about["erratum"]
    assert "1 expected outputs do not agree" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda folder: (folder / "model.onnx").write_bytes(b"\xff" * 9), "a message ModelProto"),
        (lambda folder: (folder / "model.onnx").unlink(), "no such file"),
        (lambda folder: (folder / "test_data_set_0" / "input_1.pb").unlink(), "no such file"),
        (
            lambda folder: (folder / "test_data_set_0" / "input_1.pb").write_bytes(b"\x08\x7f\x10\x63"),
            "a tensor of num",
        ),
    ],
)
def test_files_that_are_no_node_test_are_named(folder: Path, spoil, found: str, capsys: pytest.CaptureFixture[str]):
    spoil(folder)
    assert main(["import", "onnx", str(folder), "--into", str(folder / "vectors")]) == 1
    assert found in capsys.readouterr().err
    assert not (folder / "vectors").exists()


def test_data_in_another_file_are_not_followed(folder: Path, capsys: pytest.CaptureFixture[str]):
    tensor = onnx.TensorProto(data_type=TensorProto.FLOAT, dims=[1], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="/etc/hostname")
    (folder / "test_data_set_0" / "input_0.pb").write_bytes(tensor.SerializeToString())
    assert main(["import", "onnx", str(folder), "--into", str(folder / "vectors")]) == 1
    assert "data in another file" in capsys.readouterr().err


def test_an_operator_that_is_not_known_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    x = np.ones((2, 2), dtype=np.float32)
    folder = written(tmp_path / "test_attentoin", "Attentoin", [x], x)
    assert main(["import", "onnx", str(folder), "--into", str(tmp_path / "vectors")]) == 1
    assert "did you mean 'Attention'?" in capsys.readouterr().err


def test_the_study_tells_what_does_not_agree(folder: Path, capsys: pytest.CaptureFixture[str]):
    from studies.onnx_attention.__main__ import main as study

    pytest.importorskip("torch")
    assert study([str(folder)]) == 0
    told = capsys.readouterr().out
    for name in ("the vector", "onnx.reference", "NumPy", "torch SDPA", "torch einsum"):
        assert f"{name}: 1 tests, agrees 1" in told
