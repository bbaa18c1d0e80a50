"""Whatever the numbers are, no warning of NumPy reaches a user, and what may overflow is undecided."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, MODELS, STORED, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.operations import find_operation
from lastdigit.operations.normalization import layer_norm
from lastdigit.verdicts.verdict import FAILED, UNDECIDED
from studies.hard_arrays import Draw
from studies.random_cases import Sizes, drawn_operations, parameters, slots

pytestmark = pytest.mark.long

EXTREMES: dict[str, Callable[[np.ndarray, Draw], np.ndarray]] = {
    "zeros": lambda x, _: 0.0 * x,
    "large": lambda x, _: x * 1e37,
    "huge": lambda x, _: x * 1e307,
    "tiny": lambda x, _: x * 1e-310,
    "infinite": lambda x, draw: np.where(draw.uniform(size=x.shape) < 0.2, np.inf, x),
    "hidden": lambda x, draw: np.where(draw.uniform(size=x.shape) < 0.2, -np.inf, x),
    "not numbers": lambda x, draw: np.where(draw.uniform(size=x.shape) < 0.2, np.nan, x),
}
ORDINARY = Sizes(3, 4, 5, 2, 3, 6, 2)
EMPTY = {"rows": Sizes(0, 4, 5, 2, 3, 6, 2), "keys": Sizes(3, 0, 5, 2, 3, 6, 2), "terms": Sizes(3, 4, 0, 2, 3, 6, 2)}
OF_TERMS = ("linear", "mean", "mean_squared_error", "projection", "softmax", "sum_normalization", "total")


def judged_strictly(operation: str, sizes: Sizes, dtype: str, change: Callable[[np.ndarray, Draw], np.ndarray]) -> None:
    """Judge what NumPy gives, and zeros, with warnings as errors."""
    draw = Draw(1)
    chosen = parameters(operation, sizes, Draw(2))
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        arrays = [change(draw.normal(size=slot.shape), draw).astype(dtype) for slot in slots(operation, sizes)]
        computed = np.asarray(find_operation(operation).definition(*arrays, **chosen), dtype=dtype)
    with warnings.catch_warnings(action="error"):
        for result in (computed, np.zeros_like(computed)):
            lastdigit.judge(result, operation, *arrays, **chosen)


@pytest.mark.parametrize("extreme", EXTREMES)
@pytest.mark.parametrize("operation", drawn_operations())
def test_no_warning_reaches_a_user(operation: str, extreme: str):
    judged_strictly(operation, ORDINARY, "float64", EXTREMES[extreme])


@pytest.mark.parametrize("operation", ["layer_norm", "scaled_dot_product_attention", "softmax", "total"])
@pytest.mark.parametrize("extreme", EXTREMES)
def test_no_warning_reaches_a_user_of_half_formats_and_many_numbers(operation: str, extreme: str):
    judged_strictly(operation, ORDINARY, "float16", EXTREMES[extreme])
    judged_strictly(operation, Sizes(40, 40, 16, 16, 8, 16, 2), "float32", EXTREMES[extreme])


@pytest.mark.parametrize(
    ("operation", "empty"),
    [*((name, "rows") for name in drawn_operations()), *((name, "keys") for name in drawn_operations())]
    + [(name, "terms") for name in OF_TERMS],
)
def test_no_warning_reaches_a_user_of_nothing(operation: str, empty: str):
    try:
        with np.errstate(all="ignore"):
            find_operation(operation).definition(*(np.zeros(slot.shape) for slot in slots(operation, EMPTY[empty])))
    except (IndexError, TypeError, ValueError):
        pytest.skip("no such result")
    judged_strictly(operation, EMPTY[empty], "float64", lambda x, _: x)


def norms(dtype: str, scale: float) -> list[np.ndarray]:
    return [(Draw(0).normal(size=(4, 6)) * scale).astype(dtype), np.ones(6, dtype), np.zeros(6, dtype)]


@pytest.mark.parametrize("result", [0.0, 1.0, np.inf, np.nan])
@pytest.mark.parametrize(
    ("dtype", "scale"), [("float32", 1e20), ("float32", 1e37), ("float64", 1e155), ("float64", 1e307)]
)
def test_a_layer_norm_whose_squares_overflow_is_undecided_whatever_came_out(dtype: str, scale: float, result: float):
    arrays = norms(dtype, scale)
    assert lastdigit.judge(np.full((4, 6), result, dtype), "layer_norm", *arrays).verdict == UNDECIDED


@pytest.mark.parametrize(("dtype", "scale"), [("float32", 1e18), ("float64", 1e150)])
def test_a_layer_norm_whose_squares_do_not_overflow_has_a_bound(dtype: str, scale: float):
    arrays = norms(dtype, scale)
    assert lastdigit.judge(layer_norm(*arrays).astype(dtype), "layer_norm", *arrays).verdict == "agrees"
    assert lastdigit.judge(np.full((4, 6), np.nan, dtype), "layer_norm", *arrays).verdict == FAILED


@pytest.mark.parametrize("engine", [ExactBalls, FastBalls])
@pytest.mark.parametrize(
    ("format", "offset", "scale", "gain", "known"),
    [
        pytest.param("float16", 0.0, 1.0, 1.0, MODELS, id="nothing overflows"),
        pytest.param("float16", 0.0, 1e3, 1.0, (FUSED,), id="a variance that is stored"),
        pytest.param("float32", 2e38, 1e36, 1.0, (), id="a sum"),
        pytest.param("float32", 1e19, 1e17, 1.0, (FUSED, STORED), id="a sum of squares of the numbers themselves"),
        pytest.param("float32", 0.0, 1e19, 1.0, (), id="a sum of squares of their distances"),
        pytest.param("float16", 6e4, 100.0, 1e3, (FUSED,), id="numbers that meet scale and weight first"),
    ],
)
def test_a_layer_norm_has_a_bound_in_the_models_in_which_no_step_may_overflow(
    engine: type[FastBalls], format: str, offset: float, scale: float, gain: float, known: tuple[str, ...]
):
    arrays = [FORMATS[format].round(Draw(0).normal(size=(4, 6)) * scale + offset), np.full(6, gain), np.zeros(6)]
    assert np.all(np.isfinite(arrays[0]))
    for model in MODELS:
        arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
        with precision(), np.errstate(all="ignore"):
            found = layer_norm(*(exactly(array, arithmetic, engine) for array in arrays))
        assert np.all(np.isfinite(found.error)) == (model in known)
        assert np.any(np.isinf(found.error)) == (model not in known)
        if model not in known:
            assert np.any(np.isinf(found.typical.limit(np.ones((4, 6)), 1.0)))


def test_zeros_where_a_sum_may_overflow_are_undecided_and_on_no_coarser_grid():
    draw = Draw([7, 0])
    q, k = ((8 + draw.normal(size=(rows, 17))).astype("float16") for rows in (2, 64))
    verdict = lastdigit.judge(np.zeros((2, 64), dtype="float16"), "sum_normalized_attention_weights", q, k)
    assert verdict.verdict == UNDECIDED
    assert "no finite rounding bound" in verdict.reason
