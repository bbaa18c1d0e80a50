"""What a print is called and what kind it is, where the words on its line do not say it plainly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastdigit.extraction.extract import extract_all
from lastdigit.extraction.extracted import Extraction
from lastdigit.extraction.written_brackets import UNBALANCED
from lastdigit.printing.words.line_kinds import REASONS
from lastdigit.readers.table import read_document


@pytest.fixture
def read(tmp_path: Path):
    """Reads the cells of a notebook, each a source and what it printed."""

    def reads(*cells: tuple[str, str]) -> Extraction:
        content = [
            {
                "cell_type": "code",
                "source": source,
                "outputs": [{"output_type": "stream", "name": "stdout", "text": text}],
            }
            for source, text in cells
        ]
        path = tmp_path / "a.ipynb"
        path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": content}))
        return extract_all(read_document(path))

    return reads


def names(extraction: Extraction) -> list[tuple[str, str, str]]:
    return [(entry.golden.label, entry.golden.kind, " ".join(entry.golden.tokens)) for entry in extraction.goldens]


SHOW = "def show(x, name):\n    print(x)\n    print(x.shape)"


def test_every_call_of_a_helper_has_a_name_of_its_own(read):
    output = "tensor([0.5000, 0.2500])\ntorch.Size([2])\ntensor([0.1250])\ntorch.Size([1])"
    assert names(read((SHOW, ""), ("show(a @ b, 'scores')\nshow(c, 'weights')", output))) == [
        ("scores", "printed", "0.5000 0.2500"),
        ("scores.shape", "shape", "2"),
        ("weights", "printed", "0.1250"),
        ("weights.shape", "shape", "1"),
    ]


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("print(x.dtype, x)", "torch.int64 tensor([1, 2])", [("x", "printed", "1 2")]),
        ("print(x.dtype)\nprint(x)", "float32\n[0.5 0.25]", [("x", "printed", "0.5 0.25")]),
        ("print(x.device, x)", "cuda:0 tensor([0.5000])", [("x", "printed", "0.5000")]),
        ("print('x', x.shape, x.dtype)", "x (2, 3) float32", [("x", "shape", "2 3")]),
        (
            "print('max', x.max(), x.shape, x.min())",
            "max 0.75 (2, 3) 0.125",
            [("max", "printed", "0.75"), ("x.shape", "shape", "2 3"), ("max", "printed", "0.125")],
        ),
        (
            "print(f'the rows {w} sum to one')",
            "the rows [0.25 0.75] sum to one",
            [("the rows", "printed", "0.25 0.75")],
        ),
        (
            "for p in net.named_parameters():\n    print(p)",
            "('bias', tensor([0.5]))",
            [("p['bias']", "printed", "0.5")],
        ),
        ("A = np.transpose([[1, 2], [3, 4]])", "", [("A (argument of np.transpose)", "literal", "1 2 3 4")]),
        ("print(A)", "Score: 4/5", []),
        ("print(n)", "Accuracy: 9845/10000 (98%)", [("Accuracy", "printed", "9845"), ("Accuracy", "printed", "98")]),
    ],
)
def test_names_and_kinds(read, source: str, output: str, expected: list[tuple[str, str, str]]):
    assert names(read((source, output))) == expected


@pytest.mark.parametrize(
    ("source", "output", "reason"),
    [
        (
            "bar()",
            "HBox(children=(FloatProgress(value=0.0, description='Epochs (of', max=1.0), HTML(value='')))",
            "representation",
        ),
        ("for i in range(3):\n    print(f'matrix {i} and matrix {i + 1}')", "matrix 0 and matrix 1", "loose integer"),
        ("print(layer)", "Softmax (dim=5)", "representation"),
        ("make_jaxpr(f)(x)", "{ lambda ; a:f32[8]. let\n    b:f32[8] = mul a 2.0\n  in (b,) }", "program"),
        ("print(''.join(chars))", " !$&',-.3:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "alphabet"),
        ("print(index)", "{'a': 0, 'b': 1, 'c': 2, 'd': 3}", "enumeration"),
        ("print('(should be 1.0)')", "(should be 1.0)", "comparison"),
        ("print(n)", "Score: 4/5", "fraction"),
        ("print(w)", "they are [0.25, 0.75] in all", "container"),
    ],
)
def test_what_is_no_golden_is_left_out_with_the_reason(read, source: str, output: str, reason: str):
    extraction = read((source, output))
    assert names(extraction) == []
    assert {entry.reason for entry in extraction.left_out} == {REASONS[reason]}


@pytest.mark.parametrize("output", ["tensor([[0.1, 0.2], [0.3, 0.4]]])", "[[0.5 0.25]\n [0.125 0.75]]]"])
def test_brackets_that_do_not_match_are_left_out_for_that(read, output: str):
    extraction = read(("print(x)", output))
    assert names(extraction) == []
    assert {entry.reason for entry in extraction.left_out} == {UNBALANCED}


def test_brackets_that_do_not_match_take_nothing_with_them(read):
    extraction = read(("print(x)\nprint(y)", "tensor([[0.1], [0.3]]])\n[[0.5  0.25]\n [0.125 0.75]]"))
    assert [tokens for _, _, tokens in names(extraction)] == ["0.5 0.25 0.125 0.75"]


def test_a_loop_over_values_prints_values(read):
    source = "for n in counts:\n    print(f'There are {n} pears')"
    assert names(read((source, "There are 3 pears"))) == [("There are pears", "printed", "3")]
