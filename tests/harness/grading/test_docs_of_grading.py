"""docs/grade.md: its commands run, and its tables are those of the code."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lastdigit.cases.reference import load_reference_document
from lastdigit.commands.command_line import main
from lastdigit.grading.mark import MEANINGS
from lastdigit.grading.tables import COPY_COLUMNS, GRADE_COLUMNS
from studies.copies import Author, write_copy
from studies.graded_class import SOURCES

pytestmark = pytest.mark.long

TEXT = (Path(__file__).parents[3] / "docs" / "grade.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"^```sh\n(.*?)^```$", TEXT, re.M | re.S) for line in block.splitlines()]


@pytest.fixture
def class_folder(root: Path, tmp_path: Path, monkeypatch) -> Path:
    (tmp_path / "reference_data").symlink_to(root / "reference_data")
    author = Author(load_reference_document(root / "reference_data" / "003"))
    cells = list(zip(SOURCES, (author.text({}, 1), author.text({}, 2, 3)), strict=True))
    for name in ("submissions/anna.ipynb", "handout.ipynb"):
        write_copy(tmp_path / name, cells)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_command_runs(class_folder: Path, root: Path, capsys):
    assert len(COMMANDS) == 3
    for command in COMMANDS:
        program, *arguments = shlex.split(command)
        if program == "lastdigit":
            assert main(arguments) == 0
            assert "1 copy × 9 goldens: 9 right" in capsys.readouterr().out
        else:
            few = [*arguments[: arguments.index("200")], "4", *arguments[arguments.index("200") + 1 :]]
            path = f"{root / 'src'}:{root}"
            ran = subprocess.run(
                [sys.executable, *few],
                capture_output=True,
                text=True,
                timeout=120,
                env={"PYTHONPATH": path},
                check=False,
            )
            assert re.match(r"4 copies in \d+ s: (\d) of \1 mistakes named, 0 of \d refused", ran.stdout), ran.stderr
    assert (class_folder / "grades" / "grades.html").is_file()
    assert (class_folder / "reports" / "grades" / "copies.csv").is_file()


def named(heading: str) -> list[str]:
    """The names in the first column of the table below a heading."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [name for row in re.findall(r"^\| ([a-z_, ]+) \|", section, re.M) for name in row.split(", ")][1:]


def test_the_tables_of_columns_are_complete():
    assert tuple(named("grades.csv")) == GRADE_COLUMNS
    assert tuple(named("copies.csv")) == COPY_COLUMNS


def test_every_verdict_is_explained():
    assert re.findall(r"^\| (\w+) \|", TEXT.split("\n## ")[0], re.M)[1:] == list(MEANINGS)
