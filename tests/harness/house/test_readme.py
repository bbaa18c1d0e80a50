"""README.md: its examples run and say what it shows; and every command of it and of docs/ has arguments that exist."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from lastdigit.commands.command_line import _parser
from studies.glossary.names import options

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OF_PYTEST = re.compile(r"--lastdigit-[\w-]+")


@pytest.fixture
def blocks(root: Path) -> list[tuple[str, str]]:
    return BLOCK.findall((root / "README.md").read_text(encoding="utf-8"))


def test_the_first_example_fails_as_it_says(blocks):
    (first, shown) = next((code, after) for (kind, code), (_, after) in pairwise(blocks) if kind == "python")
    with pytest.raises(AssertionError) as failure:
        exec(first, {})
    said = f"AssertionError: {failure.value}"
    assert all(line in said for line in shown.splitlines() if line.strip() != "…")
    assert 8 <= len(first.splitlines()) <= 10


def test_the_example_of_a_test_file_runs(blocks):
    generator = np.random.default_rng(3)
    q, k, v = generator.normal(size=(3, 4, 4))
    scores = np.where(np.tri(4, dtype=bool), q @ k.T / 2.0, -np.inf)
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    code = next(code for kind, code in blocks if kind == "python" and "lastdigit.judge" in code)
    printed = next(line for line in code.splitlines() if "lastdigit.printed" in line)
    here = {"actual": weights @ v, "q": q, "k": k, "v": v}
    exec(code.replace(printed, ""), here)
    assert here["verdict"].verdict == "agrees"
    exec(f"import lastdigit\n{printed}", {"actual": np.array([[0.42231880, 0.15536240, 0.42231880]])})


def test_every_command_of_the_documentation_has_arguments_that_exist(root: Path):
    parser = _parser()
    known = {option for option, command, _ in options() if command == "pytest"}
    commands = 0
    for page in (root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md"))):
        for kind, block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for line in block.splitlines() if kind == "sh" else ():
                if line.startswith("lastdigit "):
                    commands += 1
                    parser.parse_args(shlex.split(line, comments=True)[1:])
                elif line.startswith("pytest "):
                    commands += 1
                    assert set(OF_PYTEST.findall(line)) <= known, f"{page.name}: {line}"
    assert commands > 40
