"""``lastdigit check --as OPERATION.gradient.ARGUMENT``: a backward pass on fresh inputs, with a cotangent."""

from __future__ import annotations

from contextlib import suppress

import pytest

from lastdigit import gradient_of
from lastdigit.check.inputs import given
from lastdigit.check.plan import USUAL, of_letters
from lastdigit.check.shapes import NotDrawn, UnknownShapes, optional, result_shape, slots
from lastdigit.check.spec import NORMAL, Spec
from lastdigit.commands.command_line import main
from lastdigit.operations import all_operations, find_operation
from lastdigit.operations.gradients.steps import BACKWARD

pytestmark = pytest.mark.long

BACKWARDS = """
    import numpy as np

    def softmax_back(x, cotangent):
        weights = np.exp(x - x.max(axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
        return weights * (cotangent - SHARE * (weights * cotangent).sum(axis=-1, keepdims=True))

    SHARE = 1

    def weight_back(x, weight, cotangent):
        found = cotangent.mT @ x
        return found.sum(axis=0) if found.ndim > 2 else found

    def mean_back(input, cotangent, *, dim=None, keepdim=False):
        return np.broadcast_to(cotangent / np.array(input.size, dtype=input.dtype), input.shape)
    """
FEW = ["--dtypes", "float64", "float32", "--no-isolation"]


def check(path: object, function: str, operation: str, *more: str) -> int:
    return main(["check", f"{path}:{function}", "--as", operation, *FEW, *more])


def test_a_right_backward_pass_agrees(write, capsys: pytest.CaptureFixture[str]):
    assert check(write("mine.py", BACKWARDS), "softmax_back", gradient_of("softmax", "x")) == 0
    assert "no exact input in float32: softmax.gradient.x rounds intermediate results" in capsys.readouterr().out


def test_a_row_sum_that_is_left_out_is_named(write, capsys: pytest.CaptureFixture[str]):
    path = write("mine.py", BACKWARDS.replace("SHARE = 1", "SHARE = 0"))
    assert check(path, "softmax_back", gradient_of("softmax", "x")) == 1
    out = capsys.readouterr().out
    assert "row sum left out of the softmax's gradient" in out
    assert "--as softmax.gradient.x" in out


def test_a_function_without_the_optional_bias_is_checked_on_exact_inputs_too(write, capsys: pytest.CaptureFixture[str]):
    assert check(write("mine.py", BACKWARDS), "weight_back", gradient_of("linear", "weight")) == 0
    assert "of them exact: tolerance 0" in capsys.readouterr().out


def test_a_parameter_that_would_change_the_shape_of_the_cotangent_is_left_as_it_is(write):
    assert check(write("mine.py", BACKWARDS), "mean_back", gradient_of("reduce_mean", "input")) == 0


def drawn() -> list[str]:
    """Gradients in the first array of every operation that arguments are drawn for."""
    found = []
    for name, one in all_operations().items():
        if not one.definition.__module__.startswith("lastdigit.") or name.endswith(BACKWARD):
            continue
        with suppress(NotDrawn, UnknownShapes):
            found.append(gradient_of(name, slots(name)[0].name))
    return found


def test_most_operations_have_gradients_that_are_drawn():
    assert len(drawn()) > 80


@pytest.mark.parametrize("operation", drawn())
def test_a_cotangent_has_the_shape_of_the_result(operation: str):
    of = operation.partition(".")[0]
    sizes = of_letters(operation, USUAL, batch=False)
    arrays = given(Spec(operation, NORMAL, sizes, "float64")).arrays
    named = dict(zip((slot.name for slot in slots(operation)), arrays, strict=True))
    assert named["cotangent"].shape == result_shape(of, sizes)
    assert "cotangent" in find_operation(operation).arrays
    assert "cotangent" not in optional(operation)
