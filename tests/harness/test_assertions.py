"""assert_agrees and printed: the derived tolerance in a test file of one's own."""

from __future__ import annotations

import numpy as np
import pytest

import lastdigit
from lastdigit.errors import InvalidToken, UnknownOperation

OPERATION = "scaled_dot_product_attention"


def normal(*shape: int, scale: float = 1.0, dtype: str = "float64") -> np.ndarray:
    return (np.random.RandomState(sum(shape)).normal(size=shape) * scale).astype(dtype)


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, *, scaled: bool = True) -> np.ndarray:
    scores = q @ k.T / (np.sqrt(q.shape[-1]).astype(q.dtype) if scaled else 1)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_attention_agrees_in_its_own_format(dtype: str):
    q, k, v = (normal(n, 8, dtype=dtype) for n in (5, 6, 6))
    lastdigit.assert_agrees(attention(q, k, v), OPERATION, q, k, v)


def test_a_last_digit_that_rounding_cannot_explain_disagrees():
    q, k, v = (normal(n, 8) for n in (5, 6, 6))
    result = attention(q, k, v)
    result[2, 3] *= 1 + 1e-11
    with pytest.raises(AssertionError, match=r"1 of 40 elements are off[\s\S]*\[2, 3\]"):
        lastdigit.assert_agrees(result, OPERATION, q, k, v)


def test_a_failure_says_exact_observed_error_allowed_and_the_likely_mistake():
    q, k, v = (normal(n, 8) for n in (5, 6, 6))
    with pytest.raises(AssertionError) as error:
        lastdigit.assert_agrees(attention(q, k, v, scaled=False), OPERATION, q, k, v)
    for words in ("exact", "observed", "error", "allowed", "implementation's rounding", "scores not scaled", "√d"):
        assert words in str(error.value)


@pytest.mark.parametrize("dtype", ["float64", "float32", "bfloat16", "float16"])
def test_tensors_masks_and_half_formats_are_taken_as_they_are(dtype: str):
    torch = pytest.importorskip("torch")
    q, k, v = (torch.tensor(normal(6, 8)).to(getattr(torch, dtype)) for _ in range(3))
    result = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    lastdigit.assert_agrees(result, OPERATION, q, k, v, causal=True)
    with pytest.raises(AssertionError, match="masked where it should not be"):
        lastdigit.assert_agrees(result, OPERATION, q, k, v)


def test_a_result_of_the_wrong_shape_is_refused():
    q, k, v = (normal(n, 8) for n in (5, 6, 6))
    with pytest.raises(AssertionError, match=r"returned shape \(4, 8\); expected \(5, 8\)"):
        lastdigit.assert_agrees(attention(q, k, v)[:4], OPERATION, q, k, v)


def test_an_unknown_operation_is_named():
    with pytest.raises(UnknownOperation, match="attenshun"):
        lastdigit.assert_agrees(np.zeros(3), "attenshun", np.zeros(3))


def test_printed_numbers_accept_what_prints_so_and_nothing_else():
    expected = lastdigit.printed("[[0.4223, 0.1554, 0.4223]]")
    expected.assert_agrees([[0.42231880, 0.15536240, 0.42231880]])
    with pytest.raises(AssertionError, match=r"0\.4223\s+0\.42241"):
        expected.assert_agrees([[0.42241, 0.15536240, 0.42231880]])
    with pytest.raises(AssertionError, match="shape"):
        expected.assert_agrees([0.42231880, 0.15536240, 0.42231880])


def test_printed_numbers_of_an_operation_allow_for_both_roundings():
    q = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]], dtype="float32")
    result = attention(q, q, np.eye(3, dtype="float32"))
    expected = lastdigit.printed(
        "[[0.4223188 0.1553624 0.4223188]\n [0.01587624 0.86681333 0.11731043]\n [0.1553624 0.4223188 0.4223188]]"
    )
    expected.assert_agrees(result, "attention_weights", q, q)
    with pytest.raises(AssertionError):
        expected.assert_agrees(result)


@pytest.mark.parametrize("text", ["nothing", "[1.0, 2.0]\n[3.0, 4.0]"])
def test_a_text_that_is_not_one_array_is_refused(text: str):
    with pytest.raises(InvalidToken):
        lastdigit.printed(text)
