"""Shards of a run, put together: no verdict is lost, none is doubled, and what contradicts itself is named."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.base.errors import RecordConflict
from lastdigit.base.fault import UNRUN_CASE, UNUSED_GOLDEN, Fault
from lastdigit.commands.command_line import main
from lastdigit.records.merge import Named, merge
from lastdigit.records.record import NAME, read_record, write_record
from lastdigit.records.run import Part, Run, make_run
from lastdigit.records.shard import shard_of
from lastdigit.reports.folder import ReportFolder
from lastdigit.reports.writers import write_reports
from tests.harness.cases.test_errata import REFERENCE
from tests.harness.made_up_runs import run_of, verdict
from tests.harness.pytest_session.test_parallel_runs import WITH_XDIST, without_seconds

SHARDS = 8
TABLES = ("verdicts.csv", "discrepancies.csv")


def split(run: Run, of: int) -> list[Run]:
    """The shards of a run whose tests are named by their verdicts."""
    shards = [shard_of(f"{number}/{of}") for number in range(1, of + 1)]
    (whole,) = run.parts
    runs = []
    for shard in shards:
        names = frozenset(name for name in whole.judged if shard.holds(name))
        made = [v for v in run.verdicts if f"{v.case}-{v.golden}-{v.implementation}" in names]
        part = Part(whole.environment, whole.tests, names)
        runs.append(make_run(run.reference, made, parts=[part], complete=False, shard=str(shard), files=run.files))
    return runs


def test_a_run_split_in_eight_and_put_together_leaves_the_tables_of_the_whole(tmp_path: Path):
    chosen = random.Random(3)
    made = []
    for number in range(200):
        found = chosen.choice(["agrees", "agrees", "disagrees", "undecided"])
        observed = [repr(chosen.uniform(-9, 9)) for _ in range(5)]
        made.append(replace(verdict(f"i{number:03}", *observed, found=found), seconds=chosen.random()))
    run = run_of(*made)
    write_reports(run, ReportFolder(tmp_path / "whole"))
    records = []
    for number, shard in enumerate(split(run, SHARDS)):
        assert 5 < len(shard.verdicts) < 60
        write_record(shard, tmp_path / f"{number}" / NAME)
        records.append(str(tmp_path / f"{number}"))
    chosen.shuffle(records)
    assert main(["report", "merge", *records, "--into", str(tmp_path / "merged")]) == 1
    for name in (*TABLES, "summary.md", "index.html"):
        assert (tmp_path / "merged" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name
    assert (tmp_path / "merged" / "discrepancies.csv").read_bytes().count(b"\n") > 100
    again = tmp_path / "again"
    assert main(["report", "merge", str(tmp_path / "merged"), *records[:3], "--into", str(again)]) == 1
    assert (again / NAME).read_bytes() == (tmp_path / "merged" / NAME).read_bytes()


def test_every_test_falls_to_one_shard_and_a_shard_is_told_as_k_of_n():
    shards = [shard_of(f"{number}/5") for number in range(1, 6)]
    groups = [f"00{number}/case" for number in range(100)]
    assert [sum(shard.holds(group) for shard in shards) for group in groups] == [1] * 100
    assert all(any(shard.holds(group) for group in groups) for shard in shards)
    assert str(shard_of("2/5")) == "2/5"
    for text in ("0/5", "6/5", "1/0", "5", "1/2/3", "-1/2", ""):
        with pytest.raises(ValueError, match="expected K/N with 1 <= K <= N"):
            shard_of(text)


def test_shards_of_a_project_put_together_are_its_whole_run(small_project, tmp_path: Path):
    pytest.importorskip("xdist")
    small_project.edit("implementations/mine.py", "q @ k.T / np.sqrt(q.shape[-1])", "q @ k.T")
    assert small_project.run("--complete", "--reports", "whole").returncode == 1
    records, outcomes, judged = [], set(), 0
    for number in range(1, 5):
        arguments = ("-n", "2", "--dist", "loadgroup") if number == 1 else ()
        plugins = WITH_XDIST if number == 1 else "lastdigit.pytest_plugin"
        process = small_project.run("--shard", f"{number}/4", "--reports", f"{number}", *arguments, plugins=plugins)
        outcomes.add(process.returncode)
        records.append(str(small_project.folder / f"{number}"))
        judged += len(read_record(small_project.folder / f"{number}" / NAME).parts[0].judged)
    assert outcomes == {0, 1}
    merged = tmp_path / "merged"
    assert main(["report", "merge", *records, "--into", str(merged)]) == 1
    whole = small_project.folder / "whole"
    assert without_seconds(merged / TABLES[0]) == without_seconds(whole / TABLES[0])
    for name in (TABLES[1], "summary.md"):
        assert (merged / name).read_bytes() == (whole / name).read_bytes(), name
    assert judged == read_record(merged / NAME).parts[0].tests == len(read_record(whole / NAME).parts[0].judged)
    assert main(["report", "merge", *records[1:], "--into", str(merged)]) == 1
    assert any("partial run" in fault for fault in read_record(merged / NAME).faults)


def test_an_empty_shard_passes_and_a_shard_is_not_complete(small_project):
    shards = map(shard_of, (f"{number}/300" for number in range(1, 301)))
    empty = next(shard.number for shard in shards if not any(map(shard.holds, groups_of(small_project))))
    process = small_project.run("--shard", f"{empty}/300")
    assert process.returncode == 0, process.stdout
    assert "gate PASS: partial run: 0 verdicts" in process.stdout
    assert read_record(small_project.folder / "reports" / NAME).verdicts == ()
    assert "--complete cannot be combined with --shard" in small_project.run("--shard", "1/2", "--complete").stderr
    assert "expected K/N" in small_project.run("--shard", "3/2").stderr


def groups_of(project) -> set[str]:
    """The names by which the tests of a case, or of a relation, stay together."""
    text = (project.folder / "reference_data/000/cases.toml").read_text()
    return {f"000/{name}" for name in re.findall(r'^name = "([^"]+)"', text, re.MULTILINE)}


def named(*runs: Run) -> list[Named]:
    return [Named(f"{number}.gz", run) for number, run in enumerate(runs)]


def test_a_verdict_that_stands_twice_is_one_and_its_seconds_do_not_matter():
    one = run_of(verdict("i", "1.5"), verdict("j", "1.5"))
    other = run_of(replace(verdict("j", "1.5"), seconds=9.0), verdict("k", "1.5"))
    merged = merge(named(one, other), part=True)
    assert [each.implementation for each in merged.verdicts] == ["i", "j", "k"]
    assert [each.seconds for each in merged.verdicts] == [0.25] * 3


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (verdict("i", "1.5", found="undecided"), "0.gz has verdict 'agrees', 1.gz has verdict 'undecided'"),
        (verdict("i", "1.75"), "0.gz has observed '1.5', error 0.0, 1.gz has observed '1.75', error 0.25"),
        (replace(verdict("i", "1.5"), terms={"printing": [0.25]}), "0.gz has some elements, 1.gz has others"),
    ],
)
def test_runs_of_one_environment_that_contradict_each_other_are_refused_with_both_values(other, words: str):
    with pytest.raises(RecordConflict, match="007/y by i in float64 against the document") as refused:
        merge(named(run_of(verdict("i", "1.5")), run_of(other)))
    assert words in str(refused.value)


def test_runs_judged_against_different_reference_data_are_refused():
    one = replace(run_of(verdict("i", "1.5")), files={"007/cases.toml": "a"})
    other = replace(run_of(verdict("j", "1.5")), files={"007/cases.toml": "b"})
    with pytest.raises(RecordConflict, match=r"reference data 007/cases.toml: 0.gz has a different text, 1"):
        merge(named(one, other))


def test_runs_of_different_environments_stand_beside_each_other(tmp_path: Path):
    old, new = (
        run_of(verdict("i", number), verdict("j", "1.5"), environment=name)
        for number, name in (("1.5", "old"), ("1.75", "new"))
    )
    merged = merge(named(old, new))
    assert merged.environments == ("new", "old")
    assert merged.complete
    assert [(v.implementation, v.environment, v.observed) for v in merged.verdicts] == [
        ("i", "new", "1.75"),
        ("i", "old", "1.5"),
        ("j", "new", "1.5"),
        ("j", "old", "1.5"),
    ]
    write_reports(merged, ReportFolder(tmp_path))
    overview = (tmp_path / "index.html").read_text(encoding="utf-8")
    pages = re.findall(r'<a href="(environment-\d.html)">(\w+)</a>', overview)
    assert pages == [("environment-1.html", "new"), ("environment-2.html", "old")]
    assert all("gate PASS" in (tmp_path / page).read_text(encoding="utf-8") for page, _ in pages)
    alone = merged.of_environment("new")
    assert [(v.environment, v.observed) for v in alone.detailed(alone.verdicts)] == [("", "1.75"), ("", "1.5")]
    assert next(alone.detailed(alone.verdicts)).details == new.verdicts[0].details
    read = read_record(tmp_path / NAME)
    assert read.verdicts == merged.verdicts
    assert merge(named(read, old)).verdicts == merged.verdicts


def test_what_holds_of_the_whole_only_is_looked_at_again():
    left_out = Fault("007/cases.toml: case 007/c has no implementation of total", UNRUN_CASE)
    unused = Fault("golden x is not used by any case", UNUSED_GOLDEN)
    parts = (
        run_of(verdict("document", "1.5"), tests=2, standing=(left_out, unused), faults=(left_out, unused)),
        run_of(verdict("document", "1.5", golden="z"), tests=2, standing=(unused,), faults=(unused,)),
    )
    merged = merge(named(*(replace(part, reference=REFERENCE) for part in parts)))
    assert merged.complete
    assert merged.faults == (
        "golden x is not used by any case",
        "no implementation ran case 007/c",
        "relation 007/r has no verdict",
        "erratum of-golden is stale: nothing disagrees",
        "erratum of-implementation is stale: nothing disagrees",
    )


def test_an_environment_of_which_a_part_is_missing_is_named():
    part = run_of(verdict("i", "1.5"), environment="old", tests=2)
    merged = merge(named(part, run_of(verdict("i", "1.5"), environment="new")))
    assert merged.faults == ("partial run: 1 of 2 tests in old",)
    assert not merged.passes
    assert merge(named(part), part=True).passes


def test_a_shard_that_lost_its_end_is_a_fault_of_the_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for number, name in enumerate("ij"):
        write_record(run_of(*(verdict(f"{name}{n}", "1.5") for n in range(5)), tests=10), tmp_path / f"{number}.gz")
    arguments = ["report", "merge", str(tmp_path / "0.gz"), str(tmp_path / "1.gz"), "--into", str(tmp_path / "into")]
    assert main(arguments) == 0
    content = (tmp_path / "1.gz").read_bytes()
    (tmp_path / "1.gz").write_bytes(content[:-20])
    assert main(arguments) == 1
    assert f"fault: {tmp_path / '1.gz'}: the record is truncated; 5 verdicts are intact" in capsys.readouterr().out
    assert len(read_record(tmp_path / "into" / NAME).verdicts) == 10
    assert main(["report", "write", str(tmp_path / "1.gz"), "--into", str(tmp_path / "again")]) == 1
    assert "LostEnd" in capsys.readouterr().err
    assert not (tmp_path / "again").exists()
