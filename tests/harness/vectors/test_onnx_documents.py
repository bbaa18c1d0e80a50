"""Node tests of ONNX as documents: goldens and cases that the gate runs every implementation against."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from lastdigit.base.errors import StoreMismatch
from lastdigit.cases.reference import load_reference, load_reference_document
from lastdigit.commands.command_line import main
from tests.harness.conftest import SmallProject

pytest.importorskip("onnx", reason="onnx is not installed; it reads the files")
from tests.harness.vectors.node_folders import causal_attention, written

X = np.array([[0.1, 2.5, -1e-30], [1.5, 0.0, 3e7]], dtype=np.float32)


def softmax(x: np.ndarray) -> np.ndarray:
    exponentials = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return exponentials / np.sum(exponentials, axis=-1, keepdims=True)


def imported(*folders: Path, root: Path) -> int:
    return main(["import", "onnx", *map(str, folders), "--reference-data", str(root)])


def test_a_node_test_becomes_a_document_whose_goldens_are_its_exact_numbers(tmp_path: Path):
    folder = written(tmp_path / "test_softmax", "Softmax", [X], softmax(X), axis=-1)
    assert imported(folder, root=tmp_path / "store") == 0
    document = load_reference_document(tmp_path / "store" / "test_softmax")
    (case,) = document.case_file.cases
    assert (case.operation, dict(case.inputs), case.dtype) == ("softmax", {"x": "x"}, "float32")
    for name, array in (("x", X), ("expected_output", softmax(X))):
        golden = document.golden(name)
        assert golden.shape == (2, 3)
        assert [(value.low, value.high) for value in golden.numbers] == [(Fraction(float(x)),) * 2 for x in array.flat]
    assert document.golden("expected_output").format.dtype == "float32"


def test_what_it_was_made_from_lies_beside_it(tmp_path: Path):
    imported(causal_attention(tmp_path / "test_causal"), root=tmp_path / "store")
    about = json.loads((tmp_path / "store" / "test_causal" / "import.json").read_text(encoding="utf-8"))
    assert (about["operator"], about["opset"], about["attributes"]) == ("Attention", 23, {"is_causal": 1})
    assert len(about["sha256"]) == 5
    other = causal_attention(tmp_path / "other" / "test_causal")
    (other / "model.onnx").write_bytes((other / "model.onnx").read_bytes() + b"\x3a\x00")
    imported(other, root=tmp_path / "others")
    first, second = (load_reference(tmp_path / name).documents["test_causal"].stored for name in ("store", "others"))
    assert first.sha256 != second.sha256


def test_a_changed_number_is_refused(tmp_path: Path):
    imported(causal_attention(tmp_path / "test_causal"), root=tmp_path / "store")
    path = tmp_path / "store" / "test_causal" / "goldens" / "expected_Y.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("1", "2", 1), encoding="utf-8")
    with pytest.raises(StoreMismatch):
        load_reference_document(tmp_path / "store" / "test_causal")


def test_no_document_is_replaced_and_none_is_begun_where_one_exists(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first, second = (causal_attention(tmp_path / name) for name in ("test_first", "test_second"))
    assert imported(second, root=tmp_path / "store") == 0
    assert imported(first, second, root=tmp_path / "store") == 1
    assert "test_second: expected no document of this name, found one" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "store").iterdir()] == ["test_second"]


@pytest.mark.parametrize(
    ("operator", "inputs", "attributes", "reason"),
    [
        ("ReduceSum", [X, np.zeros(0, np.int64)], {"noop_with_empty_axes": 1}, "its numbers are copied"),
        ("Softmax", [np.float32([0.0, np.inf])], {}, "some of its numbers are infinite or nan"),
    ],
)
def test_what_cannot_be_a_case_is_told_and_not_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], operator: str, inputs: list, attributes: dict, reason: str
):
    folder = written(tmp_path / "test_none", operator, inputs, inputs[0], names="ABC", **attributes)
    assert imported(folder, root=tmp_path / "store") == 0
    told = capsys.readouterr().out
    assert reason in told
    assert "0 of 1 node tests stored" in told
    assert not (tmp_path / "store" / "test_none").exists()


def test_an_expected_output_outside_of_its_definition_is_an_erratum_with_its_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    wrong = softmax(X) + np.float32(0.001)
    folder = written(tmp_path / "test_softmax", "Softmax", [X], wrong, axis=-1)
    assert imported(folder, root=tmp_path / "store") == 1
    (erratum,) = load_reference_document(tmp_path / "store" / "test_softmax").case_file.errata
    assert (erratum.golden, erratum.evidence) == ("expected_output", "proven")
    assert erratum.reason in capsys.readouterr().out


SOFTMAX = """

@implements("softmax", dtypes=("float32",))
def softmax(x):
    exponentials = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return exponentials / np.sum(exponentials, axis=-1, keepdims=True)
"""


def test_every_implementation_runs_against_it_and_a_wrong_one_is_named(small_project: SmallProject, tmp_path: Path):
    x = np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32)
    folder = written(tmp_path / "test_softmax", "Softmax", [x], softmax(x), axis=-1)
    assert imported(folder, root=small_project.folder / "reference_data") == 0
    small_project.append("implementations/mine.py", SOFTMAX)
    passed = small_project.run("-q")
    assert "test_softmax" in small_project.report("verdicts.csv")
    assert passed.returncode == 0, passed.stdout
    small_project.edit(
        "implementations/mine.py", "exponentials / np.sum(exponentials", "exponentials / np.max(exponentials"
    )
    failed = small_project.run("-q")
    assert failed.returncode == 1
    rows = [line for line in small_project.report("verdicts.csv").splitlines() if "test_softmax,output" in line]
    assert any(",disagrees," in row for row in rows)
