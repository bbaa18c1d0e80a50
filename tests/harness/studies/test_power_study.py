"""The power study: what it calls right is right, what it calls wrong is wrong, and rules are read as they are meant."""

from __future__ import annotations

import csv
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from studies.power.attention import normal_attention
from studies.power.attention_study import Setting, right_attentions, study_attention
from studies.power.false_alarms import false_alarms
from studies.power.findings import CAUSAL, Finding, caught_too_few, refused_right
from studies.power.kernel_runs import KernelKind
from studies.power.kernels import fewer_than_kernel_bench
from studies.power.norm_kernels import norm_kinds
from studies.power.random_attention import run_right
from studies.power.rules import FLASH_ATTENTION, KERNEL_BENCH, LASTDIGIT, TORCH, Question, Ruling, rulings
from studies.power.stored import as_format, stored
from studies.power.stored_attentions import naive
from studies.power.wrong_attentions import WRONG_ATTENTIONS, right_by_nature, wrong_attentions
from studies.study import ROOT

pytestmark = pytest.mark.long

STORED = ("float32", "float16", "bfloat16")
KEYS = 96


def largest_error(result: np.ndarray, exact: np.ndarray) -> float:
    return float(np.max(np.abs(result - exact)))


def made_up(caught: int, of: int, *, kind: str = CAUSAL, size: int = 128, other: int = 0) -> list[Finding]:
    """Wrong results of which lastdigit catches so many, and KernelBench's rule ``other``."""
    return [
        Finding(
            *(kind, size, "float16", f"wrong {number}", False, False, 1.0),
            {
                LASTDIGIT: Ruling("disagrees" if number < caught else "agrees"),
                KERNEL_BENCH: Ruling("disagrees" if number < other else "agrees"),
            },
        )
        for number in range(of)
    ]


@pytest.mark.parametrize("format", STORED)
@pytest.mark.parametrize("causal", [True, False])
def test_every_right_attention_errs_by_a_few_units_of_its_format(format: str, causal: bool):
    given = normal_attention(16, format, 3, causal=causal)
    largest = np.max(np.abs(given.v)) * (1 + np.max(np.abs(given.q @ given.k.T)))
    for name, attention in right_attentions().items():
        result = attention(given)
        assert result.dtype == np.float32
        assert np.array_equal(stored(result, format), result), name
        assert largest_error(result, given.exact) <= 2 * FORMATS[format].unit_roundoff * largest, name


@pytest.mark.parametrize("format", STORED)
def test_every_wrong_attention_is_stored_and_those_wrong_by_nature_err_more_than_a_fused_one(format: str):
    given = normal_attention(KEYS, format, 3)
    fused = right_attentions()["fused"](given)
    for name, attention in WRONG_ATTENTIONS.items():
        result = attention(given, np.random.RandomState(0))
        assert np.array_equal(stored(result, format), result), name
        if right_by_nature(name, format):
            assert largest_error(result, given.exact) <= 2 * largest_error(naive(given), given.exact), name
        else:
            assert np.any(np.abs(result - given.exact) > 2 * largest_error(fused[-1], given.exact[-1])), name


def test_there_are_31_wrong_attentions_of_which_three_need_a_mask():
    assert len(WRONG_ATTENTIONS) == len(wrong_attentions(causal=True)) == 31
    assert len(wrong_attentions(causal=False)) == 28
    assert [sum(right_by_nature(name, format) for name in WRONG_ATTENTIONS) for format in STORED] == [0, 1, 4]


def test_bfloat16_is_rounded_as_the_engine_rounds_it():
    values = np.random.RandomState(0).standard_cauchy(10_000).astype(np.float32)
    values[:4] = 0.0, -np.inf, 1 + 2.0**-8, 1 + 3 * 2.0**-8
    assert np.array_equal(stored(values, "bfloat16"), FORMATS["bfloat16"].round(values.astype(np.float64)))
    assert np.isnan(stored(np.array([np.nan], dtype=np.float32), "bfloat16"))[0]
    assert as_format(values, "bfloat16").dtype == "bfloat16"
    assert np.array_equal(np.asarray(as_format(values, "bfloat16"), dtype=np.float64), values)


def test_the_rules_of_others_accept_what_lies_within_their_figures_and_nothing_else():
    given = normal_attention(8, "float16", 0)
    exact = np.full((1, 1), 2.0)
    arrays, parameters = (given.q, given.k, given.v), {"causal": True}
    question = Question("scaled_dot_product_attention", arrays, parameters, "float16", given.exact, naive(given))
    assert all(ruling.verdict == "agrees" for ruling in rulings(question, stored_exact(given.exact)).values())
    alone = replace(question, operation="total", arrays=[exact], parameters={}, exact=exact[0], naive=None)
    for error, torch, bench in ((1e-3, False, False), (4e-3, True, False), (4e-2, True, True)):
        said = rulings(alone, np.array([2.0 + error], dtype=np.float32))
        assert (said[TORCH].refused, said[KERNEL_BENCH].refused) == (torch, bench)
        assert FLASH_ATTENTION not in said


def stored_exact(exact: np.ndarray) -> np.ndarray:
    return stored(exact.astype(np.float32), "float16")


def test_flash_attentions_rule_refuses_more_than_twice_the_naive_error():
    given = normal_attention(32, "bfloat16", 0)
    arrays, parameters = (given.q, given.k, given.v), {"causal": True}
    question = Question("scaled_dot_product_attention", arrays, parameters, "bfloat16", given.exact, naive(given))
    naive_error = largest_error(naive(given), given.exact)
    for share, refused in ((1.9, False), (2.1, True)):
        assert rulings(question, given.exact + share * naive_error)[FLASH_ATTENTION].refused == refused


def test_no_right_attention_is_refused_and_what_is_grossly_wrong_is():
    setting = Setting(16, "float32")
    right = ("fused", "naive", "tiles of 64 keys", "minus logsumexp", "eight splits")
    wrong = ("another seed", "row zero left out", "halves of the width swapped")
    found = study_attention(setting, (*right, *wrong))
    assert [each.rulings[LASTDIGIT].refused for each in found] == [False] * len(right) + [True] * len(wrong)
    assert [each.right for each in found] == [True] * len(right) + [False] * len(wrong)


@pytest.mark.parametrize("kind", norm_kinds(), ids=lambda kind: kind.name)
def test_right_norms_are_nearer_to_the_exact_one_than_wrong_ones_in_float32(kind: KernelKind):
    arrays = kind.draw(np.random.RandomState(0))
    exact = kind.exact(arrays)
    with np.errstate(all="ignore"):
        right = max(largest_error(kernel(arrays, "float32"), exact) for kernel in kind.right.values())
        wrong = [largest_error(kernel(arrays, "float32"), exact) for kernel in kind.wrong.values()]
    assert right < min(wrong, default=np.inf)


def test_too_few_caught_and_fewer_than_kernel_benchs_rule_are_said():
    assert caught_too_few(made_up(27, 30)) == []
    assert caught_too_few(made_up(26, 30)) == ["26 of 31 wrong attentions caught at 128 keys in float16, 27 must be"]
    assert caught_too_few(made_up(0, 30, size=16)) == caught_too_few(made_up(0, 30, kind="attention")) == []
    assert fewer_than_kernel_bench(made_up(5, 9, kind="softmax", other=5)) == []
    fewer = [
        "4 wrong of softmax caught; by KernelBench's rule 5",
        "4 wrong of all kernels caught; by KernelBench's rule 5",
    ]
    assert sorted(fewer_than_kernel_bench(made_up(4, 9, kind="softmax", other=5))) == sorted(fewer)
    made_up_for = [*made_up(4, 9, kind="softmax", other=5), *made_up(9, 9, kind="layer norm")]
    assert fewer_than_kernel_bench(made_up_for) == fewer[:1]
    right = [replace(found, right=True) for found in made_up(2, 9)]
    assert [found.name for found in refused_right([*right, *made_up(1, 1)])] == ["wrong 0", "wrong 1"]


def test_the_power_study_writes_its_tables_and_its_plot(tmp_path: Path):
    """As people start it: a process of its own finds what it is sent only where that is in a module."""
    pytest.importorskip("matplotlib")
    options = ["--only", "attention", "--sizes", "16", "--formats", "bfloat16", "--processes", "1"]
    command = [sys.executable, "-m", "studies.power", *options, "--into", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
    for name, count in (("wrong_kernels", 31), ("right_kernels", len(right_attentions()))):
        rows = list(csv.reader((tmp_path / f"{name}.csv").open(encoding="utf-8")))
        assert len(rows) == 1 + count
        assert {len(row) for row in rows} == {len(rows[0])}
    assert (tmp_path / "rules.svg").read_bytes().startswith(b"<?xml")
    assert "16" in ended.stdout


def test_random_runs_are_the_same_every_time_and_are_finite():
    for number in range(12):
        first, again = (list(run_right(number, 3, long=False)) for _ in range(2))
        assert first == again
        assert len({run.description for run in first}) == 3
    assert [run.keys >= 512 for run in run_right(0, 2, long=True)] == [True, True]


def test_runs_are_counted_by_verdict_and_alarms_are_kept(monkeypatch: pytest.MonkeyPatch):
    counts = false_alarms(24, 0, first=4)
    assert counts.runs == 24
    assert counts.long_runs == 0
    assert 0.0 < counts.largest_ratio < 1.0
    refused = Ruling("disagrees", "calibrated", "", 1.5)
    monkeypatch.setattr("studies.power.random_attention.lastdigits", lambda question, result: refused)
    counts = false_alarms(8, 0, first=1)
    assert counts.verdicts == {("disagrees", "calibrated"): 8}
    assert len(counts.alarms) == 8
    assert counts.largest_ratio == 1.5
