"""Proposed cases: what a source computes plainly from known inputs becomes a case, and its goldens agree with it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from lastdigit.cases.case_file import load_case_file
from lastdigit.cases.proposal import HEADING, proposed
from lastdigit.cases.reference import load_reference
from lastdigit.commands.command_line import main
from lastdigit.document import document_id
from lastdigit.extraction.extract import extract
from lastdigit.operations import all_operations
from lastdigit.pytest_session.project import Project
from lastdigit.readers.table import read_document
from lastdigit.source.computations import COMPUTATIONS, Assignments, Known, computation
from lastdigit.store.documents import store
from tests.harness.made_up_notebooks import written

SOURCE = """
import torch
import torch.nn as nn
import torch.nn.functional as F

class Attention(nn.Module):
    def __init__(self, d_in, d_out, bias=False):
        super().__init__()
        self.key = nn.Linear(d_in, d_out, bias=bias)
        self.query = nn.Linear(d_in, d_out, bias=bias)
    def forward(self, x):
        scores = self.query(x) @ self.key(x).T
        weights = F.softmax(scores / 2 ** 0.5, dim=-1)
        return weights @ x

D, H = 4, 2
torch.manual_seed(123)
x = torch.rand(3, D)
layer = nn.Linear(D, int(D / H))
y = layer(x)
q, k = torch.rand(2, 3), torch.rand(2, 3)
"""


class EveryLetter(dict[str, str]):
    """Every name of one letter is an input."""

    def __contains__(self, name: object) -> bool:
        return len(str(name)) == 1

    def __missing__(self, name: str) -> str:
        return name


@pytest.mark.parametrize("known", COMPUTATIONS, ids=lambda known: f"{known.operation} {known.expression}")
def test_a_row_of_the_table_is_its_example_and_not_its_counterexample(known: Known):
    assert known.operation in all_operations()
    call = computation(ast.parse(known.example, mode="eval").body, Assignments(), EveryLetter())
    assert call is not None
    assert call.operation == known.operation
    assert set(call.inputs) <= set(all_operations()[known.operation].arrays)
    other = computation(ast.parse(known.counterexample, mode="eval").body, Assignments(), EveryLetter())
    assert other is None or other.operation != known.operation


def proposal(tmp_path: Path, source: str, label: str, tokens: str = "[[0.5, 0.25]]") -> str:
    document = read_document(written(tmp_path, (source,), (f"print({label})", f"{tokens}\n")))
    return proposed(document, [entry.golden for entry in extract(document)])


LITERALS = "a = torch.tensor([[1.0, 2.0]])\nb = torch.tensor([[3.0, 4.0]])\n"


@pytest.mark.parametrize(
    ("source", "label", "operation", "inputs"),
    [
        (LITERALS, "F.softmax(a, dim=-1)", "softmax", '{x = "a"}'),
        (
            LITERALS + "s = a @ b.T\nw = s / d ** 0.5\nt = F.softmax(w, dim=-1)",
            "t",
            "attention_weights",
            '{q = "a", k = "b"}',
        ),
        (LITERALS + "s = a[0] @ b.T", "s", "attention_scores", '{q = {of = "a",row = 0}, k = "b"}'),
        (LITERALS + "s = a @ b.T\ns = s.softmax(dim=-1)", "s", "dot_product_attention_weights", '{q = "a", k = "b"}'),
        (LITERALS + "s = a.detach().sum(-1)", "s", "total", '{x = "a"}'),
    ],
)
def test_what_is_plain_is_proposed(tmp_path: Path, source: str, label: str, operation: str, inputs: str):
    text = proposal(tmp_path, source, label)
    assert text.startswith(f"# {HEADING}")
    assert f'operation = "{operation}"\ninputs = {inputs}\n' in text
    assert 'note = "proposed: ' in text


@pytest.mark.parametrize(
    ("source", "label"),
    [
        (LITERALS, "a * b"),
        (LITERALS, "F.softmax(a, dim=0)"),
        (LITERALS, "F.softmax(unknown, dim=-1)"),
        (LITERALS, "a"),
        (LITERALS + "a = a * 2\n", "F.softmax(a, dim=-1)"),
        ("q = torch.rand(2, 2)\n", "F.softmax(q, dim=-1)"),
        ("x = f(x)\nf = lambda x: x\n", "x"),
    ],
)
def test_what_is_not_plain_is_not(tmp_path: Path, source: str, label: str):
    assert "[[case]]" not in proposal(tmp_path, source, label)


def test_layers_classes_and_arithmetic_in_shapes_are_followed(tmp_path: Path):
    text = proposal(tmp_path, SOURCE, "y")
    assert '{name = "layer_weight_cell_1_unit", call = "rand", shape = [2, 4]}' in text
    assert 'operation = "linear"\ninputs = {x = "x_cell_1", weight = "layer_weight_cell_1", bias' in text
    object_of = SOURCE.partition("layer =")[0] + "made = Attention(D, H)\nz = made(x)\n"
    text = proposal(tmp_path, object_of, "z")
    assert '{name = "made_key_weight_cell_1_unit", call = "rand", shape = [2, 4]}' in text
    assert "bias" not in text


def test_the_cases_that_are_proposed_for_the_documents_agree(documents: Path, tmp_path: Path):
    judged = 0
    for path in sorted(documents.iterdir()):
        document = read_document(path)
        extracted = extract(document)
        text = proposed(document, [entry.golden for entry in extracted])
        stored = store(document, extracted, tmp_path)
        (stored.folder / "cases.toml").write_text(text.replace("seed = ", "stored = false\nseed = "), encoding="utf-8")
        assert load_case_file(stored.folder / "cases.toml").document == document_id(path)
    reference = load_reference(tmp_path)
    assert all("expected draws whose seed is known" in fault for fault in reference.faults)
    project = Project(reference, ())
    for case in reference.cases:
        for verdict in project.judge_document(case):
            judged += 1
            assert verdict.verdict in ("agrees", "undecided"), (case, verdict.reason)
    assert judged >= 8


def test_extract_shows_what_it_proposes_and_takes_it(tmp_path: Path, capsys):
    proposal(tmp_path, LITERALS, "F.softmax(a, dim=-1)", "[[0.26894142 0.73105858]]")
    assert main(["extract", str(tmp_path / "a.ipynb"), "--into", str(tmp_path / "store")]) == 0
    shown = capsys.readouterr().out
    assert "f_softmax_a_dim_1" in shown
    _, _, text = shown.partition("from the source:\n")
    (tmp_path / "store" / "a" / "cases.toml").write_text(text, encoding="utf-8")
    reference = load_reference(tmp_path / "store")
    assert reference.faults == ()
    assert [verdict.verdict for case in reference.cases for verdict in Project(reference, ()).judge_document(case)]


@pytest.mark.parametrize(
    "source",
    [
        "n = " + "1 + " * 3000 + "1\nx = torch.rand(n)\n",
        LITERALS + "s = a" + "[0]" * 400 + "\n",
        LITERALS + "".join(f"s{n + 1} = s{n} @ s{n}.T\n" for n in range(300)),
        "s = a @ s.T\ns = s @ s.T\n" * 400,
    ],
    ids=["a long sum", "many indices", "a chain of products", "a name of itself"],
)
def test_a_source_that_nests_without_end_proposes_nothing_and_ends(tmp_path: Path, source: str):
    assert "[[case]]" not in proposal(tmp_path, source, "s")
