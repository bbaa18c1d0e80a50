"""A function with several results: each is judged by its own operation, and the one that is wrong is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lastdigit import assert_agrees, gradient_of
from lastdigit.assertions.arguments import InvalidArgument

draw = np.random.default_rng(5)
Q, K, V = draw.normal(size=(2, 6, 8)), draw.normal(size=(2, 9, 8)), draw.normal(size=(2, 9, 5))
ATTENTION = ("attention", "attention_logsumexp")


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The output and the log-sum-exp of masked scores, by a kernel that keeps the mean of nothing."""
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(np.tri(*scores.shape[-2:], k=3, dtype=bool), scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    total = np.exp(scores - largest).sum(axis=-1, keepdims=True)
    return np.exp(scores - largest) / total @ v, (np.log(total) + largest)[..., 0]


def test_attention_with_its_log_sum_exp_agrees():
    assert_agrees(attention(Q, K, V), ATTENTION, Q, K, V, causal="last")
    assert_agrees(list(attention(Q, K, V)), list(ATTENTION), Q, K, V, causal="last")


@pytest.mark.parametrize("place", [0, 1])
def test_the_result_that_is_wrong_is_named(place: int):
    results = list(attention(Q, K, V))
    results[place] = results[place] * 1.001
    with pytest.raises(AssertionError, match=f"result {place} of 2, {ATTENTION[place]}") as raised:
        assert_agrees(results, ATTENTION, Q, K, V, causal="last")
    assert f"result {1 - place}" not in str(raised.value)


def test_a_log_sum_exp_of_base_2_is_named():
    output, lse = attention(Q, K, V)
    with pytest.raises(AssertionError, match="log-sum-exp of base 2"):
        assert_agrees((output, lse / np.log(2.0)), ATTENTION, Q, K, V, causal="last")


def test_the_output_and_the_memory_of_an_lstm_are_told_apart():
    arrays = [draw.normal(size=shape) for shape in ((3, 5), (3, 4), (3, 4), (16, 5), (16, 4), (16,), (16,))]
    x, h, c, w_ih, w_hh, b_ih, b_hh = arrays
    i, f, g, o = np.split(x @ w_ih.T + b_ih + h @ w_hh.T + b_hh, 4, axis=-1)
    memory = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
    output = np.tanh(memory) / (1 + np.exp(-o))
    assert_agrees((output, memory), ("lstm_cell", "lstm_cell_state"), *arrays)
    with pytest.raises(AssertionError, match=r"result 0 of 2, lstm_cell: (.|\n)*result 1 of 2, lstm_cell_state: "):
        assert_agrees((memory, output), ("lstm_cell", "lstm_cell_state"), *arrays)


def test_all_gradients_of_a_backward_pass_are_judged_at_once():
    x, weight, g = draw.normal(size=(6, 4)), draw.normal(size=(5, 4)), draw.normal(size=(6, 5))
    names = [gradient_of("linear", name) for name in ("x", "weight")]
    assert_agrees((g @ weight, g.T @ x), names, x, weight, cotangent=g)
    with pytest.raises(AssertionError, match=r"result 1 of 2, linear\.gradient\.weight"):
        assert_agrees((g @ weight, g.T @ x * 2.0), names, x, weight, cotangent=g)


def test_indices_are_judged_by_what_they_pick():
    x = np.array([[3.0, 1.0, 3.0, 2.0]])
    for indices in ([[0, 2]], [[2, 0]]):
        assert_agrees(np.take_along_axis(x, np.array(indices), -1), "topk", x, k=2)
    with pytest.raises(AssertionError):
        assert_agrees(np.take_along_axis(x, np.array([[0, 3]]), -1), "topk", x, k=2)


@pytest.mark.parametrize(
    ("actual", "names", "found"),
    [
        ((Q, Q, Q), ("sum", "mean"), "one result for each operation, found 3"),
        (Q, ("sum", "mean"), "found one"),
        ((), (), "no operation"),
    ],
)
def test_results_that_are_not_one_for_each_operation_are_refused(actual: Any, names: Any, found: str):
    with pytest.raises(InvalidArgument, match=found):
        assert_agrees(actual, names, Q)
