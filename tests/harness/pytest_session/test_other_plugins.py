"""Other plugins of pytest beside lastdigit's: order, processes, time limits, reruns and coverage change no verdict."""

from __future__ import annotations

import csv
import io
import shutil

import pytest

from tests.harness.conftest import ALL, OWN, SmallProject

pytestmark = pytest.mark.long

PLUGINS = {
    "randomly": "pytest_randomly",
    "timeout": "pytest_timeout",
    "cov": "pytest_cov.plugin",
    "rerunfailures": "pytest_rerunfailures",
}
HANGS = """
@implements("linear", variant="hanging", dtypes=("float64",))
def hanging(x, weight, bias):
    import time

    time.sleep(60)
"""


@pytest.fixture
def project(small_project: SmallProject) -> SmallProject:
    """The small project without its conftest.py, its test files and its settings of pytest."""
    for name in ("conftest.py", "pytest.ini"):
        (small_project.folder / name).unlink()
    shutil.rmtree(small_project.folder / "tests")
    return small_project


def run(project: SmallProject, *arguments: str, beside: str = ""):
    modules = [PLUGINS[name] for name in beside.split()]
    return project.run("--lastdigit-complete", *arguments, plugins=",".join([OWN, *modules]))


def rows(project: SmallProject) -> list[tuple[str, ...]]:
    """The verdicts of the last run, without how long each took."""
    table = csv.DictReader(io.StringIO(project.report("verdicts.csv")))
    return sorted(tuple(value for name, value in row.items() if name != "seconds") for row in table)


def test_order_processes_limits_and_coverage_change_no_verdict(project: SmallProject):
    assert run(project).returncode == 0
    alone = rows(project)
    assert len(alone) > 10
    everything = ("-n", "2", "--timeout", "60", "--cov", "implementations")
    for process in (run(project, beside="randomly"), project.run("--lastdigit-complete", *everything, plugins=ALL)):
        assert process.returncode == 0, process.stdout
        assert "gate PASS" in process.stdout
        assert rows(project) == alone


def test_coverage_of_implementations_is_measured_where_they_are_not_isolated(project: SmallProject):
    process = run(project, "--cov", "implementations", "--lastdigit-no-isolation", beside="cov")
    assert "implementations/mine.py" in process.stdout
    assert "100%" in process.stdout, process.stdout


def test_a_test_that_a_time_limit_ends_has_no_verdict_and_fails_the_gate(project: SmallProject):
    project.append("implementations/mine.py", HANGS)
    process = run(project, "-k", "hanging", "--timeout", "1", beside="timeout")
    assert "Timeout" in process.stdout
    assert "mine_hanging-float64] has no verdict" in process.stdout
    assert "gate FAIL" in process.stdout


def test_a_test_that_is_run_again_has_the_verdicts_of_its_last_try(project: SmallProject):
    project.edit("implementations/mine.py", "return attention_weights(q, k) @ v", "return attention_weights(q, k) @ -v")
    assert run(project, beside="rerunfailures").returncode == 1
    once = rows(project)
    process = run(project, "--reruns", "2", beside="rerunfailures")
    assert "rerun" in process.stdout.splitlines()[-1]
    assert rows(project) == once
