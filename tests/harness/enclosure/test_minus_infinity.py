"""Scores of −∞, as masks that are added have them, are exact: their exponentials are zeros."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import MODELS, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.operations.normalization import softmax
from lastdigit.operations.operation import operation
from lastdigit.verdicts.verdict import AGREES, DISAGREES, UNDECIDED

ENGINES = pytest.mark.parametrize("engine", [ExactBalls, FastBalls])
SEEN = np.array([[True, False, True, True, False], [True, True, True, True, True]])
HIDING = np.where(SEEN, 0.0, -np.inf)


def softmax_of_masked_scores(scores, bias, values):
    """softmax(scores + bias) values."""
    return softmax(scores + bias) @ values


@pytest.fixture
def own_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = sys.modules[operation.__module__]
    monkeypatch.setattr(catalogue, "_OPERATIONS", dict(vars(catalogue)["_OPERATIONS"]))
    operation(softmax_of_masked_scores)


def numbers(*shape: int) -> np.ndarray:
    return np.random.RandomState(3).normal(size=shape).astype(np.float32).astype(np.float64)


def stored(engine: type[Balls], array: np.ndarray, model: str, format: str) -> RoundedBalls:
    return exactly(array, Arithmetic.usual(FORMATS[format]).in_model(model), engine)


@ENGINES
@pytest.mark.parametrize("model", MODELS)
def test_a_softmax_with_scores_of_minus_infinity_is_the_masked_one(engine: type[Balls], model: str):
    scores = numbers(2, 5)
    with precision():
        found = softmax(stored(engine, scores + HIDING, model, "bfloat16"))
        masked = softmax(stored(engine, scores, model, "bfloat16"), SEEN)
    assert found.value.bounds() == masked.value.bounds()
    assert np.array_equal(found.error, masked.error)
    assert np.array_equal(found.typical.sigma, masked.typical.sigma)
    assert np.all(found.value.magnitudes()[~SEEN] < 2.0**-1000)
    assert np.all(found.error[~SEEN] == 0.0)


@ENGINES
@pytest.mark.parametrize("model", MODELS)
def test_a_mask_that_is_added_hides_the_same_keys(engine: type[Balls], model: str):
    scores, values = numbers(2, 5), numbers(5, 3)
    with precision():
        parts = [stored(engine, array, model, "float32") for array in (scores, HIDING, values)]
        added = softmax_of_masked_scores(*parts)
        left = [scores[:1, SEEN[0]], np.zeros((1, 3)), values[SEEN[0]]]
        plain = softmax_of_masked_scores(*(stored(engine, array, model, "float32") for array in left))
    assert np.all(np.isfinite(added.error))
    assert np.all(added.error[0] <= 2.0 * plain.error[0])
    assert np.all((plain.value - added.value[:1]).magnitudes() < 1e-12)


@ENGINES
def test_only_minus_infinity_that_was_given_is_certain(engine: type[Balls]):
    low = engine.of(np.array([-np.inf, -1e308, np.inf, np.nan, -np.inf, 1.0]))
    other = engine.of(np.array([1.0, -1e308, 1.0, 1.0, np.inf, -np.inf]))
    with precision():
        assert low.minus_infinity().tolist() == [True, False, False, False, True, False]
        assert (low + other).minus_infinity().tolist() == [True, False, False, False, False, True]
        assert (low - other).minus_infinity().tolist() == [True, False, False, False, engine is ExactBalls, False]
    assert engine.of(np.ones(3)).minus_infinity() is None


def test_what_may_overflow_beside_a_mask_is_not_known():
    halves = [stored(FastBalls, np.array([[6e4, 1.0]]), "stored", "float16") for _ in range(2)]
    hiding = stored(FastBalls, np.array([[-np.inf, -np.inf]]), "stored", "float16")
    assert ((halves[0] + halves[1]) + hiding).error.tolist() == [[np.inf, 0.0]]


@pytest.mark.parametrize("keys", [5, 2000])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_right_softmax_with_hidden_scores_agrees_and_a_wrong_one_does_not(keys: int, dtype: str):
    scores = np.random.RandomState(0).normal(size=(4, keys)).astype(dtype)
    scores[:, 1] = scores[2, 3:] = -np.inf
    exponentials = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    right = (exponentials / exponentials.sum(axis=-1, keepdims=True)).astype(dtype)
    assert lastdigit.judge(right, "softmax", scores).verdict == AGREES
    leaking, wrong = right.copy(), right.copy()
    leaking[0, 1], wrong[0, 0] = right[0, 0], right[0, 0] * 1.5
    for result in (leaking, wrong):
        verdict = lastdigit.judge(result, "softmax", scores)
        assert (verdict.verdict, verdict.evidence) == (DISAGREES, "proven")


def test_a_row_of_nothing_but_minus_infinity_has_no_value_and_leaves_the_others_theirs():
    scores = np.array([[-np.inf, -np.inf], [0.0, -np.inf]], dtype=np.float32)
    verdict = lastdigit.judge(np.array([[0.5, 0.5], [1.0, 0.0]], dtype=np.float32), "softmax", scores)
    assert (verdict.verdict, "2 of 4 elements" in verdict.reason) == (UNDECIDED, True)
    wrong = lastdigit.judge(np.array([[0.5, 0.5], [0.5, 0.5]], dtype=np.float32), "softmax", scores)
    assert (wrong.verdict, wrong.disagreeing) == (DISAGREES, 2)


def test_an_operation_that_adds_a_mask_of_minus_infinity_is_judged(own_operation: None):
    scores, values = (numbers(*shape).astype(np.float32) for shape in ((2, 5), (5, 3)))
    bias = HIDING.astype(np.float32)
    exponentials = np.exp((scores + bias) - (scores + bias).max(axis=-1, keepdims=True))
    right = exponentials / exponentials.sum(axis=-1, keepdims=True) @ values
    assert lastdigit.judge(right, "softmax_of_masked_scores", scores, bias, values).verdict == AGREES
    without = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True) @ values
    assert lastdigit.judge(without, "softmax_of_masked_scores", scores, bias, values).verdict == DISAGREES
