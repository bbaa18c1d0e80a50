"""Never a false cause: what is named gives the result, and what looks like it, but is something else, is not named."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import lastdigit
from lastdigit.number_format import FORMATS

OPERATION = "scaled_dot_product_attention"


def normal(*shape: int, dtype: str = "float64") -> np.ndarray:
    return np.random.RandomState(sum(shape)).normal(size=shape).astype(dtype)


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, scale: Any, exp: Any = np.exp) -> np.ndarray:
    scores = (q @ k.T) * scale
    weights = exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


def cause(result: np.ndarray, operation: str, *arrays: Any, **parameters: Any) -> str:
    """What a failing assertion names."""
    with pytest.raises(AssertionError) as error:
        lastdigit.assert_agrees(result, operation, *arrays, **parameters)
    (found,) = re.findall(r"explanation +(.*)", str(error.value))
    return str(found)


def rounded(array: np.ndarray, to: str) -> np.ndarray:
    return np.asarray(FORMATS[to].round(np.asarray(array, dtype=np.float64)))


@pytest.mark.parametrize(("size", "offset"), [(6, 3e-6), (6, -1e-3), (40, 1e-3)])
def test_an_offset_is_an_offset_and_no_coarser_multiplication(size: int, offset: float):
    q, k, v = (normal(size + i, 8, dtype="float32") for i in (0, 1, 1))
    right = attention(q, k, v, np.float32(1 / np.sqrt(8)))
    found = cause((right + np.float32(offset)).astype("float32"), OPERATION, q, k, v)
    assert found.startswith("a constant offset of ")
    assert abs(float(found.split()[-1]) - offset) < abs(offset) / 5


def test_a_factor_is_a_factor_and_no_coarser_multiplication():
    q, k, v = (normal(n, 8, dtype="float32") for n in (6, 7, 7))
    right = attention(q, k, v, np.float32(1 / np.sqrt(8)))
    assert cause(right * np.float32(1.0001), OPERATION, q, k, v) == "a constant factor of 1.0001"


def test_one_element_that_is_off_is_no_coarser_arithmetic():
    for dtype, change in (("float64", 1 + 1e-11), ("float32", 1 + 1e-4)):
        q, k, v = (normal(n, 8, dtype=dtype) for n in (6, 7, 7))
        result = attention(q, k, v, 1 / np.sqrt(q.dtype.type(8)))
        result[2, 3] *= change
        assert cause(result, OPERATION, q, k, v).startswith("no known mistake")


def test_noise_far_above_a_format_is_not_put_on_it():
    q, k, v = (normal(64, 64, dtype="float32") for _ in range(3))
    right = attention(q, k, v, np.float32(1 / 8))
    noise = 1 + 0.05 * np.random.RandomState(1).normal(size=right.shape)
    assert cause((right * noise).astype("float32"), OPERATION, q, k, v).startswith("no known mistake")


@pytest.mark.parametrize("size", [6, 40])
def test_a_computation_in_bfloat16_is_told_from_one_in_float16(size: int):
    torch = pytest.importorskip("torch")
    q, k, v = (normal(size + i, 8, dtype="float32") for i in (0, 1, 1))
    for name in ("bfloat16", "float16"):
        given = [torch.tensor(array).to(getattr(torch, name)) for array in (q, k, v)]
        scores = given[0] @ given[1].T / 8**0.5
        result = (torch.softmax(scores, -1) @ given[2]).float().numpy()
        assert cause(result, OPERATION, q, k, v) == f"computed in {name}"


@pytest.mark.parametrize("to", ["float32", "float16", "bfloat16"])
def test_inputs_and_results_that_were_rounded_are_told_apart(to: str):
    q, k, v = (normal(n, 8) for n in (6, 7, 7))
    inputs = attention(*(rounded(array, to) for array in (q, k, v)), 1 / np.sqrt(8))
    assert cause(inputs, OPERATION, q, k, v) == f"inputs rounded to {to}"
    result = rounded(attention(q, k, v, 1 / np.sqrt(8)), to)
    assert cause(result, OPERATION, q, k, v) == f"result rounded to {to}"


def test_inputs_that_were_rounded_below_the_format_of_a_float32_result_are_named():
    q, k, v = (normal(n, 8, dtype="float32") for n in (6, 7, 7))
    given = [rounded(array, "bfloat16").astype("float32") for array in (q, k, v)]
    assert cause(attention(*given, np.float32(1 / np.sqrt(8))), OPERATION, q, k, v) == "inputs rounded to bfloat16"


@pytest.mark.parametrize(
    "scale",
    [
        1 / float(np.sqrt(np.float32(8))),
        float(np.float32(1 / np.sqrt(8))),
        float(np.sqrt(np.float32(1 / np.sqrt(8)))) ** 2,
    ],
)
def test_a_scale_that_was_taken_in_float32_is_a_constant_and_no_accumulation(scale: float):
    q, k, v = (normal(n, 8) for n in (6, 7, 7))
    assert cause(attention(q, k, v, scale), OPERATION, q, k, v) == "a constant in float32"


def test_an_epsilon_in_float32_is_a_constant():
    x, weight, bias = 1e-3 * normal(6, 8), normal(8), normal(8)
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    result = centred / np.sqrt(variance + float(np.float32(1e-5))) * weight + bias
    assert cause(result, "layer_norm", x, weight, bias) == "a constant in float32"


def test_a_softmax_and_an_exp_in_a_coarser_format_are_named():
    q, k, v = (normal(n, 8) for n in (6, 7, 7))
    scale = 1 / np.sqrt(8)
    single = attention(q, k, v, scale, lambda z: np.exp(z.astype("float32")).astype("float64"))
    assert cause(single, OPERATION, q, k, v) == "exp in float32"
    other = cause(attention(q, k, v, scale, lambda z: rounded(np.exp(z), "float32")), OPERATION, q, k, v)
    assert "exp in float32" in other.split("; ")
    scores = rounded(q @ k.T * scale, "bfloat16")
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = rounded(weights / weights.sum(axis=-1, keepdims=True), "bfloat16")
    assert cause(weights @ v, OPERATION, q, k, v) == "softmax in bfloat16"


def test_float32_that_numpy_promotes_at_the_end_is_said_to_be_returned_as_float64():
    q, k, v = (normal(n, 8, dtype="float32") for n in (6, 7, 7))
    scores = (q @ k.T) / np.float64(np.sqrt(8))
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result = weights / weights.sum(axis=-1, keepdims=True) @ v
    assert result.dtype == np.float64
    assert cause(result, OPERATION, q, k, v) == "computed in float32 and returned as float64"
    wide = [array + 1e-12 for array in (q.astype("float64"), k, v)]
    assert cause(result, OPERATION, *wide) != "computed in float32 and returned as float64"
