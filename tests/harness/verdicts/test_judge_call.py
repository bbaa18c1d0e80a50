"""The judge of one call: what it is held to where a query sees no key, what it shows, and what inputs lose."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lastdigit import gradient_of, judge
from lastdigit.base.evidence import CALIBRATED, PROVEN
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import STORED, Arithmetic
from lastdigit.verdicts import judge_call as module
from lastdigit.verdicts.judge_call import MOST_SHOWN, PRESUMED, Call, judge_call, presuming
from lastdigit.verdicts.verdict import Verdict

SINGLE = Arithmetic.usual(FORMATS["float32"])
ATTENTION = "scaled_dot_product_attention"
Q = np.array([[1.0, 0.5], [0.25, -1.0], [2.0, 0.0]])
K = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
V = np.array([[1.0], [2.0], [4.0]])
MASK = np.array([[True] * 3, [False] * 3, [True, False, True]])


def right(v: np.ndarray = V) -> np.ndarray:
    scores = np.where(MASK, Q @ K.T / np.sqrt(2.0), -np.inf)
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True, initial=-1e9))
    with np.errstate(invalid="ignore"):
        return np.float32(weights / weights.sum(axis=-1, keepdims=True) @ v).astype(np.float64)


def judged(row: float | list[float], empty: str = "", change: float = 0.0, v: np.ndarray = V) -> Verdict:
    """An attention of which the second query sees no key, and what its row holds."""
    result = right(v)
    result[1] = row
    result[0, 0] += change
    return judge_call(Call(ATTENTION, (Q, K, v), {"mask": MASK}, SINGLE, empty), result, "float32")


def test_a_row_without_keys_that_is_declared_to_be_zero_is_zero_and_nothing_near():
    assert judged(0.0, "zeros").verdict == "agrees"
    tiny = judged(2.0**-149, "zeros")
    assert (tiny.verdict, tiny.evidence, tiny.worst_index) == ("disagrees", "proven", "1,0")


def test_a_row_without_keys_that_is_declared_to_be_the_mean_is_that_up_to_its_rounding():
    mean = float(np.float32(7.0 / 3.0))
    assert mean != 7.0 / 3.0
    assert judged(mean, "mean").verdict == "agrees"
    assert judged(mean + 2.0**-15, "mean").verdict == "disagrees"


def test_a_row_that_is_declared_to_be_nan_and_is_not_is_told_with_the_first_of_its_elements():
    v = np.hstack([V, V + 1.0])
    found = judged([3.0, 5.0], "nan", v=v)
    reason = "returned 3.0 at [1, 0], where a query that attends to no key is declared to return nan"
    assert (found.verdict, found.worst_index, found.observed, found.disagreeing) == ("disagrees", "1,0", "3.0", 2)
    assert found.reason == reason
    assert judged(np.nan, "nan", v=v).verdict == "agrees"


def test_of_a_row_without_keys_of_which_nothing_is_declared_nothing_is_said():
    undecided = judged(0.0)
    told = "1 of 3 elements belong to queries that attend to no key, and have no value: declare their contents"
    assert (undecided.verdict, undecided.reason.startswith(told)) == ("undecided", True)
    elsewhere = judged(0.0, change=0.5)
    assert (elsewhere.verdict, told in elsewhere.reason) == ("disagrees", False)


def test_what_is_undecided_for_another_reason_is_not_put_down_to_queries_without_keys():
    found = judge_call(Call(ATTENTION, (Q, K, 0.0 * V), {}, SINGLE), 0.0 * V, "float32")
    assert (found.verdict, "attend to no key" in found.reason) == ("undecided", False)


def test_of_a_large_result_the_worst_elements_are_kept():
    x = np.arange(1.0, 241.0).reshape(120, 2)
    assert MOST_SHOWN == 100
    found = judge_call(Call("total", (x,), {}, SINGLE), x.sum(axis=-1) * 3.0, "float32")
    assert (found.disagreeing, len(found.details)) == (120, 100)


def test_what_is_not_finite_is_explained_unless_nobody_asks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "why_not_finite", lambda *_: "an overflow")
    call = Call("total", (np.ones((2, 2)),), {}, SINGLE)
    for options, explanation in (({}, "an overflow"), ({"explained": False}, "")):
        found = judge_call(call, np.array([2.0, np.inf]), "float32", **options)
        assert (found.verdict, found.explanation) == ("failed", explanation)


def test_a_disagreement_is_explained_unless_nobody_asks(monkeypatch: pytest.MonkeyPatch):
    asked: list[bool] = []

    def judging(base: Verdict, *_: object, explained: bool, **__: object) -> Verdict:
        asked.append(explained)
        return base

    monkeypatch.setattr(module, "judge", judging)
    call = Call("total", (np.ones((2, 2)),), {}, SINGLE)
    judge_call(call, np.array([2.0, 2.0]), "float32")
    judge_call(call, np.array([2.0, 2.0]), "float32", explained=False)
    assert asked == [True, False]


def test_a_result_on_inputs_that_the_format_does_not_hold_may_be_off_by_what_they_lose():
    tenth = float(np.float32(0.1))
    assert tenth != 0.1
    found = judge_call(Call("total", (np.array([[0.1]]),), {}, SINGLE), np.array([tenth]), "float32")
    assert found.disagreeing == 0
    exact = judge_call(Call("total", (np.array([[tenth]]),), {}, SINGLE), np.array([tenth]), "float32")
    assert exact.allowed is not None
    assert exact.allowed < abs(tenth - 0.1)


@pytest.mark.parametrize(
    ("operation", "presumed"),
    [
        ("encoder_block", True),
        (gradient_of("encoder_block", "x"), True),
        (gradient_of(ATTENTION, "q"), True),
        (ATTENTION, False),
        (gradient_of("softmax", "x"), False),
        ("softmax", False),
    ],
)
def test_wide_partial_sums_are_presumed_in_several_layers_and_in_the_gradient_of_an_attention(
    operation: str, presumed: bool
):
    half = presuming(Call(operation, (), {}, Arithmetic.usual(FORMATS["bfloat16"])))
    assert (half.presumed, half.arithmetic.model == STORED) == (presumed, presumed)
    single = Call(operation, (), {}, SINGLE)
    assert presuming(single) is single


STEPS_STORED = Arithmetic.usual(FORMATS["bfloat16"]).in_model(STORED)
DECLARED = Call("total", (np.ones((1, 64)),), {}, STEPS_STORED)
"""The sum may be off by a quarter, and by 2.3 if partial sums are rounded."""


@pytest.mark.parametrize(
    ("presumed", "result", "evidence", "reason"),
    [
        (True, 66.0, CALIBRATED, PRESUMED),
        (True, 67.0, PROVEN, ""),
        (False, 66.0, PROVEN, ""),
    ],
)
def test_what_wide_partial_sums_alone_refute_is_proven_only_if_they_are_declared(
    presumed: bool, result: float, evidence: str, reason: str
):
    call = replace(DECLARED, presumed=True) if presumed else DECLARED
    found = judge_call(call, np.array([result]), "bfloat16", explained=False)
    assert (found.verdict, found.evidence, found.reason) == ("disagrees", evidence, reason)


def test_a_presumed_call_keeps_its_reason_where_the_disagreement_is_calibrated_already(
    monkeypatch: pytest.MonkeyPatch,
):
    def judging(base: Verdict, *_: object, **__: object) -> Verdict:
        return replace(base, verdict="disagrees", evidence=CALIBRATED)

    monkeypatch.setattr(module, "judge", judging)
    found = judge_call(replace(DECLARED, presumed=True), np.array([66.0]), "bfloat16")
    assert (found.evidence, found.reason) == (CALIBRATED, "")


@pytest.mark.parametrize(("presumed", "verdict"), [(True, "undecided"), (False, "failed")])
def test_an_infinite_number_is_no_failure_where_only_presumed_sums_exclude_an_overflow(presumed: bool, verdict: str):
    x = np.stack([np.full(64, 1020.0), np.arange(64.0)])
    call = Call("total", (x,), {}, Arithmetic.usual(FORMATS["float16"]).in_model(STORED), presumed=presumed)
    assert judge_call(call, np.array([np.inf, 2016.0]), "float16").verdict == verdict


PARTLY_BEYOND = np.array([60000.0, 60000.0, -60000.0], dtype=np.float16)


@pytest.mark.parametrize(
    ("operation", "arrays"),
    [
        ("total", (PARTLY_BEYOND,)),
        ("matmul", (PARTLY_BEYOND[None], np.ones((3, 1), dtype=np.float16))),
    ],
)
def test_an_infinite_sum_is_undecided_where_a_stored_part_of_it_may_overflow(operation: str, arrays):
    result = np.full(() if operation == "total" else (1, 1), np.inf, dtype=np.float16)
    assert judge(result, operation, *arrays).verdict == "undecided"
    assert judge(result, operation, *arrays, arithmetic="stored").verdict == "failed"
    halves = tuple(each * np.float16(0.25) for each in arrays)
    assert judge(result, operation, *halves).verdict == "failed"


def test_an_infinite_mean_has_failed_whatever_its_sum_does_on_the_way():
    assert judge(np.float16(np.inf), "mean", PARTLY_BEYOND).verdict == "failed"
