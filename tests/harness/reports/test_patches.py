"""The patch that accepts a cause: it does to a file what pasting its lines would."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from lastdigit.base.files import tomllib
from lastdigit.reports.page.patch import appending

LINES = '[[erratum]]\nid = "e"\nimplementation = "i"\nreason = "known"\n'
TOLD = "reference_data/007/cases.toml"


def written(folder: Path, text: str) -> Path:
    path = folder / TOLD
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return path


@pytest.mark.parametrize("count", [1, 2, 3, 40])
@pytest.mark.parametrize("program", [["git", "apply"], ["patch", "-p1", "--silent"]], ids=["git", "patch"])
def test_a_patch_appends_the_lines(tmp_path: Path, program: list[str], count: int):
    if shutil.which(program[0]) is None:
        pytest.skip(f"needs {program[0]}")
    before = "".join(f'# line {n}: "ü" <b>\n' for n in range(count))
    path = written(tmp_path, before)
    patch = appending(LINES, path, TOLD)
    subprocess.run(program, cwd=tmp_path, input=patch, encoding="utf-8", check=True)
    assert path.read_text(encoding="utf-8") == f"{before}\n{LINES}"
    assert tomllib.loads(path.read_text(encoding="utf-8"))["erratum"][0]["reason"] == "known"


@pytest.mark.parametrize("text", ["", "a = 1", "a = 1\r\n", "a = '\udcff'\n", "a = 1 # \x0b\n"])
def test_there_is_no_patch_where_a_page_could_not_show_the_end_of_the_file(tmp_path: Path, text: str):
    assert appending(LINES, written(tmp_path, text), TOLD) == ""


def test_there_is_no_patch_of_a_file_that_is_not_there_or_outside_of_the_project(tmp_path: Path):
    assert appending(LINES, tmp_path / TOLD, TOLD) == ""
    path = written(tmp_path, "a = 1\n")
    assert appending(LINES, path, path.as_posix()) == ""
    assert appending(LINES, path, TOLD).startswith(
        f"--- a/{TOLD}\n+++ b/{TOLD}\n@@ -1,1 +1,6 @@\n a = 1\n+\n+[[erratum]]\n"
    )
