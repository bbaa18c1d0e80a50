"""Sums of errors followed back to the steps that round: as large as real ones, and smaller than if all were shared."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit import gradient_of
from lastdigit.assertions import arithmetic_of, call_of
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.single_steps import SingleSteps
from lastdigit.number_format import FORMATS
from lastdigit.operations import find_operation
from lastdigit.verdicts import followed_errors
from lastdigit.verdicts.judge_call import judge_call, presuming
from lastdigit.verdicts.reading import Reading
from studies.vocabulary.ordinary_calls import ordinary_calls
from studies.vocabulary.stepwise import Stepwise, ways
from studies.vocabulary_calls import Call, calls

BFLOAT16 = FORMATS["bfloat16"]
STEPWISE = ways(BFLOAT16)["each step stored"]
ALIKE = 0.5
STEPS_STORED = Arithmetic.usual(BFLOAT16).in_model("stored")
FEW_STEPS = {"prod", "argmax", "argmin", "cumprod", "sort", "topk"}
"""Operations of which a step has no derivative here."""


def stored(arrays: list[np.ndarray | None]) -> list[np.ndarray | None]:
    return [x if x is None or x.dtype == bool else BFLOAT16.round(np.asarray(x, dtype=np.float64)) for x in arrays]


def reading(call: Call) -> Reading:
    operation, arrays, parameters = call
    return presuming(call_of(operation, tuple(stored(arrays)), parameters, arithmetic_of("bfloat16"))).reading


def verdict_of(name: str, arrays: list[np.ndarray], parameters: dict[str, object], result: np.ndarray) -> str:
    call = call_of(name, tuple(stored(arrays)), parameters, STEPS_STORED)
    return judge_call(call, result, "bfloat16").verdict


def nearly_alike(seed: int) -> Call:
    """Attention of rows that differ little, of which the keys and values are computed."""
    name, (x, *weights), parameters = next(call for call in ordinary_calls(seed) if call[0] == "multi_head_attention")
    return name, [x[:1] + ALIKE * x, *weights], {**parameters, "causal": False}


@pytest.mark.parametrize("operation", ["multi_head_attention", "encoder_block", "self_attention"])
def test_errors_that_are_made_step_by_step_have_the_deviation_that_is_followed(operation: str):
    draws = np.random.default_rng(5)
    shares, deviations, full = [], [], []
    for seed in range(12):
        call = next(call for call in ordinary_calls(seed) if call[0] == operation)
        name, arrays, parameters = call
        found = reading(call)
        rounded = [Stepwise(each, STEPWISE) for each in stored(arrays)]
        result = BFLOAT16.round(find_operation(name).definition(*rounded, **parameters).numbers)
        error = (result - found.plain(())).reshape(found.errors.values.shape)
        for _ in range(8):
            weights = draws.standard_normal(error.shape)
            deviations.append(found.followed_errors.deviation(weights))
            full.append(float(found.errors.of_all(weights).sigma))
            shares.append(float(np.sum(weights * error)) / deviations[-1])
    assert 0.1 < math.sqrt(np.mean(np.square(shares))) < 0.5
    assert np.median(deviations) < np.median(full) / 2.0


def test_right_results_of_rows_that_are_nearly_alike_are_told_from_the_mean_of_all_rows(monkeypatch):
    name, arrays, parameters = nearly_alike(3)
    rounded = [Stepwise(each, STEPWISE) for each in stored(arrays)]
    result = BFLOAT16.round(find_operation(name).definition(*rounded, **parameters).numbers)
    mean = np.broadcast_to(BFLOAT16.round(np.mean(result, axis=0)), result.shape)
    assert verdict_of(name, arrays, parameters, result) == "agrees"
    assert verdict_of(name, arrays, parameters, mean) == "disagrees"
    monkeypatch.setattr(followed_errors, "FOLLOWED", 0)
    assert verdict_of(name, arrays, parameters, result) == "undecided"


@pytest.mark.parametrize("call", list(calls()), ids=lambda call: call[0])
def test_every_operation_is_followed_but_those_without_a_derivative(call: Call):
    followed = reading(call).followed_errors
    assert (followed is None) == (call[0] in FEW_STEPS)
    if followed is not None:
        assert followed.deviation(np.ones(followed.result.shape)) >= 0.0


def test_gradients_are_followed_but_for_those_of_attention():
    x, weight = (np.random.default_rng(seed).standard_normal((6, 4)) for seed in (0, 1))
    of_product = (gradient_of("linear", "x"), [x, weight, np.zeros(6)], {})
    of_softmax = (gradient_of("softmax", "x"), [x, weight], {})
    of_attention = (gradient_of("scaled_dot_product_attention", "q"), [x, x, x], {})
    assert reading(of_product).followed_errors.deviation(np.ones((6, 4))) > 0.0
    assert reading(of_softmax).followed_errors.deviation(weight) > 0.0
    assert reading(of_attention).followed_errors is None


def test_of_many_numbers_no_errors_are_followed(monkeypatch):
    call = "softmax", [np.zeros((3, 4))], {}
    monkeypatch.setattr(followed_errors, "FOLLOWED", 12)
    assert reading(call).followed_errors is not None
    monkeypatch.setattr(followed_errors, "FOLLOWED", 11)
    assert reading(call).followed_errors is None


def test_a_step_forgets_what_those_before_it_erred_but_not_what_constants_do():
    arithmetic = Arithmetic.usual(FORMATS["float32"])
    x = SingleSteps(exactly(np.array([3.0, 5.0]), arithmetic, FastBalls))
    xp = x.__array_namespace__()
    assert not np.any(x.typical.sigma)
    assert not x.constant
    once = x * x
    assert np.array_equal((once * x).typical.sigma / (x * x * x).typical.sigma, np.ones(2))
    third = xp.asarray(1.0) / xp.asarray(3.0)
    assert third.constant
    assert third.typical.sigma > 0.0
    assert np.all((x * third).typical.sigma > (once * x).typical.sigma / np.array([27.0, 125.0]))
    assert not (x * third).constant


def test_an_operand_that_was_computed_is_stored_as_a_step_of_its_own():
    arithmetic = Arithmetic.usual(BFLOAT16).in_model("fused")
    x = SingleSteps(exactly(np.array([[3.0, 5.0]]), arithmetic, FastBalls))
    assert x.stored() is x
    product = x * x
    operand = product.stored()
    assert np.all(operand.typical.sigma > 100.0 * product.typical.sigma)
    assert not np.any((operand @ operand.mT).typical.whole)
    assert np.any((product @ product.mT).typical.whole)
