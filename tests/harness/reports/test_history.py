"""Runs one after the other: the first in which something changed is named, and what was removed is no regression."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.commands.command_line import main
from lastdigit.records.occasion import BEGAN, COMMIT, TOOK, duration, joined
from lastdigit.records.record import NAME, write_record
from lastdigit.records.run import Part, Run, make_run
from lastdigit.reports.ci.badges import badge_json, badge_svg
from lastdigit.reports.outcome.totals import totals
from lastdigit.verdicts.verdict import Verdict
from tests.harness.made_up_runs import EMPTY, run_of, verdict


def run_with(number: int, made: list[Verdict], facts: Mapping[str, str]) -> Run:
    """The run of a day, with what is known of its environment."""
    details = {BEGAN: f"2026-03-{number:02} 04:00:00 UTC", COMMIT: f"{number:x}".ljust(40, "0"), **facts}
    names = frozenset(f"{v.golden}-{v.implementation}" for v in made)
    return make_run(EMPTY, made, parts=[Part("here", len(names), names, details)], files={})


def recorded(folder: Path, runs: list[Run]) -> list[str]:
    paths = []
    for number, run in enumerate(runs):
        (folder / f"{number}").mkdir()
        write_record(run, folder / f"{number}" / NAME)
        paths.append(str(folder / f"{number}"))
    return paths


def history(folder: Path, runs: list[Run], capsys: pytest.CaptureFixture[str], *, backwards: bool = False) -> list[str]:
    paths = recorded(folder, runs)
    assert main(["report", "history", *(reversed(paths) if backwards else paths), "--into", str(folder / "out")]) == 0
    return capsys.readouterr().out.splitlines()


def day(number: int, *, changes_on: int) -> Run:
    """A run in which, from a day on, a newer NumPy gives another last digit."""
    newer = number >= changes_on
    made = [verdict("numpy_loops", "1.5" if not newer else "1.5000000001"), verdict("torch_sdpa", "1.5")]
    return run_with(number, made, {"numpy": "2.4.0" if newer else "2.3.5"})


@pytest.mark.parametrize("backwards", [False, True])
def test_of_ten_runs_the_one_with_another_version_of_a_library_is_named(tmp_path: Path, capsys, backwards: bool):
    lines = history(tmp_path, [day(n, changes_on=7) for n in range(1, 11)], capsys, backwards=backwards)
    (first,) = (line for line in lines if line.startswith("first change:"))
    assert first.startswith("first change: run 7 (2026-03-07 04:00:00 UTC): numpy 2.3.5 → 2.4.0; commit 60")
    assert first.endswith("1 observed: numpy_loops")
    assert "no verdict changed" in next(line for line in lines if "run 8" in line)
    page = (tmp_path / "out" / "history.html").read_text(encoding="utf-8")
    assert page.count("first change</b>") == 1
    assert "numpy 2.3.5 → 2.4.0" in page
    assert page.count('class="changed"') == 3  # on each line of numpy_loops


def test_a_commit_alone_is_no_change(tmp_path: Path, capsys):
    lines = history(tmp_path, [day(n, changes_on=99) for n in range(1, 4)], capsys)
    assert "nothing changed in 3 runs" in lines


def test_what_was_removed_or_added_is_no_regression(tmp_path: Path, capsys):
    kept, gone = verdict("i", "1.5"), verdict("i", "1.5", golden="z")
    runs = [run_with(1, [kept, gone], {}), run_with(2, [kept], {}), run_with(3, [kept, verdict("j", "1.5")], {})]
    lines = history(tmp_path, runs, capsys)
    assert "nothing changed in 3 runs" in lines
    assert "1 removed" in next(line for line in lines if "run 2" in line)
    assert not any("regression" in line for line in lines)


def test_a_later_regression_is_told_beside_the_first_change(tmp_path: Path, capsys):
    worse = verdict("numpy_loops", "9.5", found="disagrees")
    runs = [*(day(n, changes_on=2) for n in range(1, 4)), run_with(4, [worse, verdict("torch_sdpa", "1.5")], {})]
    lines = history(tmp_path, runs, capsys)
    assert any(line.startswith("first change: run 2 ") for line in lines)
    assert any(line.startswith("first regression: run 4 ") and "1 worse" in line for line in lines)


def test_the_table_has_a_row_for_every_run_and_implementation(tmp_path: Path, capsys):
    history(tmp_path, [day(n, changes_on=2) for n in range(1, 4)], capsys)
    with (tmp_path / "out" / "history.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["run"], row["implementation"], row["changed"]) for row in rows] == [
        ("1", "numpy_loops", "0"),
        ("1", "torch_sdpa", "0"),
        ("2", "numpy_loops", "1"),
        ("2", "torch_sdpa", "0"),
        ("3", "numpy_loops", "0"),
        ("3", "torch_sdpa", "0"),
    ]
    assert {row["seconds"] for row in rows} == {"0.25"}


def test_the_latest_run_leaves_a_badge_for_every_implementation(tmp_path: Path, capsys):
    wrong = replace(verdict("numpy_loops", "9.5", found="disagrees"), gate="fail")
    history(tmp_path, [day(1, changes_on=9), run_with(2, [wrong, verdict("torch_sdpa", "1.5")], {})], capsys)
    badges = tmp_path / "out" / "badges"
    plain = json.loads((badges / "numpy_loops.json").read_text())
    assert (plain["schemaVersion"], plain["message"], plain["isError"]) == (1, "1 of 1 stopped", True)
    assert "1 agree" in ElementTree.parse(badges / "torch_sdpa.svg").getroot().attrib["aria-label"]


@given(st.text())
def test_a_badge_is_xml_and_json_whatever_the_name_is(name: str):
    found = totals(name, [verdict(name, "1.5")])
    ElementTree.fromstring(badge_svg(found))
    assert json.loads(badge_json(found))["label"] == name


def test_shards_of_a_run_began_with_the_first_and_took_as_long_as_all():
    parts = [{BEGAN: "b", TOOK: "2.5 s", COMMIT: "c"}, {BEGAN: "a", TOOK: "1.0 s", COMMIT: "c"}]
    assert joined(parts) == {BEGAN: "a", TOOK: "3.5 s", COMMIT: "c"}
    assert joined([{}]) == {}
    assert [duration(seconds) for seconds in (0.13, 9.5, 24.4, 185, 7440)] == [
        "130 ms",
        "9.5 s",
        "24 s",
        "3 min 5 s",
        "2 h 4 min",
    ]


def test_runs_that_do_not_say_when_they_began_stay_in_their_order(tmp_path: Path, capsys):
    lines = history(tmp_path, [run_of(verdict("i", "1.5")), run_of(verdict("i", "1.25"))], capsys)
    assert any(line.startswith("first change: run 2 (") for line in lines)
