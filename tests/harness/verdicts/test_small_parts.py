"""Small parts of verdicts, each held to what it says: texts in columns, sums of followed errors, rows of attentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from lastdigit.assertions.agreement import call_of
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.functionals import Errors, Sums
from lastdigit.enclosure.typical import Typical
from lastdigit.operations.attention import attention_scores, scaled_attention_scores, weighted_values
from lastdigit.operations.mistakes import Mistake
from lastdigit.operations.normalization import softmax
from lastdigit.operations.operation import Definition
from lastdigit.verdicts.attention_rows import AttentionRows
from lastdigit.verdicts.followed_errors import FollowedErrors
from lastdigit.verdicts.nearness import same
from lastdigit.verdicts.nonlinear_errors import NonlinearErrors, nonlinear_errors
from lastdigit.verdicts.texts import SLACK, AsciiTexts, texts_of
from lastdigit.verdicts.verdict import Verdict

FLOAT32 = FORMATS["float32"]
SOME_KEYS = np.arange(9) % 3 > 0


def test_texts_of_similar_length_are_one_array():
    found = texts_of(("0.5", "1.25", "-3"))
    assert isinstance(found, AsciiTexts)
    assert (found[1], found[1:], list(found)) == ("1.25", ("1.25", "-3"), ["0.5", "1.25", "-3"])
    assert found.take([2, 0])[:] == ("-3", "0.5")
    assert found.matrix.shape == (3, 4)
    assert bytes(found.matrix[2]) == b"-3\0\0"


def test_texts_that_would_be_padded_to_much_more_stay_as_they_are():
    at_most = ("x" * 16, *("" for _ in range(SLACK - 1)))
    assert isinstance(texts_of(at_most), AsciiTexts)
    assert texts_of((*at_most, "")) == (*at_most, "")


def test_a_verdict_has_a_name_and_counts_nothing_at_first():
    verdict = Verdict("doc", "case", "", "softmax", "mine", "float32", "definition", "agrees")
    assert verdict.id == "doc/case-mine-float32"
    assert (verdict.elements, verdict.of, verdict.disagreeing) == (0, 0, 0)


def test_nonlinear_errors_keep_bias_and_deviation_apart_in_any_shape():
    found = NonlinearErrors(np.arange(4.0), 10.0 + np.arange(4.0))
    other = found.in_shape((2, 2))
    assert other.bias.tolist() == [[0.0, 1.0], [2.0, 3.0]]
    assert other.sigma.tolist() == [[10.0, 11.0], [12.0, 13.0]]
    assert found.reach(np.full(4, 15.5))
    assert not found.reach(np.full(4, 16.0))


def test_a_factor_on_a_row_is_not_linear_in_proportion_to_its_numbers():
    u, values = 2.0**-8, np.array([1.0, -4.0])
    coarse, fine = (Typical(factor=np.array([16.0 * each**2])) for each in (u, u / 1024.0))
    found = nonlinear_errors(values, coarse, fine)
    assert np.array_equal(found.bias, 16.0 * u**2 * (1.0 - 1.0 / 1024.0) * np.abs(values))


@pytest.mark.parametrize(
    ("linear", "element", "nonlinear", "sigma"),
    [
        (2.0, 5.0, 100.0, float(np.hypot(5.0, 10.0))),
        (20.0, 5.0, 100.0, 20.0),
        (2.0, 5.0, 1.0, 5.0),
        (2.0, np.inf, 1.0, 5.0),
    ],
)
def test_a_sum_of_followed_errors_adds_what_is_not_linear(
    monkeypatch: pytest.MonkeyPatch, linear: float, element: float, nonlinear: float, sigma: float
):
    monkeypatch.setattr(FollowedErrors, "linear", lambda self, weights: Sums(np.asarray(0.5), np.asarray(linear)))
    shape = (1, 2)
    errors = Errors(np.ones(shape), Typical(element=np.full(shape, element)), FLOAT32)
    beyond = NonlinearErrors(np.array([[0.25, 7.0]]), np.full(shape, nonlinear))
    followed = FollowedErrors(None, {}, {}, beyond)  # type: ignore[arg-type]
    found = followed.of_all(np.array([[1.0, -2.0]]), errors)
    assert float(found.bias) == 0.5 + 0.25 + 14.0
    assert abs(float(found.sigma) - sigma) < 1e-12


def test_what_is_not_linear_is_unknown_only_in_elements_with_a_weight(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(FollowedErrors, "linear", lambda self, weights: Sums(np.asarray(0.5), np.asarray(2.0)))
    errors = Errors(np.ones((1, 2)), Typical(element=np.full((1, 2), 5.0)), FLOAT32)
    beyond = NonlinearErrors(np.array([[np.inf, 7.0]]), np.array([[np.inf, 3.0]]))
    followed = FollowedErrors(None, {}, {}, beyond)  # type: ignore[arg-type]
    found = followed.of_all(np.array([[0.0, -2.0]]), errors)
    assert (float(found.bias), float(found.sigma)) == (0.5 + 14.0, 2.0 + 6.0)


def test_the_limit_of_an_element_adds_deviations_of_what_is_not_linear(monkeypatch: pytest.MonkeyPatch):
    given: list[Sequence[float]] = []

    def linear(self: FollowedErrors, weights: np.ndarray) -> Sums:
        given.append(weights.tolist())
        return Sums(np.asarray(0.5), np.asarray(2.0))

    monkeypatch.setattr(FollowedErrors, "linear", linear)
    beyond = NonlinearErrors(np.array([[1.0, 3.0]]), np.array([[0.0, 0.25]]))
    followed = FollowedErrors(None, {}, {}, beyond)  # type: ignore[arg-type]
    assert followed.limit(1, 4.0) == 0.5 + 8.0 + 3.0 + 1.0
    assert given == [[[0.0, 1.0]]]


def mistake(operation: str, *, across_rows: bool = False) -> Mistake:
    return Mistake(operation, f"wrong {operation}", "there", attention_scores, across_rows=across_rows)


def test_rows_are_read_with_mistakes_in_different_steps_only():
    q = np.ones((2, 3, 4))
    steps = call_of("scaled_dot_product_attention", (q, q, q), {}, Arithmetic.usual(FLOAT32)).reading.plainly.steps
    assert steps is not None
    rows = AttentionRows(steps, causal=False, mask=None)
    scores, weights, values = mistake("attention_scores"), mistake("softmax"), mistake("weighted_values")
    whole, other = mistake("scaled_dot_product_attention"), mistake("linear")
    assert rows.can_read([scores]) is True
    assert rows.can_read([whole]) is True
    assert rows.can_read([other]) is False
    assert rows.can_read([scores, weights, values]) is True
    assert rows.can_read([scores, mistake("scaled_attention_scores")]) is False
    assert rows.can_read([scores, whole]) is False
    assert rows.can_read([scores, other]) is False
    assert rows.can_read([scores, mistake("softmax", across_rows=True)]) is False


def some_rows() -> AttentionRows:
    arrays = [np.random.default_rng(seed).standard_normal((2, 9, 4)) for seed in range(3)]
    steps = call_of("scaled_dot_product_attention", arrays, {}, Arithmetic.usual(FLOAT32)).reading.plainly.steps
    assert steps is not None
    return AttentionRows(steps, causal=False, mask=None, rows=np.array([1, 4, 8]))


@pytest.mark.parametrize(
    "definition",
    [lambda q, k: attention_scores(2.0 * q, k), lambda q, k: attention_scores(q, 2.0 * k)],
    ids=["queries", "keys"],
)
def test_products_of_other_queries_or_keys_are_not_those_of_the_right_ones(definition: Definition):
    rows = some_rows()
    found = rows.read([Mistake("attention_scores", "doubled", "there", definition)])
    steps = rows.steps
    right = weighted_values(softmax(attention_scores(2.0 * steps.q, steps.k) / 2.0, None), steps.v)
    assert same(found, np.asarray(right)[:, [1, 4, 8]])


def test_a_mistake_across_rows_without_a_shorter_way_is_read_in_the_whole():
    rows = some_rows()
    summed = Mistake("weighted_values", "summed", "there", lambda w, v: w @ v + np.sum(w @ v, axis=1, keepdims=True))
    found = rows.read([replace(summed, across_rows=True)])
    right = rows.steps.weights @ rows.steps.v
    assert same(found, (right + np.sum(right, axis=1, keepdims=True))[:, [1, 4, 8]])


def test_a_wrong_softmax_of_wrong_scores_is_not_read_from_the_right_weights():
    rows = some_rows()
    scores = Mistake("scaled_attention_scores", "not scaled", "there", attention_scores)
    without_first = Mistake(
        "softmax",
        "first key hidden",
        "there",
        lambda x, mask: softmax(x, np.arange(x.shape[-1]) > 0),
        in_rows=lambda _: pytest.fail("read from the right weights"),
    )
    found = rows.read([scores, without_first])
    steps = rows.steps
    right = weighted_values(softmax(attention_scores(steps.q, steps.k)[..., 1:], None), steps.v[:, 1:])
    assert same(found, np.asarray(right)[:, [1, 4, 8]])


@pytest.mark.parametrize(
    "definition",
    [
        lambda q, k, **_: softmax(scaled_attention_scores(q, k)),
        lambda q, k, **_: softmax(scaled_attention_scores(q, k), SOME_KEYS),
        lambda q, k, **_: softmax(2.0 * scaled_attention_scores(q, k), SOME_KEYS),
    ],
    ids=["all keys", "some keys", "some keys of other scores"],
)
def test_wrong_weights_are_read_from_the_right_ones_only_where_keys_alone_are_hidden(definition: Definition):
    rows = some_rows()
    steps = rows.steps
    found = rows.read([Mistake("attention_weights", "wrong weights", "there", definition)])
    assert same(found, np.asarray(definition(steps.q, steps.k) @ steps.v)[:, [1, 4, 8]])
