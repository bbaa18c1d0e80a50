"""What is wrong with a call is told in one line: the operation, the argument, its shape, and what was meant."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

import lastdigit
from lastdigit.assertions.arguments import InvalidArgument
from lastdigit.base.errors import LastdigitError, UnknownOperation

ATTENTION = "scaled_dot_product_attention"
Q, K, V, Y = np.ones((5, 8)), np.ones((6, 8)), np.ones((6, 8)), np.ones((5, 8))

WRONG = {
    "one is missing": ((ATTENTION, Q, K), {}, "expected 3 arrays q, k, v, found no v: q (5, 8), k (6, 8)"),
    "one is None": ((ATTENTION, Q, None, V), {}, "found no k: q (5, 8), v (6, 8)"),
    "one too many": ((ATTENTION, Q, K, V, Q), {}, "at most 3 arrays q, k, v, found 4: q (5, 8), k (6, 8), v (6, 8)"),
    "one twice": ((ATTENTION, Q, K, V), {"v": V}, "expected v once, found it by its position and by its name"),
    "parameter misspelt": (
        (ATTENTION, Q, K, V),
        {"causl": True},
        "found 'causl'; did you mean 'causal'?",
    ),
    "option misspelt": ((ATTENTION, Q, K, V), {"evidance": "proven"}, "found 'evidance'; did you mean 'evidence'?"),
    "array misspelt": (("linear", Q), {"wieght": K}, "found 'wieght'; did you mean 'weight'?"),
    "parameter is missing": (("multi_head_attention", *[Q] * 5), {}, "expected the parameter heads=, found none"),
    "shapes": (("linear", Q, np.ones((4, 7))), {}, "found x (5, 8), weight (4, 7): n is 8 in x, and 7 in weight"),
    "axes": (("linear", Q, np.ones(8)), {}, "x (…, n), weight (m, n), bias (m,) → (…, m), found x (5, 8), weight (8,)"),
    "mask": (
        (ATTENTION, Q, K, V),
        {"mask": np.ones((3, 3), bool)},
        "k (6, 8), v (6, 8), mask (3, 3): ",
    ),
    "complex": (("softmax", Q * 1j), {}, "softmax: expected x of real numbers, found complex128 values"),
    "ragged": (("softmax", [[1], [1, 2]]), {}, "softmax: expected x of real numbers, found list [[1], [1, 2]]"),
    "texts": (("softmax", [["a"]]), {}, "softmax: expected x of real numbers, found list [['a']]"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_call_is_told_in_one_line(name: str):
    (operation, *arrays), parameters, words = WRONG[name]
    for ask in (lastdigit.judge, lastdigit.assert_agrees):
        with pytest.raises(InvalidArgument) as error:
            ask(Y, operation, *arrays, **parameters)
        assert str(error.value).startswith(f"{operation}: expected ")
        assert words in str(error.value)
        assert "\n" not in str(error.value)
        assert isinstance(error.value, ValueError)


def test_what_is_wrong_with_a_result_is_told_so_too():
    with pytest.raises(InvalidArgument, match=r"^softmax: expected actual of real numbers, found complex128 values$"):
        lastdigit.judge(Q * 1j, "softmax", Q)


def test_an_operation_that_is_misspelt_is_told_with_the_nearest():
    with pytest.raises(UnknownOperation, match=r"found 'softmx'; did you mean 'softmax'\?$"):
        lastdigit.judge(Y, "softmx", Q)


def test_an_array_may_be_given_by_its_name():
    x, weight, bias = np.ones((2, 3)), np.ones((4, 3)), np.arange(4.0)
    lastdigit.assert_agrees(x @ weight.T + bias, "linear", x, weight=weight, bias=bias)
    lastdigit.assert_agrees(x @ weight.T, "linear", x, weight=weight)


def test_the_error_comes_from_the_line_that_called():
    printed = lastdigit.printed("[0.5 0.5]")
    calls = [
        lambda: lastdigit.assert_agrees(Y, "softmx", Q),
        lambda: lastdigit.judge(Y, "linear", Q, np.ones((4, 7))),
        lambda: printed.assert_agrees(np.array([0.5, 0.5]), "softmax", Q * 1j),
    ]
    for call in calls:
        with pytest.raises(LastdigitError) as error:
            call()
        shown = [entry for entry in error.traceback if not entry.ishidden(error)]
        assert str(shown[-1].path) == __file__
        assert error.value.__cause__ is None
        assert error.value.__suppress_context__
        assert len(traceback.extract_tb(error.value.__traceback__)) <= 5
