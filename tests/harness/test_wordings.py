"""docs/wordings.md: wordings that were mended do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

OMITTED = "…"
FEWEST = 50


def rows(page: str) -> list[tuple[str, str, str]]:
    """Where a wording was, the wording, and what replaced it: the rows of the page's table."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    return [(where, old, new) for where, old, new in cells[2:]]


def pattern(wording: str) -> re.Pattern[str]:
    """The wording in a text of single spaces, with a short run of any text for each omission."""
    return re.compile(re.escape(wording).replace(re.escape(OMITTED), r".{1,60}?"))


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Every string of Python source by its line; the values of an f-string are omitted."""
    tree = ast.parse(source)
    within = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else OMITTED for part in node.values]
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in within:
            yield node.lineno, node.value


def found_in(path: Path) -> Iterator[tuple[int, str]]:
    content = path.read_text(encoding="utf-8")
    return texts(content) if path.suffix == ".py" else iter([(1, content)])


@pytest.fixture(scope="module")
def mended(root: Path) -> list[tuple[str, str, str]]:
    return rows((root / "docs" / "wordings.md").read_text(encoding="utf-8"))


def test_the_page_lists_fifty_wordings_and_each_was_changed(mended: list[tuple[str, str, str]]):
    assert len({old for _, old, _ in mended}) >= FEWEST
    assert all(where and old and new and old != new for where, old, new in mended)


def test_no_mended_wording_comes_back(root: Path, mended: list[tuple[str, str, str]]):
    sources = root / "src" / "lastdigit"
    patterns = [(old, max(old.split(OMITTED), key=len), pattern(old)) for _, old, _ in mended]
    paths = [*sources.rglob("*.py"), *sources.glob("reports/**/templates/*"), root / "README.md"]
    back = [
        f"{path.relative_to(root)}:{line}: {old}"
        for path in paths
        for line, text in found_in(path)
        for said in [" ".join(text.split())]
        for old, part, wording in patterns
        if part in said and wording.search(said)
    ]
    assert not back


def test_a_wording_is_found_in_docstrings_f_strings_and_joined_literals():
    source = '"""Kept as\n    it is."""\nx = f"gave {a}, " f"claims {b}"\n'
    said = [" ".join(text.split()) for _, text in texts(source)]
    for old in ("Kept as it is", "gave …, claims …"):
        assert any(pattern(old).search(text) for text in said), old
    assert not any(pattern("gave …; claims").search(text) for text in said)
