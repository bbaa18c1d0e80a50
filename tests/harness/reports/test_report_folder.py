"""A folder of reports: replaced as a set, by one run at a time, and never by half of one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from filelock import FileLock

from lastdigit.records.record import read_record
from lastdigit.reports import writers
from lastdigit.reports.folder import ASIDE, LOCK, MOVING, NAMES, NEW, FolderInUse, ReportFolder, Unwritable
from lastdigit.reports.page.incomplete_page import TITLE
from lastdigit.reports.writers import WRITERS, write_reports
from studies.killed.left_behind import complaints, hashes
from studies.killed.scene import made
from studies.killed.trials import runs, workers
from studies.killed.trials import writers as killed_writers
from tests.harness.made_up_runs import run_of, verdict

OLD, NEWER = run_of(verdict("old", "1.5")), run_of(verdict("new", "1.75"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the reports of a run, and a file of somebody else's."""
    (tmp_path / "notes.csv").write_text("mine\n")
    with ReportFolder(tmp_path) as reports:
        write_reports(OLD, reports)
    return tmp_path


def test_every_report_belongs_to_the_set():
    assert set(WRITERS) < set(NAMES)
    assert NAMES[-2:] == ("index.html", "run.jsonl.gz")


def test_a_set_takes_the_place_of_the_one_before_and_nothing_else(folder: Path):
    (folder / "environment-7.html").write_text("of a run in several environments\n")
    with ReportFolder(folder) as reports:
        write_reports(NEWER, reports)
    assert [v.implementation for v in read_record(folder / "run.jsonl.gz").verdicts] == ["new"]
    assert {path.name for path in folder.iterdir()} == {*WRITERS, "notes.csv", LOCK}


def test_a_run_that_has_begun_says_that_it_is_incomplete_and_keeps_the_one_before(folder: Path):
    before = hashes(folder)
    with ReportFolder(folder) as reports:
        reports.begin()
        assert TITLE in (folder / "index.html").read_text()
        assert TITLE in (folder / "summary.md").read_text()
        assert set(hashes(folder)) == {"index.html", "summary.md"}
        assert hashes(folder / ASIDE) == before
        assert not list(complaints(folder, before))
    with ReportFolder(folder) as again:
        again.begin()
        assert hashes(folder / ASIDE) == before
        again.abandon()
    assert hashes(folder) == before
    assert not (folder / ASIDE).exists()


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("failing", sorted(WRITERS))
def test_a_full_disk_leaves_the_reports_before_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str, begun: bool
):
    def full(run: object, path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    before = hashes(folder)
    monkeypatch.setattr(writers, "WRITERS", {**WRITERS, failing: full})
    with ReportFolder(folder) as reports:
        if begun:
            reports.begin()
        with pytest.raises(Unwritable, match="expected a folder to write reports into, found: No space left on device"):
            write_reports(NEWER, reports)
    assert hashes(folder) == before
    assert not any((folder / name).exists() for name in (NEW, ASIDE, MOVING))


def test_a_second_run_is_told_that_the_folder_is_in_use(folder: Path):
    with ReportFolder(folder), pytest.raises(FolderInUse, match="no other run writes into") as error:
        ReportFolder(folder)
    assert "--reports DIR" in str(error.value)
    ReportFolder(folder).release()


def test_a_session_whose_folder_is_in_use_ends_with_the_reason(small_project):
    reports = small_project.folder / "reports"
    reports.mkdir()
    with FileLock(reports / LOCK):
        process = small_project.run()
    assert process.returncode == 3
    assert "FolderInUse: " in process.stdout
    assert "Traceback" not in process.stdout
    assert {path.name for path in reports.iterdir()} <= {LOCK, "junit.xml"}


def test_a_session_that_cannot_write_ends_with_the_reason(small_project):
    (small_project.folder / "reports").write_text("a file\n")
    process = small_project.run()
    assert process.returncode == 3
    assert "Unwritable: " in process.stdout
    assert "Traceback" not in process.stdout
    assert (small_project.folder / "reports").read_text() == "a file\n"


def test_a_session_on_a_full_disk_keeps_the_reports_before(small_project, python):
    small_project.run()
    before = hashes(small_project.folder / "reports")
    code = "import resource, pytest, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); "
    code += f"sys.exit(pytest.main(['--rootdir', {str(small_project.folder)!r}, "
    code += f"'-p', 'no:cacheprovider', {str(small_project.folder / 'tests')!r}]))"
    process = python("-c", code)
    assert process.returncode == 3, process.stdout
    assert "File too large" in process.stdout
    assert hashes(small_project.folder / "reports") == before


@pytest.mark.long
def test_what_is_killed_loses_nothing_and_claims_nothing(tmp_path: Path):
    """A few of the moments that ``python -m studies.killed`` tries."""
    scene, draw = made(tmp_path / "project"), random.Random(1)
    outcomes = [runs(scene, 1, draw), killed_writers(scene, 2, draw), workers(scene, 1, draw)]
    assert [outcome.wrong for outcome in outcomes] == [[], [], []]
    assert [outcome.killed for outcome in outcomes] == [1, 2, 1]
