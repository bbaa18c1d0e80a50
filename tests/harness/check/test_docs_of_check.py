"""docs/check.md: its files are written and every command in it is run; it ends as the text says."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from lastdigit.check.exact_inputs import exact_kinds
from lastdigit.check.spec import DRAWN, EXACT, LAYOUTS, MASKS
from lastdigit.commands.command_line import main

pytestmark = pytest.mark.long

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def text(pytestconfig: pytest.Config) -> str:
    return (pytestconfig.rootpath / "docs" / "check.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(text: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the text shows, and the store that it names."""
    for kind, block in BLOCK.findall(text):
        if kind == "python":
            (tmp_path / block.partition("\n")[0].removeprefix("# ")).write_text(block)
        if kind == "json":
            (tmp_path / "outputs.json").write_text(block)
    shutil.copytree(root / "reference_data" / "000", tmp_path / "reference_data" / "000")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_command_ends_as_the_text_says(folder: Path, text: str, capsys):
    lines = [line for kind, block in BLOCK.findall(text) if kind == "sh" for line in block.splitlines()]
    assert len(lines) == 11
    for line in lines:
        command, _, status = line.partition("   # ")
        program, *arguments = shlex.split(command)
        assert program == "lastdigit"
        assert main(arguments) == int(status or 0), line


def test_what_the_first_command_prints_is_what_the_text_shows(folder: Path, text: str, capsys):
    assert main(["check", "attention.py:attend", "--as", "scaled_dot_product_attention"]) == 0
    milliseconds = re.compile(r"[0-9.e+-]+ ms")
    shown = next(block for kind, block in BLOCK.findall(text) if not kind)
    assert milliseconds.sub("", capsys.readouterr().out) == milliseconds.sub("", shown)


def test_the_test_that_it_shows_passes(folder: Path, python):
    process = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), "test_mine.py")
    assert process.returncode == 0, process.stdout


def test_every_kind_mask_and_layout_is_told(text: str):
    for name in (*EXACT, *DRAWN, *MASKS, *LAYOUTS):
        assert f"`{name}`" in text, name
    assert set(exact_kinds("softmax")) | set(exact_kinds("linear")) == set(EXACT)
