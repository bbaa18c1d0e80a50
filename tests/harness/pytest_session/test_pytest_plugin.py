"""The plugin: idle where there is nothing of ours; where there is, it collects, and clashes with no one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from tests.harness.conftest import OWN, SmallProject, run_python

ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": OWN}


@pytest.fixture
def bare_project(small_project: SmallProject) -> SmallProject:
    """The small project without its conftest.py, its test files and its settings of pytest."""
    for name in ("conftest.py", "pytest.ini"):
        (small_project.folder / name).unlink()
    shutil.rmtree(small_project.folder / "tests")
    return small_project


def counts(process) -> dict[str, int]:
    """How many tests passed, failed and were left out, by the last line."""
    words = process.stdout.splitlines()[-1].strip("= ").partition(" in ")[0].split(", ")
    return {word.split()[1]: int(word.split()[0]) for word in words}


FOREIGN = """
    import pytest

    def pytest_addoption(parser):
        parser.addoption("--reports", help="of another plugin")
    """
TESTS = """
    import sys

    import pytest

    @pytest.fixture
    def judged():
        return 3

    @pytest.fixture
    def project():
        return 4

    def test_of_its_own(judged, project, request):
        assert (judged, project, request.config.getoption("--reports")) == (3, 4, "mine")
        loaded = {name for name in sys.modules if name.startswith("lastdigit")}
        light = {"base", "base.presence", "pytest_plugin", "pytest_session", "pytest_session.options"}
        assert loaded == {"lastdigit"} | {f"lastdigit.{name}" for name in light}
    """


def test_a_project_that_has_nothing_of_ours_keeps_its_fixtures_and_options_and_gets_no_file(write, tmp_path: Path):
    write("conftest.py", FOREIGN)
    write("test_own.py", TESTS)
    before = sorted(os.listdir(tmp_path))
    command = ("-m", "pytest", "-p", "no:cacheprovider", "-W", "error", "--reports", "mine")
    process = run_python(*command, folder=tmp_path, PYTHONDONTWRITEBYTECODE="1", **ALONE)
    assert counts(process) == {"passed": 1}, process.stdout
    assert "lastdigit" not in process.stdout.partition("test_own")[2]
    assert sorted(os.listdir(tmp_path)) == before


def test_a_project_without_test_files_is_collected_judged_and_reported(bare_project: SmallProject):
    process = bare_project.run("-v", "--strict-markers", "--lastdigit-complete")
    assert process.returncode == 0, process.stdout
    assert "gate PASS" in process.stdout
    place = "reference_data/000/cases.toml::"
    for name in ("read[000]", "document[000/w]", "implementation[000/w-mine-float64]"):
        assert f"{place}{name} PASSED" in process.stdout
    assert "uniform_initialization" in bare_project.report("verdicts.csv")
    chosen = bare_project.run(f"{place}implementation[000/w-mine-float64]", "--reports", "one")
    assert counts(chosen) == {"passed": 1}
    assert (bare_project.folder / "one" / "verdicts.csv").is_file()


def test_tests_that_are_collected_are_chosen_as_all_tests_are(bare_project: SmallProject):
    listed = bare_project.run("--collect-only", "-q", "-k", "000/w-mine").stdout
    assert "implementation[000/w-mine-float64]" in listed
    assert "read[000]" not in listed
    assert "no tests collected" in bare_project.run("--collect-only", "-m", "not lastdigit").stdout
    bare_project.edit(
        "implementations/mine.py", "return attention_weights(q, k) @ v", "return attention_weights(q, k) @ -v"
    )
    command = ("-m", "pytest", "--rootdir", str(bare_project.folder))
    assert counts(run_python(*command, "-x", folder=bare_project.folder, **ALONE))["failed"] == 1
    again = run_python(*command, "--lf", folder=bare_project.folder, **ALONE)
    assert counts(again) == {"failed": 1}


@pytest.mark.parametrize("dist", ["load", "loadgroup"])
def test_processes_share_what_is_collected(bare_project: SmallProject, dist: str):
    process = bare_project.run("-n", "2", "--dist", dist, "--complete", plugins=f"{OWN},xdist.plugin")
    assert process.returncode == 0, process.stdout
    assert "gate PASS" in process.stdout


def test_nothing_is_collected_twice_where_test_files_judge(small_project: SmallProject):
    for arguments in ((), (".",)):
        process = small_project.run("-v", *arguments)
        assert process.returncode == 0, process.stdout
        assert process.stdout.count("000/w-mine-float64] PASSED") == 1
        assert "cases.toml::" not in process.stdout


def test_a_folder_of_tests_does_not_hide_what_is_judged(bare_project: SmallProject, write):
    (bare_project.folder / "tests").mkdir()
    (bare_project.folder / "tests" / "test_mine.py").write_text("def test_mine():\n    pass\n")
    (bare_project.folder / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n")
    listed = bare_project.run("--collect-only", "-q").stdout
    assert "tests/test_mine.py::test_mine" in listed
    assert "cases.toml::read[000]" in listed
    assert "cases.toml" not in bare_project.run("--collect-only", "-q", "tests").stdout
    (bare_project.folder / "pyproject.toml").write_text("[tool.lastdigit]\ncollect = false\n")
    assert "cases.toml" not in bare_project.run("--collect-only", "-q").stdout


def test_the_table_in_pyproject_says_where_everything_is(bare_project: SmallProject):
    for name in ("reference_data", "implementations"):
        (bare_project.folder / name).rename(bare_project.folder / f"my_{name}")
    settings = """
        [tool.lastdigit]
        reference_data = "my_reference_data"
        implementations = "my_implementations"
        reports = "out/reports"
        limits = { seconds = 30, gigabytes = 4.5 }
        """
    (bare_project.folder / "pyproject.toml").write_text(dedent(settings))
    process = bare_project.run("--complete")
    assert process.returncode == 0, process.stdout
    assert (bare_project.folder / "out" / "reports" / "index.html").is_file()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            'refrence_data = "x"',
            "2: expected no key 'refrence_data' in [tool.lastdigit], found 'x'; did you mean 'reference_data'?",
        ),
        ("reports = 3", "2: expected 'reports' in [tool.lastdigit] to be of type str, found 3"),
        ("limits = { second = 3 }", "no key 'second' in limits of [tool.lastdigit], found 3; did you mean 'seconds'?"),
        ("limits = { seconds = 0 }", "'seconds' in limits of [tool.lastdigit] to be positive, found 0"),
        ("collect = 1", "'collect' in [tool.lastdigit] to be of type bool, found 1"),
    ],
)
def test_a_setting_that_cannot_be_is_named_with_its_line(tmp_path: Path, line: str, words: str):
    from lastdigit.base.settings import InvalidSettings, settings_in

    (tmp_path / "pyproject.toml").write_text(f"[tool.lastdigit]\n{line}\n")
    with pytest.raises(InvalidSettings) as error:
        settings_in(tmp_path)
    assert words in str(error.value)
    assert str(error.value).startswith(f"{tmp_path / 'pyproject.toml'}:2: expected")


def test_wrong_settings_end_a_session_in_a_line(write, tmp_path: Path):
    write("pyproject.toml", '[tool.lastdigit]\nreport = "x"\n')
    process = run_python("-m", "pytest", folder=tmp_path, **ALONE)
    assert process.returncode == 4
    assert "InvalidSettings" in process.stderr
    assert "did you mean 'reports'?" in process.stderr
    assert "Traceback" not in process.stderr


def test_an_adapter_of_the_project_wins_over_that_of_the_package(write, tmp_path: Path):
    from lastdigit.implementations.isolation.loading import ADAPTERS, adapter_path, adapters_for

    mine = write("implementations/frameworks/numpy.py", 'DTYPES = ("float64",)\n')
    file = tmp_path / "implementations" / "a.py"
    assert adapter_path(file, "numpy") == adapters_for(file.parent)["numpy"] == mine
    assert adapter_path(file, "torch") == adapters_for(file.parent)["torch"] == ADAPTERS / "torch.py"
