"""assert_agrees and printed: the derived tolerance in a test file of one's own."""

from __future__ import annotations

import numpy as np
import pytest

import lastdigit
from lastdigit.base.errors import InvalidToken, LastdigitError, UnknownOperation

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
    with pytest.raises(AssertionError, match=r"1 of 40 elements differ[\s\S]*\[2, 3\]"):
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


def test_a_dtype_that_prints_otherwise_than_its_name_is_read_by_its_name():
    class Dtype:
        name = "float16"

        def __repr__(self) -> str:
            return "<dtype: 'float16'>"

    class Tensor:
        dtype = Dtype()

        def __array__(self, dtype=None, copy=None):
            return np.array([0.25, 0.75], dtype=dtype)

    assert lastdigit.judge(Tensor(), "sum_normalization", Tensor()).dtype == "float16"


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
    with pytest.raises(InvalidToken, match=r"printed\(\) needs exactly one array or scalar; found [02] in"):
        lastdigit.printed(text)


def seen_by_all_but(row: int, queries: int = 5, keys: int = 6) -> np.ndarray:
    mask = np.ones((queries, keys), dtype=bool)
    mask[row] = False
    return mask


def with_row(result: np.ndarray, row: int, value: object) -> np.ndarray:
    changed = result.copy()
    changed[row] = value
    return changed


@pytest.mark.parametrize("n", [1, 20])
@pytest.mark.parametrize("empty", ["zeros", "nan", "mean"])
def test_a_query_that_sees_no_key_is_held_to_what_is_declared_and_the_others_as_usual(empty: str, n: int):
    """With few numbers the exact engine judges, with many the fast one."""
    q, k, v = (normal(rows * n, 8) for rows in (5, 6, 6))
    mask = seen_by_all_but(3, 5 * n, 6 * n)
    values = {"zeros": 0.0, "nan": np.nan, "mean": v.mean(axis=0)}
    right = with_row(attention(q, k, v), 3, values[empty])
    lastdigit.assert_agrees(right, OPERATION, q, k, v, mask=mask, empty=empty)
    for other in {"zeros", "nan", "mean"} - {empty}:
        with pytest.raises(AssertionError, match=r"returned nan at|disagrees"):
            lastdigit.assert_agrees(with_row(right, 3, values[other]), OPERATION, q, k, v, mask=mask, empty=empty)
    elsewhere = right.copy()
    elsewhere[1, 2] += 1e-9
    with pytest.raises(AssertionError, match=r"1 of \d+ elements differ[\s\S]*\[1, 2\]"):
        lastdigit.assert_agrees(elsewhere, OPERATION, q, k, v, mask=mask, empty=empty)


@pytest.mark.parametrize("value", [0.0, np.nan])
def test_without_a_declaration_such_a_row_is_undecided_and_a_disagreement_elsewhere_is_found(value: float):
    q, k, v = (normal(rows, 8) for rows in (5, 6, 6))
    result = with_row(attention(q, k, v), 3, value)
    with pytest.raises(
        AssertionError, match=r"undecided[\s\S]*8 of 40 elements belong to queries that attend to no key"
    ):
        lastdigit.assert_agrees(result, OPERATION, q, k, v, mask=seen_by_all_but(3))
    result[1, 2] += 1e-9
    with pytest.raises(AssertionError, match=r"disagrees[\s\S]*\[1, 2\]"):
        lastdigit.assert_agrees(result, OPERATION, q, k, v, mask=seen_by_all_but(3))


def test_weights_of_heads_without_keys_are_held_to_zeros():
    q, k = (np.random.RandomState(1).normal(size=(2, rows, 8)) for rows in (5, 6))
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(8)
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    weights[:, 3] = 0.0
    lastdigit.assert_agrees(weights, "attention_weights", q, k, mask=seen_by_all_but(3), empty="zeros")
    weights[1, 3, 5] = 1e-300
    with pytest.raises(AssertionError, match=r"\[1, 3, 5\]"):
        lastdigit.assert_agrees(weights, "attention_weights", q, k, mask=seen_by_all_but(3), empty="zeros")


def test_of_no_keys_at_all_zeros_or_nan_can_be_declared():
    q, k, v = np.ones((2, 4)), np.ones((0, 4)), np.ones((0, 3))
    zeros, nan = np.zeros((2, 3)), np.full((2, 3), np.nan)
    lastdigit.assert_agrees(zeros, OPERATION, q, k, v, empty="zeros")
    lastdigit.assert_agrees(nan, OPERATION, q, k, v, empty="nan")
    with pytest.raises(AssertionError, match="declared to return nan"):
        lastdigit.assert_agrees(zeros, OPERATION, q, k, v, empty="nan")
    with pytest.raises(AssertionError, match="returned nan"):
        lastdigit.assert_agrees(nan, OPERATION, q, k, v, empty="zeros")
    for given in ({}, {"empty": "mean"}):
        with pytest.raises(
            AssertionError, match=r"undecided[\s\S]*6 of 6 elements belong to queries that attend to no key"
        ):
            lastdigit.assert_agrees(zeros, OPERATION, q, k, v, **given)


@pytest.mark.parametrize(("dtype", "hint"), [("float32", "mask=bias == 0"), ("int64", "mask=found != 0")])
def test_a_mask_that_is_not_boolean_is_refused(dtype: str, hint: str):
    q, k, v = (normal(n, 8) for n in (5, 6, 6))
    mask = np.ones((5, 6), dtype=dtype)
    with pytest.raises(LastdigitError, match=rf"mask must be boolean, found {dtype}.*{hint}") as error:
        lastdigit.assert_agrees(attention(q, k, v), OPERATION, q, k, v, mask=mask)
    assert isinstance(error.value, TypeError)
    with pytest.raises(TypeError, match="mask must be boolean"):
        lastdigit.assert_agrees(np.ones((5, 6)), "softmax", np.ones((5, 6)), mask)


def test_an_array_mask_of_a_softmax_is_taken_in_its_place():
    x, mask = normal(5, 6), np.arange(6) < 4
    exponentials = np.where(mask, np.exp(x), 0.0)
    result = exponentials / exponentials.sum(axis=-1, keepdims=True)
    lastdigit.assert_agrees(result, "softmax", x, mask)


@pytest.mark.parametrize(("operation", "empty"), [(OPERATION, "ones"), ("linear", "zeros")])
def test_a_declaration_that_has_no_place_is_refused(operation: str, empty: str):
    with pytest.raises(LastdigitError, match=r"expected empty= one of zeros, nan, mean"):
        lastdigit.assert_agrees(np.ones((2, 2)), operation, *[np.ones((2, 2))] * 3, empty=empty)
