"""How fast documents are read, and what extraction costs beside reading a notebook with nbformat alone."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from lastdigit.base.errors import UnreadableDocument
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document
from studies.long_documents import HARD, ORDINARY


def written(path: Path, text: Callable[[int], str], megabytes: float) -> Path:
    """A document of so many megabytes."""
    of_one = len(text(11)) - len(text(10))
    path.write_text(text(max(1, round(megabytes * 1e6 / of_one))), encoding="utf-8")
    return path


def say(capsys: pytest.CaptureFixture[str], line: str) -> None:
    """Print a line whether or not output is captured."""
    with capsys.disabled():
        print(f"\n{line}")


def seconds(function: Callable[[], Any]) -> float:
    """Processor time of one run."""
    start = time.process_time()
    function()
    return time.process_time() - start


@pytest.mark.parametrize("megabytes", [1, 10, 100])
@pytest.mark.parametrize("name", ORDINARY)
def test_reading(benchmark: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, megabytes: int) -> None:
    path = written(tmp_path / name, ORDINARY[name], megabytes)
    took = benchmark.pedantic(lambda: seconds(lambda: read_document(path)), rounds=1)
    say(capsys, f"{path.suffix} of {megabytes} MB: {took:.2f} s, {megabytes / took:.1f} MB/s")


@pytest.mark.parametrize("kind", HARD)
def test_hard_documents_of_twice_the_length(
    benchmark: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    name, text = HARD[kind]

    def read(megabytes: float) -> float:
        path = written(tmp_path / name, text, megabytes)

        def attempt() -> None:
            with suppress(UnreadableDocument):
                read_document(path)

        return seconds(attempt)

    once = read(0.25)
    twice = benchmark.pedantic(lambda: read(0.5), rounds=1)
    say(capsys, f"{kind}: {once:.3f} s for 250 kB, {twice:.3f} s for 500 kB, {twice / once:.1f} times")


@pytest.mark.parametrize("megabytes", [1, 10])
def test_extraction_beside_nbformat(
    benchmark: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], megabytes: int
) -> None:
    nbformat = pytest.importorskip("nbformat")
    path = written(tmp_path / "a.ipynb", ORDINARY["a.ipynb"], megabytes)
    alone = min(seconds(lambda: nbformat.read(path, as_version=4)) for _ in range(3))
    reading = min(seconds(lambda: read_document(path)) for _ in range(3))
    document = read_document(path)
    values = sum(len(entry.golden.tokens) for entry in extract(document))
    extracting = benchmark.pedantic(lambda: seconds(lambda: extract(document)), rounds=1)
    both = reading + extracting
    say(
        capsys,
        f"notebook of {megabytes} MB: nbformat.read {alone:.2f} s, reading {reading:.2f} s, extracting "
        f"{extracting:.2f} s, together {both / alone:.2f} times nbformat.read; {values / both:.0f} values per second",
    )


def test_extraction_of_real_notebooks_beside_nbformat(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Every notebook of ``LASTDIGIT_NOTEBOOKS``, or of our own; the best of three passes over all of them.

    Between two readings of a notebook all others are read, so that it finds nothing of its own in memory.
    """
    nbformat = pytest.importorskip("nbformat")
    folder = Path(os.environ.get("LASTDIGIT_NOTEBOOKS", Path(__file__).parents[1] / "tests" / "documents"))
    alone: dict[Path, float] = {}
    both: dict[Path, float] = {}
    goldens: dict[Path, int] = {}

    def measure() -> None:
        for path in sorted(folder.rglob("*.ipynb")):
            with suppress(UnreadableDocument, nbformat.validator.NotebookValidationError):
                start = time.process_time()
                nbformat.read(path, as_version=4)
                between = time.process_time()
                goldens[path] = len(extract(read_document(path)))
                both[path] = min(both.get(path, math.inf), time.process_time() - between)
                alone[path] = min(alone.get(path, math.inf), between - start)

    benchmark.pedantic(measure, rounds=3)
    assert both, f"no notebook in {folder}"
    ratios = sorted(both[path] / alone[path] for path in both)
    say(
        capsys,
        f"{len(ratios)} notebooks, {sum(goldens.values())} goldens: reading and extracting takes {median(ratios):.1f} "
        f"times nbformat.read in the middle, {ratios[len(ratios) // 10]:.1f} to {ratios[-1 - len(ratios) // 10]:.1f} "
        f"in four fifths of them, {sum(both.values()) / sum(alone.values()):.1f} in all",
    )
