"""The study of false alarms and misses: that it finds them, and that a small one finds none."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from lastdigit.implementations.implementation import find_implementations
from lastdigit.operations.attention import seen_keys
from studies import judged_runs
from studies.allowance import Allowance, allowance, handed_over, plain
from studies.drawn_case import ATTENTION, case_numbers, drawn_case
from studies.judged_runs import FALSE_ALARM, LEFT_OUT, MOST_WORK, ROOT, WRONG_ON_PURPOSE, study_case
from studies.study import main, study
from studies.tables import CHANGES, MISTAKES, RUNS, changes_table, false_alarms, misses, mistakes_table, runs_table

pytestmark = pytest.mark.long

DTYPES = ("float64", "float32", "bfloat16", "float16")


def attention_cases(cases: int):
    return [drawn_case(*numbered) for numbered in case_numbers(cases) if numbered[1] in ATTENTION]


def test_a_small_study_finds_no_false_alarm_and_no_miss():
    found = study(cases=3, processes=0)
    assert false_alarms(found) == misses(found) == []
    for row in runs_table(found)[1:]:
        counted = dict(zip(RUNS, row, strict=True))
        assert int(counted["cases"]) == sum(int(counted[name]) for name in ("agrees", "undecided", "false_alarms"))
    for row in mistakes_table(found)[1:]:
        counted = dict(zip(MISTAKES, row, strict=True))
        assert int(counted["changes"]) <= int(counted["caught"]) <= int(counted["applies"])
    for row in changes_table(found)[1:]:
        counted = dict(zip(CHANGES, row, strict=True))
        assert float(counted["some_median"]) <= float(counted["every_median"])


def test_the_study_writes_its_tables_and_its_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("matplotlib")
    assert main(["--cases", "1", "--processes", "1", "--into", str(tmp_path)]) == 0
    for name in ("false_alarms", "power", "smallest_change"):
        rows = list(csv.reader((tmp_path / f"{name}.csv").open(encoding="utf-8")))
        assert len(rows) > 4
        assert {len(row) for row in rows} == {len(rows[0])}
    assert (tmp_path / "power.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "power.png").read_bytes().startswith(b"\x89PNG")
    assert "false alarms" in capsys.readouterr().out


def test_a_wrong_implementation_gives_false_alarms(monkeypatch: pytest.MonkeyPatch):
    wrong = [i for i in find_implementations(ROOT / "implementations") if i.name == WRONG_ON_PURPOSE]
    monkeypatch.setattr(judged_runs, "implementations", lambda: wrong)
    numbers = [(number, wrong[0].operation) for number in range(5)]
    for numbered in numbers:
        alarms = [run for run in study_case(numbered).runs if run.verdict == FALSE_ALARM]
        assert all(str(drawn_case(*numbered)) in run.wrong for run in alarms)
        assert alarms or drawn_case(*numbered).arrays[0].shape[-1] == 1


def test_a_comparison_that_sees_nothing_misses_mistakes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Allowance, "refuted", lambda self, observed: np.zeros(observed.shape, dtype=bool))
    found = study_case((0, ATTENTION[0]))
    assert misses(found) == [made for made in found.mistakes if made.changes]
    assert misses(found)
    assert false_alarms(found) == []


@pytest.mark.parametrize("beyond", [False, True])
def test_a_slow_implementation_is_left_out_of_cases_of_more_work_than_its_limit(
    beyond: bool, monkeypatch: pytest.MonkeyPatch
):
    numbered = next(numbered for numbered in case_numbers(40) if drawn_case(*numbered).work < 2**16)
    monkeypatch.setitem(MOST_WORK, "numpy_matrix", drawn_case(*numbered).work - beyond)
    for run in study_case(numbered).runs:
        assert (run.verdict == LEFT_OUT) == (beyond and run.implementation == "numpy_matrix")


def test_a_case_is_drawn_the_same_every_time_and_is_one_of_many():
    first, again = attention_cases(8), attention_cases(8)
    for one, other in zip(first, again, strict=True):
        assert str(one) == str(other)
        assert all(np.array_equal(a, b) for a, b in zip(one.arrays, other.arrays, strict=True))
    assert len({str(case) for case in first}) == len(first)


def test_every_query_of_every_case_sees_a_key():
    masks = 0
    for case in attention_cases(200):
        q, k, _ = (array.shape for array in case.arrays)
        seen = seen_keys((*q[:-1], k[-2]), case.parameters.get("causal", False), case.parameters.get("mask"))
        if seen is not None:
            masks += 1
            assert np.all(np.any(np.broadcast_to(seen, (*q[:-1], k[-2])), axis=-1))
    assert masks > 50


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_element_is_refuted_exactly_where_it_is_further_off_than_allowed(dtype: str):
    case = next(case for case in attention_cases(40) if case.tokens > 8 and case.arrays[0].ndim > 1)
    bound = allowance(case.operation, handed_over(case.arrays, dtype), case.parameters, plain(dtype))
    assert np.all(bound.finite)
    for share, refuted in ((0.5, False), (-0.5, False), (2.0, True), (-2.0, True)):
        assert np.all(bound.refuted(bound.middle + share * bound.allowed) == refuted)
    assert np.all(bound.refuted(np.full(bound.middle.shape, np.nan)))
    unknown = Allowance(bound.middle, np.full(bound.middle.shape, np.inf))
    assert not np.any(unknown.refuted(np.full(bound.middle.shape, np.nan)))
