"""Proposed draws: what a source draws is described where it says so plainly, and left out where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.cases.case_file import load_case_file
from lastdigit.commands.command_line import main
from lastdigit.readers.table import read_document
from lastdigit.source.draws import SourceDraw, drawn_in

LAYER = """
In [1]:
import torch
from torch import nn

In [2]:
layer = nn.Linear(in_features=3, out_features=2)
print("w:", layer.weight)

w: tensor([[0.1000, 0.2000, 0.3000],
        [0.4000, 0.5000, 0.6000]])
"""


def draws_of(write, source: str) -> list[tuple[int, str, int | None, list[SourceDraw]]]:
    document = read_document(write("007.txt", f"In [1]:\n{source}\n\nx: [1.5]\n"))
    return [(group.cell, group.generator, group.seed, group.draws) for group in drawn_in(document)]


@pytest.mark.parametrize(
    ("source", "generator", "call", "shape"),
    [
        ("w = np.random.rand(2, 3)", "numpy.random", "rand", (2, 3)),
        ("w = numpy.random.randn(4)", "numpy.random", "randn", (4,)),
        ("n = 4\nw = np.random.random_sample((n, 2))", "numpy.random", "random_sample", (4, 2)),
        ("w = np.random.normal(size=(2, 5))", "numpy.random", "normal", (2, 5)),
        ("x = np.array([[1.0, 2.0]])\nd = x.shape[1]\nw = np.random.rand(d, d)", "numpy.random", "rand", (2, 2)),
        ("w = torch.rand((3, 2), requires_grad=True)", "torch", "rand", (3, 2)),
        ("w = torch.nn.Parameter(torch.rand(3, 2))", "torch", "rand", (3, 2)),
        ("if __name__ == '__main__':\n    w = torch.randn(2, 2)", "torch", "randn", (2, 2)),
    ],
)
def test_a_plain_call_is_read(write, source: str, generator: str, call: str, shape: tuple[int, ...]):
    assert draws_of(write, source) == [(1, generator, None, [SourceDraw("w", generator, call, shape)])]


@pytest.mark.parametrize("sets", ["np.random.seed(5)", "_ = np.random.seed(5)"])
def test_a_seed_that_the_source_sets_is_read_with_its_draws(write, sets: str):
    ((_, _, seed, draws),) = draws_of(write, f"{sets}\na = np.random.rand(2)\nb = np.random.rand(3)")
    assert (seed, [draw.name for draw in draws]) == (5, ["a", "b"])


def test_a_layer_draws_its_weight_and_then_its_bias(write):
    ((_, _, _, draws),) = draws_of(write, "layer = nn.Linear(3, 2)")
    assert [(draw.name, draw.shape, draw.fan_in) for draw in draws] == [
        ("layer_weight", (2, 3), 3),
        ("layer_bias", (2,), 3),
    ]
    ((_, _, _, draws),) = draws_of(write, "layer = nn.Linear(3, 2, bias=False)")
    assert [draw.name for draw in draws] == ["layer_weight"]


@pytest.mark.parametrize(
    "source",
    [
        "w = np.random.rand(n, 2)",
        "def draw():\n    return np.random.rand(2)\nw = np.random.rand(3)",
        "for i in range(3):\n    w = np.random.rand(2)",
        "w = np.random.rand(2)\nnp.random.shuffle(w)",
        "block = nn.MultiheadAttention(4, 2)\nw = torch.rand(2)",
    ],
)
def test_draws_that_are_not_plain_are_not_proposed(write, source: str):
    assert draws_of(write, source) == []


def test_a_proposal_can_be_used_as_it_is(write, tmp_path: Path, capsys):
    path = write("007.txt", LAYER)
    assert main(["extract", str(path), "--into", str(tmp_path / "store")]) == 0
    _, _, proposed = capsys.readouterr().out.partition("from the source:\n")
    case_path = write("store/007/cases.toml", proposed)
    case_file = load_case_file(case_path)
    (recipe,) = case_file.recipes
    assert (recipe.generator, recipe.seed, recipe.cells) == ("torch", None, {"cell 2": 8})
    assert [(entry.name, entry.call, entry.shape) for entry in recipe.draws] == [
        ("layer_weight_cell_2_unit", "rand", (2, 3)),
        ("layer_bias_cell_2_unit", "rand", (2,)),
    ]
    assert case_file.derived["layer_bias_cell_2"].inputs == {"unit": "layer_bias_cell_2_unit"}
    assert main(["extract", str(path), "--into", str(tmp_path / "store")]) == 0
    assert "from the source" not in capsys.readouterr().out
