"""Rounding errors of numbers that are sorted, and of the weights of a row that are among the largest."""

from __future__ import annotations

from dataclasses import replace

import flint
import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import MODELS, SPLIT, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functions.in_order import in_order
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.typical import Typical
from lastdigit.operations.experts import routing_weights
from lastdigit.operations.normalization import softmax

BFLOAT16 = FORMATS["bfloat16"]


def sorted_errors(values: np.ndarray, error: np.ndarray, axis: int = -1) -> tuple[np.ndarray, Typical]:
    typical = Typical(error / 8, error / 4, error / 16, error / 32)
    return in_order((values - error, values + error), error, typical, axis)


def test_a_number_that_can_change_places_with_none_keeps_its_own_error():
    error, typical = sorted_errors(np.array([3.0, 1.0, 2.0]), np.array([0.3, 0.1, 0.2]))
    assert error.tolist() == [0.1, 0.2, 0.3]
    assert typical.element.tolist() == [0.025, 0.05, 0.075]
    assert typical.bias.tolist() == [0.0125, 0.025, 0.0375]


def test_numbers_that_may_change_places_have_the_largest_error_among_them_and_no_typical_one():
    error, typical = sorted_errors(np.array([[1.0, 5.0, 1.2, 0.0]]), np.array([[0.1, 0.4, 0.15, 0.0]]))
    assert error.tolist() == [[0.0, 0.15, 0.15, 0.4]]
    assert typical.element.tolist() == [[0.0, 0.0, 0.0, 0.1]]
    assert typical.bias.tolist() == [[0.0, 0.15, 0.15, 0.05]]


def test_of_many_that_overlap_in_a_chain_the_first_moves_no_further_than_the_last():
    error, _ = sorted_errors(np.array([0.0, 1.0, 2.0, 9.0]), np.array([0.6, 0.6, 0.7, 0.1]))
    assert error.tolist() == [0.7, 0.7, 0.7, 0.1]


def test_what_a_row_shares_is_shared_by_the_whole_where_its_numbers_come_to_lie_in_several_rows():
    values = np.array([[0.0, 9.0], [5.0, 1.0]])
    for axis in (1, -1):
        assert sorted_errors(values, np.full((2, 2), 0.5), axis)[1].row.min() > 0.0
    _, typical = sorted_errors(values, np.full((2, 2), 0.5), 0)
    assert np.all(typical.row == 0.0)
    assert np.all(typical.whole == 0.5 / 16 + 0.5 / 32)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_sorting_moves_no_number_beyond_its_bound_along_any_axis(axis: int):
    draw = np.random.default_rng(4)
    for _ in range(300):
        values = draw.choice([0.0, 1.0, 2.0], size=(5, 6)) + draw.normal(size=(5, 6)) * 0.2
        error = draw.uniform(0.0, 0.3, size=(5, 6)) * draw.integers(0, 2, size=(5, 6))
        computed = values + error * draw.uniform(-1.0, 1.0, size=(5, 6))
        bound, _ = sorted_errors(values, error, axis)
        moved = np.abs(np.sort(computed, axis=axis) - np.sort(values, axis=axis))
        assert np.all(moved <= bound * (1 + 1e-12) + 1e-15)


def of_logits(logits: np.ndarray, model: str) -> object:
    return exactly(logits, Arithmetic.usual(BFLOAT16).in_model(model), FastBalls)


@pytest.mark.parametrize("model", MODELS)
def test_what_weights_of_a_row_share_is_no_part_of_their_errors_up_to_a_factor(model: str):
    logits = BFLOAT16.round(np.random.default_rng(5).normal(size=(8, 6)) * 3)
    weights = softmax(of_logits(logits, model))
    apart = weights.up_to_a_factor()
    small = apart.value.mid < 0.25
    assert np.all((apart.error <= weights.error * (1 + 2.0**-20) + weights.absolute * 64)[small])
    common = np.exp(np.random.default_rng(6).uniform(-0.2, 0.2, size=(8, 1)))
    computed = BFLOAT16.round(np.exp(BFLOAT16.round(logits - logits.max(-1, keepdims=True)))) * common
    exact = np.exp(logits - logits.max(-1, keepdims=True))
    scale = 1.0 / exact.sum(-1, keepdims=True)
    if model != "fused":
        assert np.all(np.abs(computed / common * scale - exact * scale) <= apart.error)


@pytest.mark.parametrize(
    ("logarithms", "factor", "relative", "absolute"),
    [
        (0.5, 0.0, 0.0, 0.0),
        (1e-3, 0.0, 0.25, 0.0),
        (1e-9, 0.0, 1e-9, 1e-10),
        (0.125, 2.0, 0.01, 0.5),
        (1e-3, 1.0, 0.0, 1e3),
    ],
)
def test_errors_up_to_a_factor_contain_the_largest_that_weights_may_have(
    logarithms: float, factor: float, relative: float, absolute: float
):
    draw = np.random.default_rng(7)
    weights = softmax(of_logits(BFLOAT16.round(draw.normal(size=(200, 4)) * 3), SPLIT))
    t, f = logarithms * draw.uniform(0.5, 1.0, size=(200, 4)), np.full((200, 1), factor)
    weights.relative, weights.absolute = relative, absolute
    weights.logarithms = replace(weights.logarithms, bound=t, factor=f)
    error, sizes = weights.up_to_a_factor().error, weights.value.magnitudes()
    with flint.ctx.workprec(200):
        for row, thetas in enumerate(t):
            underflow = flint.arb(absolute) * (flint.arb(thetas.max()) + factor).exp()
            for key, theta in enumerate(thetas):
                of_weight = flint.arb(theta).exp() * (1 + flint.arb(relative)) - 1
                worst = flint.arb(sizes[row, key]) * of_weight + underflow
                assert worst <= flint.arb(error[row, key]) <= worst * (1 + 1e-12) + 1e-30


def test_weights_whose_logarithms_are_not_known_have_no_bound_up_to_a_factor():
    weights = softmax(of_logits(np.zeros((2, 3)), SPLIT))
    weights.absolute = 0.0
    weights.logarithms = replace(weights.logarithms, bound=np.array([[0.5, 0.5, 0.5], [0.5, np.inf, 0.5]]))
    error = weights.up_to_a_factor().error
    assert np.all(np.isfinite(error[0]))
    assert np.all(error[1] == np.inf)


def test_experts_that_are_told_apart_by_their_logits_are_chosen_for_certain_in_the_widest_model():
    logits = np.array([[2.0, 0.0, 1.0, -1.0], [0.5, 3.0, -2.0, 1.5]])
    found = routing_weights(of_logits(logits, SPLIT), k=2)
    assert np.all(found.error[0, [1, 3]] < 1e-30)
    assert np.all(found.error[1, [0, 2]] < 1e-30)


def test_experts_of_nearly_equal_logits_may_both_be_chosen():
    logits = np.array([[2.0, 1.0, 1.0 + 2.0**-7, -4.0]])
    found = routing_weights(of_logits(logits, SPLIT), k=2, normalize=False)
    assert found.error[0, 1] > found.value.mid[0, 2] / 2
    assert found.error[0, 3] < 1e-30


@pytest.mark.parametrize("normalize", [True, False])
def test_either_choice_of_experts_that_a_stored_weight_cannot_tell_apart_agrees(normalize: bool):
    logits = np.array([[1.0, 0.25, 0.25 + 2.0**-9, -4.0], [0.0, 3.0, 1.0, -1.0]])
    stored = BFLOAT16.round(np.exp(logits) / np.exp(logits).sum(-1, keepdims=True))
    assert stored[0, 1] == stored[0, 2]
    for chosen in ([[0, 1], [1, 2]], [[0, 2], [1, 2]]):
        kept = np.zeros_like(stored)
        np.put_along_axis(kept, np.array(chosen), np.take_along_axis(stored, np.array(chosen), -1), -1)
        kept = BFLOAT16.round(kept / kept.sum(-1, keepdims=True)) if normalize else kept
        torch = pytest.importorskip("torch")
        result, given = (torch.tensor(each).to(torch.bfloat16) for each in (kept, logits))
        verdict = lastdigit.judge(result, "routing_weights", given, k=2, normalize=normalize)
        assert verdict.verdict != "disagrees", (chosen, verdict)


def test_an_expert_that_is_certainly_not_among_the_largest_is_refused():
    torch = pytest.importorskip("torch")
    logits = torch.tensor([[2.0, 0.0, 1.0, -1.0]]).to(torch.bfloat16)
    weights = torch.softmax(logits[:, [0, 1]], -1)
    result = torch.zeros_like(logits)
    result[:, [0, 1]] = weights
    assert lastdigit.judge(result, "routing_weights", logits, k=2).verdict == "disagrees"
