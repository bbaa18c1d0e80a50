"""A run in several processes leaves the same reports as a run in one."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from tests.harness.read_page import read_page

WITH_XDIST = "lastdigit.pytest_plugin,xdist.plugin"
REPORTS = ("discrepancies.csv", "summary.md")


def without_seconds(path: Path) -> list[list[str]]:
    rows = list(csv.reader(path.open(encoding="utf-8", newline="")))
    column = rows[0].index("seconds")
    assert any(row[column] for row in rows[1:])
    return [row[:column] + row[column + 1 :] for row in rows]


def without_times(path: Path) -> tuple[str, object, list[object]]:
    """The page's markup without its environment and when it began, its index without seconds, and its blocks."""
    page = read_page(path)
    assert any(page.index["verdicts"].pop("seconds"))
    page.index.pop("speed")
    told = r'<section id="environment".*?</section>|<dl class="occasion">.*?</dl>'
    return re.sub(told, "", page.markup, flags=re.DOTALL), page.index, page.blocks


def test_two_processes_leave_the_reports_of_one(small_project):
    pytest.importorskip("xdist")
    small_project.edit("implementations/mine.py", "q @ k.T / np.sqrt(q.shape[-1])", "q @ k.T")
    alone = small_project.run("--complete", "--reports", "one")
    shared = small_project.run("--complete", "--reports", "two", "-n", "2", plugins=WITH_XDIST)
    assert (alone.returncode, shared.returncode) == (1, 1), shared.stdout
    assert "2 workers" in shared.stdout
    one, two = small_project.folder / "one", small_project.folder / "two"
    assert without_seconds(one / "verdicts.csv") == without_seconds(two / "verdicts.csv")
    assert len(without_seconds(one / "verdicts.csv")) > 20
    for report in REPORTS:
        assert (one / report).read_bytes() == (two / report).read_bytes(), report
    assert without_times(one / "index.html") == without_times(two / "index.html")
    assert len((one / "discrepancies.csv").read_text(encoding="utf-8").splitlines()) > 10


def test_faults_of_a_parallel_run_are_found_once_and_by_its_controller(small_project):
    pytest.importorskip("xdist")
    for goldens in ('["y", "y_manual"]', '["y_manual", "y"]'):
        small_project.edit("reference_data/000/cases.toml", f"goldens = {goldens}", 'goldens = ["y"]')
    process = small_project.run("-n", "2", "--dist", "loadgroup", plugins=WITH_XDIST)
    assert process.returncode == 1
    assert process.stdout.count("golden y_manual is not used by any case") == 1
