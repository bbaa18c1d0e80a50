"""Inputs that are wrong: each is refused by the error that it must give, in 2 s and 500 MB, and harms no other."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lastdigit.base import errors
from tests.harness.commands.bad_inputs import KINDS, MEGABYTES, RECIPES, SECONDS
from tests.harness.conftest import SmallProject, run_python

FOLDER = Path(__file__).parents[2] / "bad_inputs"
EXPECTED = {
    row["file"]: row for row in csv.DictReader((FOLDER / "expected.csv").read_text(encoding="utf-8").splitlines())
}
"""Of each file the error, its line, and what it says, in parts with bars between them; no error where it is read."""
REFUSED, USAGE = 1, 2
LIMITED = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform != "linux", reason="limits are those of Linux")


class Child:
    """A process that has imported lastdigit and forks itself for every input."""

    def __init__(self, root: Path) -> None:
        paths = os.pathsep.join((str(root), os.environ.get("PYTHONPATH", "")))
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("bad_inputs.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8", "OMP_NUM_THREADS": "1"},
        )

    def ask(self, kind: str, file: Path, work: Path) -> dict[str, Any]:
        """What became of an input."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([kind, str(file), str(work)]) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End it."""
        self._process.communicate()


@pytest.fixture(scope="module")
def child(root: Path) -> Iterator[Child]:
    process = Child(root)
    yield process
    process.close()


def test_every_file_has_its_expected_error_and_every_error_a_file():
    found = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert found - {"expected.csv"} == set(EXPECTED)
    assert sum(bool(row["error"]) for row in EXPECTED.values()) >= 200
    assert {name.partition("/")[0] for name in EXPECTED} == set(KINDS)
    recipes = [path.read_text().splitlines()[1] for path in (FOLDER / "recipes").iterdir()]
    assert set(recipes) == set(RECIPES)
    named = {name for name in vars(errors) if isinstance(vars(errors)[name], type)}
    assert {row["error"] for row in EXPECTED.values()} - {"", "usage", "OSError"} <= named


SLOW = set(KINDS) - ({"cases"} if sys.version_info < (3, 11) else set())
"""Kinds in which no Python differs from another; TOML is read by another library in the oldest one."""


@LIMITED
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.long) if kind in SLOW else kind for kind in KINDS]
)
def test_what_is_wrong_is_refused_by_its_name_within_limits(kind: str, child: Child, tmp_path: Path):
    wrong = []
    for number, (name, row) in enumerate(EXPECTED.items()):
        if name.startswith(f"{kind}/"):
            answer = child.ask(kind, FOLDER / name, tmp_path / str(number))
            wrong += [f"{name}: {words}\n{answer}" for words in contradictions(row, answer)]
    assert not wrong, "\n".join(wrong)


def contradictions(row: Mapping[str, str], answer: Mapping[str, Any]) -> Iterator[str]:
    """In what an answer is not as expected."""
    said, status = answer["said"], answer["status"]
    if status != (USAGE if row["error"] == "usage" else REFUSED if row["error"] else 0):
        yield f"status {status}"
    if "Traceback" in said:
        yield "a traceback"
    if answer["seconds"] > SECONDS or answer["megabytes"] > MEGABYTES:
        yield f"{answer['seconds']:.1f} s, {answer['megabytes']:.0f} MB"
    lines = said.splitlines()
    if row["error"] in ("usage", "OSError", ""):
        lines = [" ".join(said.split())]
    else:
        lines = [line for line in lines if line.removeprefix("lastdigit: ").startswith(f"{row['error']}: ")]
    place = f":{row['line']}:" if row["line"] and "line " not in said else ""
    if not any(place in line and all(part in line for part in row["says"].split("|")) for line in lines):
        yield f"not {row['error']} at line {row['line']} that says {row['says']}"


def test_an_answer_that_is_not_as_expected_is_told():
    row = {"error": "InvalidStore", "line": "3", "says": "expected a|found b"}
    good = {"status": 1, "said": "InvalidStore: x.toml:3: expected a, found b\n", "seconds": 0.1, "megabytes": 50}
    assert not list(contradictions(row, good))
    for change in (
        {"status": 0},
        {"said": "InvalidCase: x.toml:3: expected a, found b"},
        {"said": "InvalidStore: x.toml:4: expected a, found b"},
        {"said": good["said"] + "Traceback (most recent call last)"},
        {"seconds": 2.1},
        {"megabytes": 501},
    ):
        assert list(contradictions(row, {**good, **change})), change


def test_a_broken_document_says_so_where_its_name_is_asked_for(small_project: SmallProject):
    small_project.edit("reference_data/000/cases.toml", 'cells = { "cell 2"', 'cels = { "cell 2"')
    process = small_project.run("-k", "000")
    assert process.returncode == 1
    assert "reference_data/000/cases.toml:7: expected no key 'cels' in draw linear_layer" in process.stdout
    assert "did you mean 'cells'?" in process.stdout
    assert "Traceback" not in process.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_output_that_lacks_characters_has_them_spelled(root: Path, tmp_path: Path, encoding: str):
    (tmp_path / "a.txt").write_text("In [1]:\nprint(x)\n\nweights × ∞ \u4e2d: [0.5 1.5]\n", encoding="utf-8")
    process = run_python(
        *("-m", "lastdigit.commands.command_line", "extract", "a.txt", "--into", "store"),
        folder=tmp_path,
        PYTHONIOENCODING=encoding,
    )
    assert (process.returncode, "Traceback" in process.stderr) == (0, False), process.stderr
