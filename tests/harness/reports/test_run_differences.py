"""Two runs beside each other: what got worse or vanished stops, and every digit that moved is told."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.base.fault import Fault
from lastdigit.commands.command_line import main
from lastdigit.records.record import NAME, write_record
from lastdigit.reports.difference.comparison import CHANGES, Difference, compare_runs
from lastdigit.reports.difference.diff_table import DIFF_COLUMNS
from lastdigit.reports.difference.text import about, diff_markdown, words_of
from lastdigit.reports.page.diff_page import MOST, render_diff
from lastdigit.reports.tables.markdown import LIMIT
from lastdigit.verdicts.verdict import Share, Verdict
from tests.harness.made_up_runs import run_of, verdict
from tests.harness.reports.test_csv_reports import dictionary

AGREES = verdict("i", "1.5", "1.75")
KNOWN = replace(verdict("i", "9.5", found="disagrees"), gate="pass", erratum="known")
PROVEN, CALIBRATED = (
    replace(verdict("i", "9.5", found="disagrees"), evidence=name) for name in ("proven", "calibrated")
)


def differences(old: Verdict, new: Verdict) -> tuple[Difference, ...]:
    return compare_runs(run_of(old, environment="old"), run_of(new, environment="new")).differences


def test_what_is_the_same_differs_in_nothing_though_it_took_another_time():
    found = compare_runs(run_of(AGREES), run_of(replace(AGREES, seconds=7.0)))
    assert (found.differences, found.same, found.passes) == ((), 1, True)


@pytest.mark.parametrize(
    ("old", "new", "change", "stops"),
    [
        (AGREES, verdict("i", "9.5", found="disagrees"), "worse", True),
        (AGREES, verdict("i", "1.5", found="undecided"), "worse", True),
        (verdict("i", "9.5", found="disagrees"), replace(AGREES, verdict="failed", gate="fail"), "worse", True),
        (KNOWN, replace(AGREES, gate="fail", erratum="known"), "worse", True),
        (verdict("i", "1.5", found="undecided"), AGREES, "better", False),
        (verdict("i", "9.5", found="disagrees"), KNOWN, "better", False),
        (KNOWN, verdict("i", "1.5", found="undecided"), "changed", False),
        (AGREES, replace(AGREES, digits=1), "fewer digits", False),
        (replace(AGREES, digits=1), AGREES, "more digits", False),
        (AGREES, replace(AGREES, digits=0), "fewer digits", False),
        (KNOWN, replace(KNOWN, explanation="two wrongs"), "explanation", False),
        (AGREES, verdict("i", "1.5", "1.625"), "observed", False),
        (replace(AGREES, details=()), replace(AGREES, details=(), worst_index="1"), "observed", False),
        (AGREES, replace(AGREES, allowed=0.75), "bounds", False),
        (AGREES, replace(AGREES, terms={"printing": [0.5, 0.25]}), "bounds", False),
        (AGREES, replace(AGREES, rules_out=3), "bounds", False),
        (AGREES, replace(AGREES, shares=(Share(("flipped",), 0.0, 0.01),)), "bounds", False),
        (AGREES, replace(AGREES, arithmetic="stored"), "evidence", False),
        (replace(AGREES, arithmetic="fused", digits=1), replace(AGREES, arithmetic="stored"), "evidence", False),
        (CALIBRATED, PROVEN, "worse", True),
        (PROVEN, CALIBRATED, "evidence", False),
        (replace(KNOWN, evidence="calibrated"), replace(KNOWN, evidence="proven"), "evidence", False),
    ],
)
def test_every_change_has_its_name_and_only_what_got_worse_stops(old: Verdict, new: Verdict, change: str, stops: bool):
    (found,) = differences(old, new)
    assert (found.change, found.stops) == (change, stops)


def test_what_a_verdict_rests_on_is_told_where_it_changed():
    (found,) = differences(PROVEN, CALIBRATED)
    assert words_of(found)[5:7] == ["disagrees 0/1 (proven)", "disagrees 0/1 (calibrated)"]
    (found,) = differences(replace(AGREES, arithmetic="fused"), AGREES)
    assert words_of(found)[5:7] == ["agrees 2/2 (fused)", "agrees 2/2"]
    (found,) = differences(PROVEN, replace(PROVEN, explanation="two wrongs"))
    assert words_of(found)[5:7] == ["disagrees 0/1", "disagrees 0/1"]


def test_what_moved_is_told_in_units_of_what_is_allowed():
    (found,) = differences(verdict("i", "1.5", "2.5", "3.5"), verdict("i", "1.5", "2.25", "3.5625", allowed=0.125))
    assert found.change == "observed"
    assert (found.move.compared, found.move.count, found.move.index) == (3, 2, "1")
    assert found.move.largest == 2.0
    assert (found.move.old, found.move.new) == ("2.5", "2.25")


def test_what_is_allowed_without_bound_measures_no_move():
    (found,) = differences(AGREES, verdict("i", "1.5", "1.625", allowed=float("inf")))
    assert (found.move.count, found.move.largest) == (1, None)


def test_what_vanished_stops_unless_it_may_and_what_appeared_stops_where_it_fails():
    old, new = run_of(AGREES, verdict("j", "1.5")), run_of(AGREES, verdict("k", "1.5"))
    found = compare_runs(old, new)
    assert [(d.change, d.stops, d.verdict.implementation) for d in found.differences] == [
        ("vanished", True, "j"),
        ("appeared", False, "k"),
    ]
    assert not found.passes
    assert compare_runs(old, new, allow_vanished=True).passes
    failing = run_of(AGREES, verdict("j", "1.5"), verdict("k", "9.5", found="disagrees"))
    assert not compare_runs(run_of(AGREES, verdict("j", "1.5")), failing).passes


def test_a_new_fault_of_the_run_stops_and_an_old_one_does_not():
    faulty = replace(run_of(AGREES), faults=(Fault("something is wrong"),))
    assert not compare_runs(run_of(AGREES), faulty).passes
    assert compare_runs(faulty, faulty).passes


def test_what_differs_between_the_environments_is_told_and_what_does_not_is_not():
    old, new = (
        replace(run, parts=(replace(run.parts[0], details={"blas": "b", "commit": commit}),))
        for run, commit in ((run_of(AGREES), "1234"), (run_of(AGREES), "5678"))
    )
    found = compare_runs(old, new)
    assert about(found)[2:] == ["commit: 1234 → 5678"]
    assert "commit: 1234 → 5678" in render_diff(found)
    assert "commit: 1234 → 5678" in diff_markdown(found)


def test_runs_of_several_environments_are_compared_environment_by_environment():
    verdicts = [replace(AGREES, environment=name) for name in ("a", "b")]
    old, new = run_of(*verdicts, environment="a; b"), run_of(verdicts[0], environment="a; b")
    parts = [replace(old.parts[0], environment=name) for name in ("a", "b")]
    found = compare_runs(replace(old, parts=tuple(parts)), replace(new, parts=tuple(parts)))
    assert [(d.change, d.verdict.environment) for d in found.differences] == [("vanished", "b")]


def test_the_command_writes_page_table_and_markdown_and_exits_by_its_gate(tmp_path: Path, capsys):
    evil = verdict("<b>&\"'", "1.5")
    for name, made in (("old", [AGREES, evil]), ("new", [verdict("i", "9.5", found="disagrees"), evil])):
        write_record(run_of(*made, environment=name), tmp_path / name / NAME)
    into = tmp_path / "into"
    assert main(["report", "diff", str(tmp_path / "old"), str(tmp_path / "new" / NAME), "--into", str(into)]) == 1
    shown = capsys.readouterr().out
    assert "diff FAIL: 1 verdicts are the same, 1 worse" in shown
    assert "✗ worse" in shown
    assert "agrees 2/2" in shown
    heading, row = (line.split(",") for line in (into / "diff.csv").read_text(encoding="utf-8").splitlines())
    cells = dict(zip(heading, row, strict=True))
    assert heading == list(DIFF_COLUMNS)
    assert (cells["old_environment"], cells["new_environment"], cells["change"], cells["gate"]) == (
        *("old", "new"),
        *("worse", "fail"),
    )
    assert (cells["moved"], cells["largest_move"], cells["old_observed"], cells["new_observed"]) == (
        *("1", "16.0"),
        *("1.5", "9.5"),
    )
    assert "### 1 stopped by the gate" in (into / "diff.md").read_text(encoding="utf-8")
    assert "diff FAIL" in (into / "diff.html").read_text(encoding="utf-8")
    assert main(["report", "diff", str(tmp_path / "old"), str(tmp_path / "old")]) == 0
    assert "diff PASS: 2 verdicts are the same" in capsys.readouterr().out


def test_the_page_is_self_contained_and_no_name_becomes_markup():
    made = [replace(verdict(f"</script><i>{n}", "1.5"), reason="<img src=x>") for n in range(3)]
    page = render_diff(compare_runs(run_of(*made), run_of(verdict("new", "1.5"))))
    assert "</script><i>" not in page
    assert "<img" not in page
    assert page.count("<script") == page.count("</script>") == 1
    assert not re.search(r"(?:src|href)=\"(?!#|data:,)", page)
    assert page.count("<tr data-change") == 4
    assert page.count("data-stops") >= 3


def test_a_huge_difference_fits_a_pull_request_and_a_page():
    old = run_of(*(verdict(f"{'i' * 90}{n}", "1.5") for n in range(MOST + 7)))
    found = compare_runs(old, run_of(verdict("new", "1.5")))
    assert len(diff_markdown(found).encode()) < LIMIT
    assert f"and {MOST + 7 - 50} more in diff.csv" in diff_markdown(found)
    page = render_diff(found)
    assert "and 8 more in diff.csv" in page
    assert page.count("<tr data-change") == MOST


def test_the_dictionary_names_the_columns_of_diff_csv_and_every_change(root: Path):
    rows = dictionary(root, "diff.csv")
    changes = {row[0].strip("`"): row[1] for row in rows if len(row) == 2}
    assert changes == CHANGES
    columns = {row[0]: row[1] for row in rows if len(row) == 4 and row[0] != "column"}
    assert columns == DIFF_COLUMNS
    assert list(columns) == list(DIFF_COLUMNS)
