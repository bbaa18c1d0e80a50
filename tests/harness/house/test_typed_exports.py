"""What ``import lastdigit`` offers: every name has its type, and a misspelt one is an error."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import lastdigit

PROGRAM = """
    import lastdigit

    reveal_type(lastdigit.assert_agrees)
    reveal_type(lastdigit.judge(1.0, "total", [1.0]).verdict)
    {names}
    """


@pytest.fixture
def revealed(write, tmp_path: Path, root: Path):
    """What mypy says of a program, by line."""
    pytest.importorskip("mypy")

    def checked(program: str) -> str:
        path = write("program.py", program)
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--cache-dir",
            str(tmp_path / "cache"),
            "--no-error-summary",
            "--follow-imports=silent",
            str(path),
        ]
        found = subprocess.run(
            command,
            cwd=tmp_path,
            env={"MYPYPATH": str(root / "src")},
            capture_output=True,
            check=False,
            text=True,
        )
        assert not found.stderr, found.stderr
        return found.stdout

    return checked


@pytest.mark.long
def test_a_type_checker_knows_every_public_name_and_refuses_a_misspelt_one(revealed):
    names = "\n    ".join(f"reveal_type(lastdigit.{name})" for name in lastdigit.__all__)
    said = revealed(PROGRAM.format(names=f"{names}\n    lastdigit.assert_agree"))
    types = re.findall(r'note: Revealed type is "(.*)"', said)
    assert types[:2] == [types[2 + lastdigit.__all__.index("assert_agrees")], "str"]
    assert len(types) == 2 + len(lastdigit.__all__)
    assert not [found for found in types if found in {"Any", "def (*Any, **Any) -> Any"}]
    assert 'Module has no attribute "assert_agree"; maybe "assert_agrees"?' in said.replace("\n", "")
    assert said.count(": error: ") == 1


def test_every_public_name_is_there_and_listed_once():
    assert all(getattr(lastdigit, name).__name__ == name for name in lastdigit.__all__)
    assert set(lastdigit.__all__) == set(lastdigit._HOMES) <= set(dir(lastdigit))
    assert lastdigit.__all__ == sorted(lastdigit.__all__)


def test_a_misspelt_name_is_told_with_what_was_meant(python):
    process = python("-c", "import lastdigit; lastdigit.asert_agrees")
    assert "has no attribute 'asert_agrees'. Did you mean: 'assert_agrees'?" in process.stderr


def test_the_package_runs_as_the_command(python):
    process = python("-m", "lastdigit", "--version")
    assert (process.returncode, process.stdout) == (0, f"lastdigit {lastdigit.__version__}\n")
