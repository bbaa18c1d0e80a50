"""What the gate stops, grouped by cause: each once, with how far it reaches, where to look and what to run again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastdigit.base.files import tomllib
from lastdigit.cases.case import Erratum
from lastdigit.reports.outcome.cause import CASE, GOLDEN, STALE, rerun
from lastdigit.reports.outcome.causes import RIGHT, causes
from lastdigit.reports.outcome.terminal import _slowest
from lastdigit.reports.page.accept import REASON, acceptance
from lastdigit.verdicts.verdict import Verdict
from lastdigit.verdicts.words.numbers import allowance_words
from tests.harness.made_up_runs import run_of, verdict


def wrong(implementation: str, golden: str, explanation: str, dtype: str = "float64") -> Verdict:
    made = verdict(implementation, "9.5", golden=golden, found="disagrees")
    return replace(made, explanation=explanation, dtype=dtype, case=f"case_{golden}")


def test_one_mistake_is_one_cause_however_many_goldens_and_formats_show_it():
    made = [wrong("i", f"y{n}", "scores not scaled", dtype) for n in range(7) for dtype in ("float64", "float32")]
    (cause,) = causes(run_of(*made))
    assert (cause.who, cause.what, cause.extent) == ("i", "scores not scaled", "7 goldens, 2 formats")
    assert cause.look == "the division by √d"
    assert cause.example.dtype == "float64"
    assert cause.rerun == "pytest -k i"


def test_what_several_mistakes_explain_is_filed_under_the_one_that_explains_most():
    made = [wrong("i", f"y{n}", "scores not scaled") for n in range(3)]
    made += [wrong("i", "z", "scale √(d − 1); scores not scaled")]
    assert [cause.what for cause in causes(run_of(*made))] == ["scores not scaled"]


def test_the_same_mistake_of_two_implementations_stands_in_two_places():
    made = [wrong("i", "y", "scores not scaled"), wrong("j", "y", "scores not scaled")]
    assert [cause.who for cause in causes(run_of(*made))] == ["i", "j"]


def test_a_case_with_which_every_implementation_disagrees_is_one_cause():
    made = [wrong(f"i{n}", "y", "no known mistake explains these numbers") for n in range(43)]
    right = [verdict(f"i{n}", "1.5", golden="z") for n in range(43)]
    (cause,) = causes(run_of(*made, *right))
    assert (cause.kind, cause.who) == (CASE, "007/case_y")
    assert cause.extent == "43 implementations, float64 only"
    assert cause.rerun == "pytest -k 007/case_y"
    one_right = replace(made[0], implementation="k", verdict="agrees", gate="pass", explanation="")
    assert len(causes(run_of(*made, one_right))) == 43


def test_a_golden_that_its_definition_does_not_give_is_the_cause_of_all_that_disagree_with_it():
    made = [wrong("i", "y", f"{RIGHT}scores not scaled"), wrong("document", "y", "scores not scaled")]
    (cause,) = causes(run_of(*made))
    assert (cause.kind, cause.who, cause.what) == (GOLDEN, "007/y", "scores not scaled")


def test_every_failing_verdict_is_in_one_cause_and_stale_errata_are_last():
    stale = replace(verdict("document", "1.5"), gate="fail", erratum="e", reason="erratum e is stale: this now agrees")
    raised = replace(verdict("j"), verdict="failed", gate="fail", reason="raised ValueError")
    run = run_of(wrong("i", "y", "scores not scaled"), stale, raised)
    found = causes(run)
    assert found[-1].kind == STALE
    assert sorted(id(v) for cause in found for v in cause.verdicts) == sorted(map(id, run.failing))


@pytest.mark.parametrize("name", ["a b", "x; rm -rf .", "not(", "$(id)", ""])
def test_a_name_that_a_shell_or_pytest_would_read_otherwise_is_not_in_a_command(name: str):
    assert rerun([replace(verdict(name, "9.5"), case=name), replace(verdict(name, "9.5"), case="other")]) == (
        "pytest --last-failed"
    )


def test_the_lines_that_accept_a_cause_are_an_erratum_of_just_what_is_wrong():
    made = [wrong("i", f"y{n}", "scores not scaled", dtype) for n in range(2) for dtype in ("float64", "float32")]
    right = replace(verdict("i", "1.5", golden="y0"), case="case_y0", dtype="float16")
    run = run_of(*made, right)
    (accepted,) = acceptance(run, causes(run)[0])
    assert accepted.path == "reference_data/007/cases.toml"
    (plain,) = tomllib.loads(accepted.lines)["erratum"]
    assert plain == {
        "id": "007-i-scores-not-scaled",
        "implementation": "i",
        "cases": ["case_y0", "case_y1"],
        "dtypes": ["float32", "float64"],
        "reason": REASON,
    }
    assert {*plain} <= set(Erratum.__dataclass_fields__)


def test_a_case_that_every_implementation_fails_is_mended_and_not_accepted():
    run = run_of(*[wrong(f"i{n}", "y", "no known mistake explains these numbers") for n in range(3)])
    assert acceptance(run, causes(run)[0]) == []


def test_terms_that_make_no_difference_are_named_without_numbers():
    words = allowance_words({"printing": 5e-4, "uncertain inputs": 6.9e-31}, 5e-4)
    assert words == "printing 0.0005; negligible: uncertain inputs"
    assert allowance_words({"printing": 5e-4, "uncertain inputs": 6.9e-31}, None).endswith("uncertain inputs 6.9e-31")


def test_the_slowest_calls_are_told_once_each():
    slow = [replace(verdict("i", "1.5"), seconds=2.5), replace(verdict("i", "1.5", golden="z"), seconds=2.5)]
    fast = replace(verdict("j", "1.5"), seconds=0.01)
    assert _slowest(run_of(*slow, fast)) == "2.5 s i in float64 on 007/c"
