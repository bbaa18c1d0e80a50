"""Steps that are taken alone, perturbed or in several arithmetics at once, and what they pass on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure import in_models
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.in_models import InModels, read_together
from lastdigit.enclosure.perturbed import LARGE, PAIRS, Perturbed
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.single_steps import SingleSteps
from lastdigit.enclosure.typical import Typical

SINGLE = Arithmetic.usual(FORMATS["float32"])
X = np.array([[1.0, -2.0, 3.0], [0.5, 0.0, 8.0]])


def test_the_largest_of_the_enlarged_errors_is_below_six_deviations_once_in_15_000_times():
    never = math.erf(6.0 / LARGE / math.sqrt(2.0)) ** PAIRS
    assert 1.0 / 16_000.0 < never < 1.0 / 15_000.0


def test_a_bias_and_the_factor_of_a_row_go_the_same_way():
    typical = Typical(bias=np.asarray(0.25), factor=np.array([[0.5], [0.125]]))
    found = Perturbed.given(X, np.random.default_rng(1)).with_errors(typical)
    expected = LARGE * (0.25 + np.array([[0.5], [0.125]]) * np.abs(X))
    assert all(np.array_equal(np.abs(large - X), expected) for large, _ in found.pairs)


@pytest.mark.parametrize("shape", [(), (1,), (2, 3)])
def test_a_computed_number_of_any_shape_is_none_that_was_given(shape: tuple[int, ...]):
    given = SingleSteps(exactly(np.full(shape, 3.0), Arithmetic.usual(FORMATS["bfloat16"]), FastBalls))
    step = given * given
    assert given.ndim == step.ndim == len(shape)
    assert given.stored() is given
    assert step.stored() is not step


def test_perturbed_numbers_in_a_list_are_perturbed_together():
    x = SingleSteps(exactly(X, SINGLE, FastBalls))
    x.perturbed = Perturbed.given(X, np.random.default_rng(1))
    joined = x.__array_namespace__().concat([x, x], axis=0)
    assert joined.perturbed is not None
    assert all(np.array_equal(large, np.concatenate([X, X])) for large, _ in joined.perturbed.pairs)


def test_the_exact_value_in_one_arithmetic_is_that_in_all():
    alone = exactly(X, SINGLE, FastBalls)
    both = InModels.of([alone, exactly(X, SINGLE.in_model("fused"), FastBalls)])
    assert both is not None
    for found in (both, InModels([alone])):
        assert found.value.bounds() == alone.value.bounds()


def test_an_evaluation_in_all_arithmetics_can_be_registered_where_it_is_defined(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(in_models, "_TOGETHER", {})

    @read_together("doubled")
    def doubled(x: InModels) -> InModels:
        return x + x

    x = InModels([exactly(X, SINGLE, FastBalls)])
    assert x.__operation__("doubled") is doubled
    assert doubled(x).value.bounds() == (x + x).value.bounds()
