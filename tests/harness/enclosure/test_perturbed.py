"""Perturbed steps: what of an error is not linear in the roundings, measured where no bound on it is finite."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit.assertions.agreement import arithmetic_of, call_of
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.perturbed import LARGE, PAIRS, SMALL, Perturbed, computed
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.single_steps import SingleSteps
from lastdigit.enclosure.typical import Typical
from lastdigit.functions import rsqrt, tanh
from lastdigit.operations import find_operation
from lastdigit.verdicts import followed_errors, nonlinear_errors
from lastdigit.verdicts import reading as verdicts_reading
from lastdigit.verdicts.followed_errors import followed
from lastdigit.verdicts.judge_call import judge_call, presuming
from lastdigit.verdicts.nonlinear_errors import NonlinearErrors
from lastdigit.verdicts.verdict import Verdict
from studies.vocabulary.ordinary_calls import ordinary_calls
from studies.vocabulary.stepwise import Stepwise, ways

X = np.array([[1.0, -2.0, 3.0], [0.5, 0.0, 8.0]])
ELEMENT = Typical(element=np.full(X.shape, 0.01))


def errors(typical: Typical) -> np.ndarray:
    """Of every pair, the error before it was enlarged, to twelve decimals (PAIRS, …)."""
    found = Perturbed.given(X, np.random.default_rng(1)).with_errors(typical)
    large, small = (np.stack(each) for each in zip(*found.pairs, strict=True))
    assert np.max(np.abs((large - X) / LARGE - (small - X) / SMALL)) < 1e-11
    return np.round((large - X) / LARGE, 12)


def test_an_evaluation_with_scaled_down_errors_has_the_same_ones_and_all_have_the_size_of_a_step():
    of_elements = errors(ELEMENT)
    assert of_elements.shape == (PAIRS, *X.shape)
    assert 0.008 < np.std(of_elements) < 0.012
    assert np.all(of_elements[:, 0] != of_elements[:, 1])
    of_rows = errors(Typical(row=np.full(X.shape, 0.01)))
    assert np.array_equal(of_rows[..., 0], of_rows[..., 1])
    assert not np.array_equal(of_rows[:, 0], of_rows[:, 1])
    of_all = errors(Typical(whole=np.full(X.shape, 0.01)))
    assert np.ptp(of_all.reshape(PAIRS, -1), axis=-1).max() == 0.0
    assert 0.005 < np.std(of_all) < 0.02
    biased = errors(Typical(bias=np.asarray(0.25)))
    assert set(biased.reshape(-1).tolist()) == {0.25, -0.25}
    factors = errors(Typical(factor=np.array([[0.25], [0.5]])))
    assert np.array_equal(np.abs(factors), np.broadcast_to([[0.25], [0.5]] * np.abs(X), factors.shape))


def test_only_what_is_not_linear_is_measured():
    given = Perturbed.given(X, np.random.default_rng(2)).with_errors(ELEMENT)
    doubled = computed(lambda x: x + x, [given], {})
    assert np.max(doubled.not_linear(2.0 * X)) < 1e-10
    squared = computed(lambda x, y: x * y, [given, given], {})
    largest = np.max([np.max(np.square(large - X), axis=-1) for large, _ in given.pairs], axis=0)
    measured = squared.not_linear(X * X)
    assert measured.shape == (2, 1)
    assert np.max(np.abs(measured[:, 0] / largest - 1.0)) < 1e-3
    assert np.all(measured > (0.01 * LARGE) ** 2)


def test_a_result_that_is_nowhere_finite_is_unknown_and_a_scalar_is_one_row():
    scalar = Perturbed.given(np.asarray(2.0), np.random.default_rng(3)).with_errors(Typical(element=np.asarray(0.1)))
    assert computed(lambda x: x * x, [scalar], {}).not_linear(np.asarray(4.0)).shape == ()
    roots = computed(np.sqrt, [scalar.with_errors(Typical(element=np.asarray(8.0)))], {})
    assert np.isinf(roots.not_linear(np.asarray(2.0) ** 0.5))


def test_what_numpy_cannot_compute_is_not_measured():
    given = Perturbed.given(X, np.random.default_rng(4))
    assert computed(lambda x: x.no_such_attribute, [given], {}) is None
    assert computed(lambda x, *, axis: np.sum(x, axis=axis), [given], {"axis": -1}).pairs[0][0].tolist() == [2.0, 8.5]
    joined = computed(np.concat, [[given, X]], {"axis": 0})
    assert joined.pairs[0][0].shape == (4, 3)


def test_every_step_adds_its_errors_to_those_of_its_operands():
    bfloat16 = Arithmetic.usual(FORMATS["bfloat16"]).in_model("stored")
    x = SingleSteps(exactly(X, bfloat16, FastBalls))
    assert (x * x).perturbed is None
    x.perturbed = Perturbed.given(X, np.random.default_rng(5))
    xp = x.__array_namespace__()
    for step, exact in ((x * x, X * X), (tanh(x), np.tanh(X)), (xp.exp(x), np.exp(X)), (x + xp.asarray(2.0), X + 2.0)):
        large = np.stack([each for each, _ in step.perturbed.pairs])
        deviation = np.std(large - exact, axis=0) / LARGE
        unit = 2.0**-9 * np.abs(exact)
        assert np.all(deviation[exact != 0.0] < 3.0 * unit[exact != 0.0])
        assert np.all(deviation[exact != 0.0] > 0.1 * unit[exact != 0.0])


def test_nothing_is_measured_behind_a_quotient_or_a_root_which_may_be_a_variances_by_another_algorithm():
    x = SingleSteps(exactly(np.abs(X) + 1.0, Arithmetic.usual(FORMATS["float32"]), FastBalls))
    x.perturbed = Perturbed.given(np.abs(X) + 1.0, np.random.default_rng(6))
    xp = x.__array_namespace__()
    for step in (x / x, xp.sqrt(x), rsqrt(x), xp.sqrt(x) * x, xp.asarray(1.0) / x):
        assert step.perturbed is None
    assert (xp.asarray(1.0) / xp.asarray(3.0)).perturbed is None
    assert (x * (xp.asarray(1.0) / xp.asarray(3.0))).perturbed is not None


def test_a_measured_part_replaces_a_bound_that_is_larger():
    same = NonlinearErrors(np.array([0.5]), np.array([0.25])).at_most(np.array([0.75]))
    assert (same.bias.tolist(), same.sigma.tolist()) == ([0.5], [0.25])
    found = NonlinearErrors(np.array([np.inf, 0.5, 0.0]), np.array([1.0, 0.5, 0.25]))
    less = found.at_most(np.array([2.0, 0.75, 0.5]))
    assert less.bias.tolist() == [2.0, 0.75, 0.0]
    assert less.sigma.tolist() == [0.0, 0.0, 0.25]
    assert less.uncertain(np.array([1.0, 0.0, 0.0])).bias.tolist() == [3.0, 0.75, 0.0]
    assert found.reach(np.full(3, 1e300))
    assert less.reach(np.full(3, 1.0))
    assert not less.reach(np.full(3, 2.0))


def test_what_is_not_linear_is_measured_only_in_perturbed_steps():
    unknown = np.full(X.shape, np.inf)
    operand = exactly(X, Arithmetic.usual(FORMATS["bfloat16"]), FastBalls)
    for perturbed in (False, True):
        found = followed(
            find_operation("softmax"),
            {},
            [X],
            [operand],
            NonlinearErrors(unknown, unknown),
            uncertain=np.zeros(X.shape),
            perturbed=perturbed,
        )
        assert found is not None
        assert bool(np.all(np.isfinite(found.nonlinear.bias))) == perturbed


def is_perturbed(monkeypatch: pytest.MonkeyPatch, result: np.ndarray, beyond: np.ndarray) -> bool:
    """Whether steps are perturbed where so much of the errors of a sum's elements may not be linear."""
    asked: list[bool] = []
    monkeypatch.setattr(
        nonlinear_errors, "nonlinear_errors", lambda *_: NonlinearErrors(beyond, np.zeros(beyond.shape))
    )
    monkeypatch.setattr(followed_errors, "followed", lambda *_, perturbed, **__: asked.append(perturbed))
    call = call_of("total", (np.stack([result, 0.0 * result], axis=-1),), {}, arithmetic_of("float32"))
    assert call.reading.followed_errors is None
    return asked == [True]


ROWS = np.array([[1.0, -10.0], [4.0, 2.0]])


@pytest.mark.parametrize(
    ("result", "beyond", "perturbed"),
    [
        (ROWS, np.array([[10.0, 10.0], [4.0, 4.0]]), False),
        (ROWS, np.array([[1.0, 1.0], [1.0, 4.5]]), True),
        (np.array(-7.0), np.array(7.0), False),
        (np.array(-7.0), np.array(7.5), True),
    ],
    ids=["rows", "one beyond its row", "a number", "more than a number"],
)
def test_steps_are_perturbed_where_what_is_not_linear_may_exceed_the_largest_number_of_a_row(
    monkeypatch: pytest.MonkeyPatch, result: np.ndarray, beyond: np.ndarray, perturbed: bool
):
    assert is_perturbed(monkeypatch, result, beyond) == perturbed


def test_errors_are_followed_and_steps_are_perturbed_up_to_so_many_numbers(monkeypatch: pytest.MonkeyPatch):
    assert (verdicts_reading.FOLLOWED, verdicts_reading.PERTURBED) == (4194304, 262144)
    for most, perturbed in ((8, True), (7, False)):
        monkeypatch.setattr(verdicts_reading, "PERTURBED", most)
        assert is_perturbed(monkeypatch, ROWS, np.full(ROWS.shape, 11.0)) == perturbed


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_an_encoder_block_in_half_formats_is_held_to_its_steps(dtype: str, monkeypatch):
    form = FORMATS[dtype]
    name, arrays, parameters = next(call for call in ordinary_calls(4) if call[0] == "encoder_block")
    operands = tuple(form.round(np.asarray(each, dtype=np.float64)) for each in arrays)
    definition = find_operation(name).definition

    def verdict(result: np.ndarray) -> Verdict:
        call = presuming(call_of(name, operands, parameters, arithmetic_of(dtype)))
        return judge_call(call, form.round(result), dtype, explained=False)

    for way in ways(form).values():
        stepwise = definition(*(Stepwise(each, way) for each in operands), **parameters).numbers
        assert verdict(stepwise).verdict in ("agrees", "undecided")
    x, *others = operands
    width = x.shape[-1]
    wrong = {
        "halves of the width swapped": definition(np.roll(x, width // 2, axis=-1), *others, **parameters),
        "no bias of the first norm": definition(*operands[:10], np.zeros(width), *operands[11:], **parameters),
        "no residual sum": definition(*operands, **parameters) - x / 4.0,
    }
    for result in wrong.values():
        assert verdict(result).verdict == "disagrees"
    monkeypatch.setattr(verdicts_reading, "PERTURBED", 0)
    assert any(verdict(result).verdict == "undecided" for result in wrong.values())


def test_the_largest_perturbation_is_hardly_ever_below_six_deviations():
    all_below = math.erf(6.0 / LARGE / math.sqrt(2.0)) ** PAIRS
    assert 15_000 < 1.0 / all_below < 16_000
    assert len(Perturbed.given(np.ones(3), np.random.default_rng(0)).pairs) == PAIRS
