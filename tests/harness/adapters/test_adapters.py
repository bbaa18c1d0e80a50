"""Other tools with the derived tolerance: they accept what rounding explains and refuse what it does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lastdigit
from lastdigit.adapters import numpy_testing, torch_testing

LONGEST = 30


def softmax(x: np.ndarray) -> np.ndarray:
    weights = np.exp(x - x.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


@pytest.fixture
def x() -> np.ndarray:
    return np.random.RandomState(3).normal(size=(4, 6)).astype("float32")


def test_every_adapter_is_a_page_at_most():
    for path in sorted((Path(lastdigit.__file__).parent / "adapters").glob("*.py")):
        lines = [line for line in path.read_text().splitlines() if line.strip()]
        assert len(lines) <= LONGEST, path


@pytest.mark.parametrize("assert_close", [numpy_testing.assert_close, torch_testing.assert_close])
def test_two_right_results_are_close_and_the_wrong_one_of_two_is_named(assert_close, x: np.ndarray):
    right, other = softmax(x), np.exp(x - np.log(np.exp(x).sum(axis=-1, keepdims=True)))
    assert_close(right, other, operation="softmax", inputs=(x,))
    wrong = right * np.float32(1.00002)
    second = "desired" if assert_close is numpy_testing.assert_close else "expected"
    with pytest.raises(AssertionError, match=rf"^{second}: softmax: disagrees"):
        assert_close(right, wrong, operation="softmax", inputs=(x,))
    with pytest.raises(AssertionError, match=r"^actual: softmax: disagrees"):
        assert_close(wrong, right, operation="softmax", inputs=(x,))


def test_a_message_of_ones_own_comes_first(x: np.ndarray):
    with pytest.raises(AssertionError, match=r"^in step 3\nactual: softmax"):
        numpy_testing.assert_close(x, x, operation="softmax", inputs=(x,), err_msg="in step 3")


def test_dtypes_must_be_the_same_unless_they_need_not(x: np.ndarray):
    pair = softmax(x), softmax(x.astype("float64"))
    with pytest.raises(AssertionError, match="'dtype' do not match: float32 and float64"):
        torch_testing.assert_close(*pair, operation="softmax", inputs=(x,))
    torch_testing.assert_close(*pair, operation="softmax", inputs=(x,), check_dtype=False)


def test_tensors_are_taken_as_they_are(x: np.ndarray):
    torch = pytest.importorskip("torch")
    tensor = torch.tensor(x)
    torch_testing.assert_close(
        tensor.softmax(-1), tensor.exp() / tensor.exp().sum(-1, keepdim=True), operation="softmax", inputs=(tensor,)
    )


@pytest.mark.parametrize(
    ("want", "got", "agrees"),
    [
        ("array([0.33, 0.5 ])", "array([0.33333333, 0.5       ])", True),
        ("array([0.33, 0.5 ])", "array([0.34333333, 0.5       ])", False),
        ("0.1", "0.10000000000000001", True),
        ("array([1., 2.])", "array([1., 2., 3.])", False),
        ("'text'", "'text'", True),
        ("'text'", "'other'", False),
    ],
)
def test_scipy_doctest_compares_the_digits_that_are_shown(want: str, got: str, agrees: bool):
    pytest.importorskip("scipy_doctest")
    from lastdigit.adapters.scipy_doctest import Checker

    assert Checker().check_output(want + "\n", got + "\n", 0) is agrees


def test_a_snapshot_of_syrupy_matches_what_rounding_explains(x: np.ndarray):
    pytest.importorskip("syrupy")
    from lastdigit.adapters.syrupy import Result, ResultExtension

    extension = object.__new__(ResultExtension)
    kept = extension.serialize(Result(softmax(x), "softmax", x))
    for result, matches in (
        (np.exp(x - np.log(np.exp(x).sum(axis=-1, keepdims=True))), True),
        (softmax(x) * np.float32(1.0001), False),
    ):
        found = extension.serialize(Result(result, "softmax", x))
        assert extension.matches(serialized_data=found, snapshot_data=kept) is matches
