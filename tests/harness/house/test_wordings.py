"""Every wording that docs/wordings.md calls replaced is gone from messages, docstrings and the page."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[3]
TABLE = ROOT / "docs" / "wordings.md"
SOURCE = ROOT / "src" / "lastdigit"
HOLE = "…"
"""What stands in the table, and in the texts read from the source, for a part that varies."""


def _rows() -> list[tuple[str, str, str]]:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]
    return [(where, said, now) for where, said, now in cells]


def _texts_of_python(source: str) -> Iterator[str]:
    """String constants, docstrings among them, and f-strings with a hole for each value."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else HOLE for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def _texts() -> list[tuple[str, str]]:
    """All texts by file, runs of white space as one space."""
    python = [(path, text) for path in SOURCE.rglob("*.py") for text in _texts_of_python(path.read_text("utf-8"))]
    page = [
        (path, path.read_text("utf-8"))
        for path in (SOURCE / "reports" / "page" / "templates").rglob("*")
        if path.is_file()
    ]
    assert page
    return [(str(path.relative_to(ROOT)), " ".join(text.split())) for path, text in [*python, *page]]


def _standing(wording: str) -> list[str]:
    """The files that contain a wording, as whole words and with any short text in its holes."""
    parts = [part.strip() for part in wording.strip(f" {HOLE}").split(HOLE)]
    pattern = re.compile(r"(?<!\w)" + r"\s?.{1,60}?\s?".join(map(re.escape, parts)) + r"(?!\w)")
    return [file for file, text in _texts() if all(part in text for part in parts) and pattern.search(text)]


def test_the_table_lists_at_least_fifty_wordings_once_each():
    said = [said for _, said, _ in _rows()]
    assert len(said) >= 50
    assert len(set(said)) == len(said)


def test_every_row_names_a_file_and_two_different_wordings():
    for where, said, now in _rows():
        assert (SOURCE / where).is_file(), where
        assert said != now
        assert all((said, now))


def test_what_the_table_says_now_stands_in_the_file_that_it_names():
    gone = [(where, now) for where, _, now in _rows() if f"src/lastdigit/{where}" not in _standing(now)]
    assert not gone


@pytest.mark.parametrize("said", [said for _, said, _ in _rows()])
def test_a_replaced_wording_is_gone(said):
    assert not _standing(said), f"{said!r} still stands in {', '.join(_standing(said))}"


def test_wordings_that_stand_are_found_in_docstrings_and_messages():
    assert _standing("is not installed; install it with python -m pip install")
    assert _standing("expected one function for … in …, found another")
    assert not _standing("a wording that nobody wrote")
