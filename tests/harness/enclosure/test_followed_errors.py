"""Sums of errors followed back to the steps that round: as large as real ones, and smaller than if all were shared."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit import gradient_of
from lastdigit.assertions.agreement import arithmetic_of, call_of
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.finer import finer
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.single_steps import SingleSteps
from lastdigit.enclosure.typical import Typical
from lastdigit.operations import find_operation
from lastdigit.verdicts import reading as verdicts_reading
from lastdigit.verdicts.judge_call import judge_call, presuming
from lastdigit.verdicts.nonlinear_errors import nonlinear_errors
from lastdigit.verdicts.reading import Reading
from studies.vocabulary.ordinary_calls import ordinary_calls
from studies.vocabulary.stepwise import Stepwise, ways
from studies.vocabulary_calls import Call, calls

pytestmark = pytest.mark.long

BFLOAT16 = FORMATS["bfloat16"]
STEPWISE = ways(BFLOAT16)["each step stored"]
ALIKE = 0.5
STEPS_STORED = Arithmetic.usual(BFLOAT16).in_model("stored")
FEW_STEPS = {"routing_weights", "mixture_of_experts", "prod", "argmax", "argmin", "cumprod", "sort", "topk"}
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
            deviations.append(float(found.followed_errors.linear(weights).sigma))
            full.append(float(found.errors.of_all(weights).sigma))
            shares.append(float(np.sum(weights * error)) / deviations[-1])
    assert 0.05 < math.sqrt(np.mean(np.square(shares))) < 0.5
    assert np.median(deviations) < np.median(full) / 2.0


def test_right_results_of_rows_that_are_nearly_alike_are_told_from_the_mean_of_all_rows(monkeypatch):
    name, arrays, parameters = nearly_alike(3)
    rounded = [Stepwise(each, STEPWISE) for each in stored(arrays)]
    result = BFLOAT16.round(find_operation(name).definition(*rounded, **parameters).numbers)
    mean = np.broadcast_to(BFLOAT16.round(np.mean(result, axis=0)), result.shape)
    assert verdict_of(name, arrays, parameters, result) == "agrees"
    assert verdict_of(name, arrays, parameters, mean) == "disagrees"
    monkeypatch.setattr(verdicts_reading, "FOLLOWED", 0)
    assert verdict_of(name, arrays, parameters, result) == "undecided"


@pytest.mark.parametrize("call", list(calls()), ids=lambda call: call[0])
def test_every_operation_is_followed_but_those_without_a_derivative(call: Call):
    followed = reading(call).followed_errors
    known = followed is not None and math.isfinite(followed.linear(np.ones(followed.result.shape)).sigma)
    assert known == (call[0] not in FEW_STEPS)


def test_gradients_are_followed_but_for_those_of_attention():
    x, weight = (np.random.default_rng(seed).standard_normal((6, 4)) for seed in (0, 1))
    of_product = (gradient_of("linear", "x"), [x, weight, np.zeros(6)], {})
    of_softmax = (gradient_of("softmax", "x"), [x, weight], {})
    of_attention = (gradient_of("scaled_dot_product_attention", "q"), [x, x, x], {})
    assert reading(of_product).followed_errors.linear(np.ones((6, 4))).sigma > 0.0
    assert reading(of_softmax).followed_errors.linear(weight).sigma > 0.0
    assert reading(of_attention).followed_errors is None


def test_steps_of_the_same_result_are_rounded_alike():
    x, weight = (np.random.default_rng(seed).standard_normal((6, 6)) for seed in range(2))

    def deviation(keys: np.ndarray) -> float:
        call = call_of("self_attention_weights", (x, weight, keys), {}, Arithmetic.usual(BFLOAT16).in_model("fused"))
        return float(call.reading.followed_errors.linear(np.eye(6)).sigma)

    assert deviation(weight) > 1.2 * deviation(weight * (1.0 + 2.0**-30))


def test_of_many_numbers_no_errors_are_followed(monkeypatch):
    call = "softmax", [np.zeros((3, 4))], {}
    monkeypatch.setattr(verdicts_reading, "FOLLOWED", 12)
    assert reading(call).followed_errors is not None
    monkeypatch.setattr(verdicts_reading, "FOLLOWED", 11)
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


def test_one_element_is_told_that_the_worst_case_of_all_steps_would_hide(monkeypatch):
    name, arrays, parameters = next(call for call in ordinary_calls(3) if call[0] == "encoder_block")
    operands = tuple(np.asarray(FORMATS["float32"].round(each)) for each in arrays)
    right = FORMATS["float32"].round(find_operation(name).definition(*operands, **parameters))
    wrong = right.copy()
    wrong[4, 5] += 2.0**-13

    def verdict(result: np.ndarray):
        call = call_of(name, operands, parameters, Arithmetic.usual(FORMATS["float32"]))
        return judge_call(call, result, "float32")

    assert verdict(right).verdict == "agrees"
    found = verdict(wrong)
    assert (found.verdict, found.evidence, found.disagreeing) == ("disagrees", "calibrated", 0)
    assert found.reason == "an element's error exceeds what independent roundings explain"
    monkeypatch.setattr(verdicts_reading, "FOLLOWED", 0)
    assert verdict(wrong).verdict == "agrees"


def test_a_finer_format_moves_numbers_by_a_1024th_of_what_the_coarser_one_does():
    fine = finer(Arithmetic.usual(BFLOAT16))
    third = np.array([1.0 / 3.0, 1.0])
    by = (fine.storage.round(third) - third)[0] / (BFLOAT16.round(third) - third)[0]
    assert 1023.9 < 1.0 / by < 1024.1
    assert fine.storage.round(third)[1] == 1.0
    assert fine.storage.unit_roundoff == BFLOAT16.unit_roundoff / 1024.0
    assert fine.accumulation.unit_roundoff == 2.0**-34
    assert fine.is_wide
    assert not finer(Arithmetic.usual(FORMATS["float32"])).is_wide


def test_what_is_not_linear_is_what_a_finer_arithmetic_does_not_leave():
    def typical(u: float) -> Typical:
        return Typical(bias=np.array([u, u + u**2]), element=np.array([u, 0.5 * u**2]), factor=np.array([4.0 * u]))

    values, u = np.array([1.0, -2.0]), 2.0**-8
    found = nonlinear_errors(values, typical(u), typical(u / 1024.0))
    assert np.array_equal(found.bias, [0.0, u**2 - 1024.0 * (u / 1024.0) ** 2])
    assert np.array_equal(found.sigma, [0.0, 0.5 * u**2 - 512.0 * (u / 1024.0) ** 2])
    unknown = Typical(bias=np.array([np.inf, u]))
    assert nonlinear_errors(values, unknown, typical(u / 1024.0)).bias.tolist() == [np.inf, 0.0]


def test_an_encoder_block_in_float32_is_held_to_what_the_page_of_the_rule_says():
    draw = np.random.default_rng(1)
    width, rows = 64, 40
    shapes = [(rows, width), (192, width), (192,), (width, width), (width,)]
    shapes += [(128, width), (128,), (width, 128), (width,)]
    arrays = [
        draw.standard_normal(shape) / (8.0 if number and len(shape) > 1 else 1.0) for number, shape in enumerate(shapes)
    ]
    arrays += [
        part for _ in range(2) for part in (1.0 + 0.1 * draw.standard_normal(width), draw.standard_normal(width))
    ]
    float32 = FORMATS["float32"]
    operands = [float32.round(each) for each in arrays]
    found = call_of("encoder_block", tuple(operands), {"heads": 4}, Arithmetic.usual(float32)).reading
    rounded = [Stepwise(each, ways(float32)["each step stored"]) for each in operands]
    definition = find_operation("encoder_block").definition
    error = float32.round(definition(*rounded, heads=4).numbers) - found.plain(())
    deviations = 8.0
    limits = found.errors.limits(deviations).reshape(-1)
    middle = int(np.argsort(limits)[limits.size // 2])
    assert 0.02 < limits[middle] < 0.03
    assert 3e-5 < found.followed_errors.limit(middle, deviations) < 5e-5
    assert 1e-7 < np.sqrt(np.mean(np.square(error))) < 3e-7


def test_a_product_of_two_vectors_has_the_error_of_its_worst_case_or_of_its_steps_but_no_mixture_of_both():
    for seed in range(40):
        x, y = np.random.default_rng(seed).standard_normal((2, 20))
        call = presuming(call_of("matmul", (x, y), {}, arithmetic_of("float64")))
        assert judge_call(call, np.asarray(x @ y), "float64").verdict == "agrees", seed
        assert judge_call(call, np.asarray(np.cumsum(x * y)[-1]), "float64").verdict == "agrees", seed
