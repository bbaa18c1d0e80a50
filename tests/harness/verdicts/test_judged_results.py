"""What becomes of a call: of its result against every golden and the definition, of a failure, and of a second call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastdigit.base.errors import MissingFramework
from lastdigit.cases.reference import load_reference_document
from lastdigit.extraction.extract import extract
from lastdigit.implementations.implementation import Implementation
from lastdigit.implementations.isolation.call import Call, NoResult, Returned
from lastdigit.implementations.isolation.runner import Limits
from lastdigit.readers.table import read_document
from lastdigit.store.documents import store
from lastdigit.verdicts import judge_case
from lastdigit.verdicts.comparison import IMPLEMENTATION, PRINTING
from lastdigit.verdicts.judge_case import computed_in, judge_document, judge_implementation, judge_print
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.verdict import Verdict

X = np.array([[0.5, 1.5, 0.0], [2.0, 3.0, 0.0], [0.1, 0.2, 0.3344]])
RIGHT = X.sum(axis=1)
DOCUMENT = """
    In [1]:
    x = np.array([[0.5, 1.5, 0.0], [2.0, 3.0, 0.0], [0.1, 0.2, 0.3344]])
    print("sums:", x.sum(axis=1))
    print("means:", x.mean(axis=1))
    print("shape:", x.sum(axis=1).shape)

    sums: [2.     5.     0.6344]
    means: [0.66666667 1.66666667 0.21146667]
    shape: (3,)
    """
OF_WHOLE_NUMBERS = """
    In [1]:
    x = np.array([[1, 2], [3, 4]])
    print("sums:", x.sum(axis=1))

    sums: [3 7]
    """
CASE = """
    [[case]]
    name = "sums"
    operation = "total"
    inputs = { x = "x" }
    goldens = [%s]
    """


@dataclass
class Told:
    """A runner that gives what it is told, the last of it in reverse order where it is asked again."""

    dtype: str
    answers: list[Any]
    calls: list[Call] = field(default_factory=list)

    def call(self, call: Call, arrays: Any, limits: Limits) -> Returned:
        del arrays, limits
        self.calls.append(call)
        answer = self.answers[min(len(self.calls), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        result = np.asarray(answer, dtype=np.float64)
        return Returned(result[::-1] if len(self.calls) > len(self.answers) else result, self.dtype, 0.001)


@pytest.fixture
def readings(write: Callable[[str, str], Path], tmp_path: Path) -> Callable[..., CaseReadings]:
    def read(*goldens: str, text: str = DOCUMENT) -> CaseReadings:
        found = read_document(write("007.txt", text))
        store(found, extract(found), tmp_path / "reference_data")
        write("reference_data/007/cases.toml", CASE % ", ".join(f'"{golden}"' for golden in goldens))
        document = load_reference_document(tmp_path / "reference_data" / "007")
        return CaseReadings(document, document.case_file.cases[0])

    return read


def judged(readings: CaseReadings, *answers: Any, dtype: str = "float64") -> tuple[list[Verdict], Told]:
    numbers = ("numpy", ("float64", "float32", "float16"), {}, None, 0.0, "", "split", True, None, None)
    mine = Implementation("mine", "total", *numbers, ("x",), frozenset(), "f", Path("mine.py"), 1)
    runner = Told(dtype, list(answers))
    return judge_implementation(readings, mine, dtype, runner, Limits()), runner


def said(verdicts: list[Verdict]) -> list[tuple[str, str, str]]:
    return [(verdict.golden, verdict.against, verdict.verdict) for verdict in verdicts]


MASKED = """
    [[case]]
    name = "masked"
    operation = "attention_weights"
    inputs = { q = "x", k = "x" }
    parameters = { mask = [[true, true, false], [true, false, false], [true, true, true]] }
    """


def test_the_mask_of_a_case_is_handed_over_as_an_array(readings, write, tmp_path: Path):
    readings()
    write("reference_data/007/cases.toml", MASKED)
    document = load_reference_document(tmp_path / "reference_data" / "007")
    masked = CaseReadings(document, document.case_file.cases[0])
    x = np.asarray(document.input("x").middles)
    scores = np.where(document.case_file.cases[0].masks["mask"], x @ x.T / np.sqrt(x.shape[1]), -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    numbers = ("numpy", ("float64",), {}, None, 6.0, "", "split", True, None, None)
    arrays, parameters = ("q", "k"), frozenset({"mask"})
    mine = Implementation("mine", "attention_weights", *numbers, arrays, parameters, "f", Path("mine.py"), 1)
    runner = Told("float64", [weights / weights.sum(axis=-1, keepdims=True)])
    (verdict,) = judge_implementation(masked, mine, "float64", runner, Limits())
    assert verdict.verdict == "agrees", verdict.reason
    assert (runner.calls[0].masks, runner.calls[0].parameters) == (("mask",), {})


def test_a_result_is_held_to_every_golden_and_to_the_definition(readings):
    verdicts, _ = judged(readings("sums", "shape"), RIGHT)
    assert said(verdicts) == [
        ("sums", "document", "agrees"),
        ("shape", "document", "agrees"),
        ("", "definition", "agrees"),
    ]
    assert [verdict.of for verdict in verdicts] == [3, 1, 3]


def test_a_wrong_result_disagrees_with_all_but_the_shape(readings):
    verdicts, runner = judged(readings("shape", "sums"), RIGHT * 1.5)
    assert said(verdicts) == [
        ("shape", "document", "agrees"),
        ("sums", "document", "disagrees"),
        ("", "definition", "disagrees"),
    ]
    assert len(runner.calls) == 1


def test_a_right_result_disagrees_with_a_wrong_golden_which_is_told(readings):
    read = readings("means", "sums")
    wrong, right, by_definition = judged(read, RIGHT)[0]
    assert [each.verdict for each in (wrong, right, by_definition)] == ["disagrees", "agrees", "agrees"]
    assert wrong.explanation.startswith("right by the definition; the document: ")
    assert [each.verdict for each in judge_document(read)] == ["disagrees", "agrees"]
    as_wrong, *_ = judged(readings("means"), X.mean(axis=1))[0]
    assert (as_wrong.verdict, "right by the definition" in as_wrong.explanation) == ("agrees", False)


@pytest.mark.parametrize(
    ("answer", "verdict", "reason"),
    [
        (NoResult("never returned"), "failed", "never returned"),
        (MissingFramework("torch", Path("mine.py")), "skipped", "torch is not installed, and mine.py imports it"),
        (RIGHT[:2], "failed", "returned shape (2,); expected (3,)"),
        (np.array([2.0, np.nan, 0.6344]), "failed", "returned nan at [1]"),
    ],
    ids=["nothing", "no framework", "shape", "nan"],
)
def test_a_call_that_gives_no_result_says_so_in_every_verdict(readings, answer: Any, verdict: str, reason: str):
    verdicts, _ = judged(readings("sums", "shape"), answer)
    assert [(each.verdict, each.reason) for each in verdicts] == [(verdict, reason)] * 3


def test_a_result_that_agrees_is_called_again_once_with_its_rows_reversed(readings):
    verdicts, runner = judged(readings("sums"), RIGHT)
    assert [each.verdict for each in verdicts] == ["agrees", "agrees"]
    assert [call.deterministic for call in runner.calls] == [True, False]


def test_a_result_that_does_not_follow_its_inputs_fails(readings):
    verdicts, _ = judged(readings("sums"), RIGHT, RIGHT)
    assert [each.verdict for each in verdicts] == ["failed", "failed"]
    assert "reversed" in verdicts[0].reason


def test_a_second_result_need_not_be_the_same_where_it_agrees(readings):
    backwards = X[:, ::-1].sum(axis=1)
    assert backwards[2] != RIGHT[2]
    verdicts, _ = judged(readings("sums"), RIGHT, backwards[::-1])
    assert [each.verdict for each in verdicts] == ["agrees", "agrees"]


def test_what_another_document_prints_is_read_by_its_digits_where_it_disagrees_otherwise(readings):
    read = readings("sums")
    (expected,) = read.case.expected
    golden = read.document.golden("sums")

    def verdict(*tokens: str) -> str:
        return judge_print(read, expected, replace(golden, tokens=tokens)).verdict

    assert verdict("2.", "5.", "0.6344") == "agrees"
    assert verdict("2.", "5.", "0.63") == "agrees"
    assert verdict("2.", "5.", "0.64") == "disagrees"
    assert judge_print(read, expected, replace(golden, tokens=("2.", "5.", "0.6344"))).digits == 3


def test_a_golden_that_shows_fewer_digits_than_its_printer_can_is_inferred_to_disagree(readings):
    read = readings("sums")
    golden = read.document.stored.goldens["sums"]
    read.document.stored.goldens["sums"] = replace(golden, tokens=("2.", "5.", "0.63"))
    (found,) = judge_document(read)
    assert (found.verdict, found.evidence) == ("disagrees", "inferred")
    (against, _), _ = judged(read, RIGHT)
    assert (against.verdict, against.evidence) == ("disagrees", "inferred")


def test_numbers_that_a_dtype_does_not_hold_are_no_result_in_it(readings):
    verdicts, _ = judged(readings("sums"), RIGHT, dtype="float32")
    assert [each.reason for each in verdicts] == ["returned numbers that float32 does not hold"] * 2
    verdicts, _ = judged(readings("sums"), RIGHT.astype(np.float32), dtype="float32")
    assert [each.verdict for each in verdicts] == ["agrees", "agrees"]


def test_a_golden_of_another_shape_than_the_result_fails(readings):
    read = readings("sums")
    golden = read.document.stored.goldens["sums"]
    read.document.stored.goldens["sums"] = replace(golden, tokens=("2.", "5."), shape=(2,))
    (found,) = judge_document(read)
    (against, _), _ = judged(read, RIGHT)
    for verdict in (found, against):
        assert (verdict.verdict, verdict.reason.startswith("expected shape (2,) as sums prints")) == ("failed", True)


def test_a_printed_shape_is_judged_by_the_definition(readings):
    assert [each.verdict for each in judge_document(readings("shape", "sums"))] == ["agrees", "agrees"]


def test_whole_numbers_tell_of_no_format_in_which_they_were_computed(readings):
    read = readings("sums")
    golden = read.document.golden("sums")
    whole = replace(golden, format=replace(golden.format, dtype="int64"))
    assert (computed_in(golden, read), computed_in(whole, read)) == ("float64", "float64")
    read.case = replace(read.case, dtype="float32")
    assert (computed_in(golden, read), computed_in(whole, read)) == ("float64", "float32")


def test_a_result_is_held_to_printed_whole_numbers(readings):
    read = readings("sums", text=OF_WHOLE_NUMBERS)
    assert read.document.golden("sums").format.dtype == "int64"
    assert [each.verdict for each in judged(read, np.array([3.0, 7.0]))[0]] == ["agrees", "agrees"]
    assert [each.verdict for each in judged(read, np.array([3.0, 8.0]))[0]] == ["disagrees", "disagrees"]


def wrong_in_its_last_digit(read: CaseReadings, token: str) -> CaseReadings:
    golden = read.document.stored.goldens["sums"]
    read.document.stored.goldens["sums"] = replace(golden, tokens=("2.", "5.", token))
    return read


def test_a_tolerance_that_holds_a_wrong_golden_and_the_right_result_decides_nothing(readings):
    read = wrong_in_its_last_digit(readings("sums"), "0.6343")
    (against, by_definition), _ = judged(read, RIGHT.astype(np.float16), dtype="float16")
    reason = "the float16 tolerance cannot distinguish the printed values from the definition"
    assert (against.verdict, against.reason, against.explanation) == ("undecided", reason, "")
    assert by_definition.verdict == "agrees"


def test_a_result_that_is_off_by_less_than_is_printed_is_not_right_by_the_definition(readings):
    read = wrong_in_its_last_digit(readings("sums"), "0.6343")
    (against, by_definition), _ = judged(read, RIGHT + np.array([0.0, 0.0, 3e-9]))
    assert (against.verdict, by_definition.verdict) == ("disagrees", "disagrees")
    assert not against.explanation.startswith("right by the definition")


@pytest.mark.parametrize(("token", "places"), [("0.6344", 1), ("0.7", 2)])
def test_what_another_document_prints_is_judged_again_only_where_something_can_be_read_wider(
    readings, monkeypatch, token: str, places: int
):
    read = readings("sums")
    (expected,) = read.case.expected
    golden = replace(read.document.golden("sums"), tokens=("2.", "5.", token))
    wide, own = read.at_widest, golden.format
    assert wide is not None
    assert golden.widest != own
    asked: list[tuple[bool, bool]] = []
    judge_numbers = judge_case._judge_numbers

    def judging(given: CaseReadings, expected: Any, golden: Any) -> Verdict:
        asked.append((given is wide, golden.format == own))
        return judge_numbers(given, expected, golden)

    monkeypatch.setattr(judge_case, "_judge_numbers", judging)
    judge_print(read, expected, golden)
    assert asked == [(False, True), (True, False)][:places]
    narrow = replace(golden, format=golden.widest)
    for at_widest, other, again in (
        (None, golden, [(False, False)]),
        (wide, narrow, [(True, False)]),
        (None, narrow, []),
    ):
        asked.clear()
        read.__dict__["at_widest"] = at_widest
        judge_print(read, expected, other)
        assert asked[1:] == (again if places == 2 else [])


def test_a_result_is_held_to_a_golden_by_what_was_measured_of_it_or_by_the_bounds_of_its_arithmetic(
    readings, monkeypatch
):
    given: list[tuple[Any, Any]] = []

    def judging(base: Verdict, comparison: Any, observed: Any, power: Any, **options: Any) -> Verdict:
        given.append((comparison, power))
        return replace(base, verdict="agrees", arithmetic=model)

    monkeypatch.setattr(judge_case, "judge", judging)
    read = readings("sums")
    for model in ("fused", ""):
        given.clear()
        judged(read, RIGHT)
        comparison, power = next(each for each in given if PRINTING in each[0].terms)
        assert (IMPLEMENTATION in comparison.terms, power.model) == (bool(model), model)
        assert (power.reading is read.at_middles, power.allows is None) == (bool(model), bool(model))
