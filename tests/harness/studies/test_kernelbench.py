"""The table of KernelBench's problems, from a checkout that is made up here."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

pytest.importorskip("torch")

from studies.kernelbench.__main__ import main
from studies.kernelbench.expressed import CALLS
from studies.kernelbench.sizes import sizes_of

HEAD = "import torch\n\n\nclass Model(torch.nn.Module):\n"
PROBLEMS = {
    "19_Positive_part.py": (
        "    def forward(self, x):\n        return torch.clamp(x, min=0.0)\n\n\n"
        "batch_size = 2**40\ndim = 2**40\n\n\n"
        "def get_inputs():\n    return [torch.randn(batch_size, dim)]\n\n\ndef get_init_inputs():\n    return []\n"
    ),
    "1_Product.py": (
        "    def forward(self, a, b):\n        return a @ b\n\n\nN = 2**40\n\n\n"
        "def get_inputs():\n    return [torch.rand(N, N), torch.rand(N, N)]\n\n\n"
        "def get_init_inputs():\n    return []\n"
    ),
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "level1").mkdir()
    for name, text in PROBLEMS.items():
        (tmp_path / "level1" / name).write_text(HEAD + text, encoding="utf-8")
    return tmp_path


def test_every_problem_of_a_checkout_is_judged_at_a_small_size(checkout: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(checkout), "--csv", str(checkout / "table.csv")]) == 0
    with (checkout / "table.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["problem"], row["dtype"]) for row in rows[:3]] == [
        ("1", "float32"),
        ("1", "float16"),
        ("1", "bfloat16"),
    ]
    assert len(rows) == 6
    for row in rows:
        assert row["torch"] == "agrees"
        assert row["zeros"] == row["half of the work"] == "disagrees"
        assert row["wrong axis"] == "disagrees"
    assert "2 problems, 6 rows" in capsys.readouterr().out


def test_a_wrong_result_of_torch_is_told_by_the_exit_code(checkout: Path):
    path = checkout / "level1" / "19_Positive_part.py"
    path.write_text(path.read_text(encoding="utf-8").replace("min=0.0", "min=0.5"), encoding="utf-8")
    assert main([str(checkout), "--only", "19"]) == 1


def test_all_hundred_problems_have_an_operation_and_sizes():
    assert sorted(CALLS) == list(range(1, 101))
    assert all(sizes_of(number) for number in CALLS)
