"""The record of a run: every report can be written again from it, and one that lost its end is known as such."""

from __future__ import annotations

import gzip
import random
import re
import shutil
import signal
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.base.errors import InvalidRecord, LostEnd
from lastdigit.records import blocks
from lastdigit.records import record as record_module
from lastdigit.records.fields import NoRecord
from lastdigit.records.lines import elements_line, elements_of, verdict_line, verdict_of
from lastdigit.records.record import NAME, read_record, write_record
from lastdigit.records.reference_text import reference_from, reference_texts
from lastdigit.records.salvage import salvaged
from lastdigit.records.spool import NAME as SPOOL
from lastdigit.reports.folder import ReportFolder
from lastdigit.reports.writers import write_reports
from lastdigit.verdicts.verdict import Verdict
from tests.harness.made_up_runs import run_of, verdict, verdicts

REPORTS = ("verdicts.csv", "discrepancies.csv", "summary.md", "index.html")


@given(verdicts)
def test_a_verdict_comes_back_from_its_two_lines_as_it_was(made: Verdict):
    details, terms = elements_of(elements_line(made))
    assert replace(verdict_of(verdict_line(made)), details=details, terms=terms) == made
    assert "\n" not in verdict_line(made) + elements_line(made)


@given(st.lists(verdicts, max_size=5))
def test_a_run_comes_back_from_its_record_with_all_its_elements(made: list[Verdict]):
    run = run_of(*made)
    with tempfile.TemporaryDirectory() as folder:
        write_record(run, Path(folder, NAME))
        read = read_record(Path(folder, NAME))
        assert tuple(read.detailed(read.verdicts)) == run.verdicts
        assert (read.parts, read.complete, read.environment) == (run.parts, run.complete, run.environment)
    assert all(not light.details and not light.terms for light in read.verdicts)


def test_elements_are_found_in_any_order_though_few_blocks_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(blocks, "MOST_VERDICTS", 3)
    monkeypatch.setattr(blocks, "KEPT", 2)
    run = run_of(*(verdict(f"i{number:03}", f"1.{number:03}1") for number in range(50)))
    write_record(run, tmp_path / NAME)
    read = read_record(tmp_path / NAME)
    shuffled = random.Random(1).sample(read.verdicts, 50)
    found = {each.implementation: each for each in read.detailed(shuffled)}
    assert [found[each.implementation] for each in run.verdicts] == list(run.verdicts)
    assert read.store is not None
    assert len(read.store._kept) <= 2  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of forty verdicts."""
    path = tmp_path_factory.mktemp("record") / NAME
    write_record(run_of(*(verdict(f"i{number}", *(["1.5"] * 40)) for number in range(40))), path)
    return path


def test_a_record_cut_anywhere_has_lost_its_end(record: Path, tmp_path: Path):
    content = record.read_bytes()
    cut = tmp_path / NAME
    for length in (*range(2, len(content) - 1, 97), len(content) - 1):
        cut.write_bytes(content[:length])
        with pytest.raises(LostEnd, match="expected a complete record"):
            read_record(cut)


def test_a_record_in_which_any_byte_changed_is_refused(record: Path, tmp_path: Path):
    content = record.read_bytes()
    changed = tmp_path / NAME
    end = content.rindex(b"\x1f\x8b\x08", 0, content.rindex(b"\x1f\x8b\x08"))
    for at in range(0, end, 61):
        changed.write_bytes(content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :])
        with pytest.raises(InvalidRecord):
            read_record(changed)


def test_a_record_whose_end_counts_otherwise_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    told = record_module._end
    monkeypatch.setattr(record_module, "_end", lambda run, writer: {**told(run, writer), "verdicts": 3})
    write_record(run_of(verdict("i", "1.5"), verdict("j", "1.5")), tmp_path / NAME)
    with pytest.raises(InvalidRecord, match="expected 3 verdicts in a block, found 2"):
        read_record(tmp_path / NAME)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (gzip.compress(b'{"format":"lastdigit run","version":3}\n', mtime=0), "version 3"),
        (gzip.compress(b'{"format":"something else"}\n', mtime=0), "a header of a lastdigit run"),
        (gzip.compress(b"[1, 2]\n", mtime=0), "a header of a lastdigit run"),
        (b"environment,document\n", "expected a header as JSON"),
        (b"", "expected a header as JSON"),
    ],
)
def test_what_is_no_record_of_this_version_is_refused_by_name(tmp_path: Path, content: bytes, found: str):
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(InvalidRecord, match=found) as refused:
        read_record(tmp_path / NAME)
    assert not isinstance(refused.value, LostEnd)


def test_a_record_that_is_not_there_is_refused_by_name(tmp_path: Path):
    with pytest.raises(InvalidRecord, match="expected a file, found nothing there"):
        read_record(tmp_path / NAME)


@pytest.mark.parametrize("name", ["../a/document.toml", "a/../../document.toml", "/a/document.toml", "a/b/c.csv"])
def test_reference_data_of_a_record_stay_in_their_folder(name: str):
    with pytest.raises(NoRecord, match="names of files of reference data"):
        reference_from({name: ""}, Path("reference_data"))


def test_reference_data_are_built_again_from_their_text_alone(root: Path):
    texts = reference_texts(root / "reference_data")
    assert len(texts) == sum(path.is_file() for path in (root / "reference_data").rglob("*"))
    reference = reference_from(texts, Path("elsewhere"))
    assert next(str(document.path) for document in reference.documents.values()) == "elsewhere/000/cases.toml"
    assert reference.documents["003"].kept.keys() == reference.documents["003"].drawn.keys() != set()


def test_every_report_is_written_again_where_nothing_but_the_record_is(small_project, tmp_path: Path):
    small_project.edit("implementations/mine.py", "q @ k.T / np.sqrt(q.shape[-1])", "q @ k.T")
    assert small_project.run("--complete").returncode == 1
    before = {name: (small_project.folder / "reports" / name).read_bytes() for name in REPORTS}
    assert before["discrepancies.csv"].count(b"\n") > 10
    record = shutil.move(small_project.folder / "reports" / NAME, tmp_path / NAME)
    shutil.rmtree(small_project.folder)
    run = read_record(record)
    assert {"Python", "numpy", "CPUs"} <= run.parts[0].details.keys()
    write_reports(run, ReportFolder(tmp_path / "again"))
    for name in REPORTS:
        assert (tmp_path / "again" / name).read_bytes() == before[name], name
    assert read_record(tmp_path / "again" / NAME).verdicts == run.verdicts
    assert (tmp_path / "again" / NAME).read_bytes() == record.read_bytes()


def test_a_long_session_says_how_many_verdicts_there_are(small_project):
    patch = "import lastdigit.pytest_session.gate\n\nlastdigit.pytest_session.gate.SECONDS_BETWEEN_COUNTS = 0\n"
    (small_project.folder / "tests" / "conftest.py").write_text(patch)
    lines = small_project.run("-k", "mine").stdout.splitlines()
    told = [line for line in lines if line.startswith("lastdigit: ") and "; so far " in line]
    progress = [re.match(r"lastdigit: (\d+) of (\d+) tests", line) for line in told]
    counts = [(int(found[1]), int(found[2])) for found in progress if found]
    assert sorted({done for done, _ in counts}) == list(range(counts[0][1] + 1))
    assert any(", about " in line for line in told)
    assert told[-1].endswith(" tests; so far 22 verdicts: 22 agrees, 0 disagrees, 0 undecided, 0 failed")
    assert len(told) > 5


def test_a_run_that_is_killed_leaves_what_it_had_and_no_record(small_project, tmp_path: Path):
    assert small_project.run("--complete").returncode == 0
    assert (small_project.folder / "reports" / NAME).is_file()
    assert not (small_project.folder / "reports" / SPOOL).exists()
    kill = "import os, signal\n    os.kill(os.getpid(), signal.SIGKILL)"
    small_project.edit("implementations/mine.py", "    scores = q @ k.T", f"    {kill}\n    scores = q @ k.T")
    assert small_project.run("--no-isolation").returncode == -signal.SIGKILL
    assert not (small_project.folder / "reports" / NAME).exists()
    left = small_project.folder / "reports" / SPOOL
    with pytest.raises(LostEnd, match="the spool of an interrupted run"):
        read_record(left)
    run = salvaged(left, tmp_path)
    assert not run.passes
    assert [str(fault) for fault in run.faults] == [
        f"{left}: the record is truncated; {len(run.verdicts)} verdicts are intact"
    ]
    assert {each.implementation for each in run.verdicts} >= {"document"}
    assert any(each.details for each in run.detailed(run.verdicts))


@pytest.mark.parametrize("elements", ['{"index":["0"]}', "[1]", '{"index":["x"],"printed":["1"]}', "1"])
def test_elements_that_are_none_are_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elements: str):
    monkeypatch.setattr(record_module, "elements_line", lambda _: elements)
    write_record(run_of(verdict("i", "1.5")), tmp_path / NAME)
    run = read_record(tmp_path / NAME)
    with pytest.raises(InvalidRecord, match="expected the elements of verdict 0"):
        list(run.detailed(run.verdicts))


def test_a_spool_with_a_line_that_is_no_verdict_is_refused_by_name(tmp_path: Path):
    header = '{"format":"lastdigit run","version":4,"environment":"","details":{},"reference":"r","files":0}'
    (tmp_path / SPOOL).write_text(f'{header}\n{{"verdict":{{"case":1}}}}\n{{"elements":{{}}}}\n')
    (tmp_path / "kept").mkdir()
    with pytest.raises(InvalidRecord, match="expected 'against' of a verdict, found none"):
        salvaged(tmp_path / SPOOL, tmp_path / "kept")


def test_what_is_whole_in_a_record_that_was_cut_short_is_kept(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(blocks, "MOST_VERDICTS", 5)
    whole = read_record(record)
    write_record(whole, tmp_path / NAME)
    content = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(content[: len(content) // 2])
    (tmp_path / "kept").mkdir()
    run = salvaged(tmp_path / NAME, tmp_path / "kept")
    assert 10 < len(run.verdicts) < 40
    assert list(run.detailed(run.verdicts)) == list(whole.detailed(whole.verdicts))[: len(run.verdicts)]
