"""No tolerance is picked by hand: the words by which that is done stand nowhere in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDERS = ("src", "tests", "implementations", "benchmarks", "studies")
NEEDLES = ["".join(parts) for parts in (("r", "tol"), ("a", "tol"), ("all", "close"), ("app", "rox"))]
NEEDLES += ["is" + "close", "rel_" + "tol", "abs_" + "tol", "assert_almost" + "_equal"]
MLX = "nn.gelu_" + "app" + "rox("
"""A function of MLX."""
PATTERN = re.compile(rf"(?<![a-z])(?:{'|'.join(NEEDLES)})(?![a-z])")


def sources(root: Path) -> list[Path]:
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))]
    return [*files, root / "conftest.py"]


@pytest.mark.parametrize("words", ["x, {}=1e-3)", "np.{}(a, b)", "pytest.{}(1)", "torch.{}"])
def test_the_search_finds_what_it_looks_for(words: str):
    assert all(PATTERN.search(words.format(needle)) for needle in NEEDLES)
    assert not PATTERN.search("app" + "roximately closed, with controls at " + "strtol")


def test_no_source_names_a_tolerance_that_was_picked_by_hand(root: Path):
    files = sources(root)
    assert len(files) > 60
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if PATTERN.search(line.replace(MLX, ""))
    ]
    assert found == []
