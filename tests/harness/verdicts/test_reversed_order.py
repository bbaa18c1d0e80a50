"""Which operations allow that their inputs are reversed, and what does not follow."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.implementations.isolation.call import NoResult, Returned
from lastdigit.operations import find_operation
from lastdigit.verdicts.plain import PlainReading
from lastdigit.verdicts.reversed_order import ReversedOrder, reversed_order


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).normal(size=shape)


def order_of(name: str, *shapes: tuple[int, ...], **parameters: object) -> ReversedOrder | None:
    return reversed_order(PlainReading(find_operation(name), parameters, [numbers(*shape) for shape in shapes]))


def turned(order: ReversedOrder | None, *shapes: tuple[int, ...]) -> list[bool]:
    """Which of the arguments are reversed."""
    assert order is not None
    return [not np.array_equal(array, numbers(*shape)) for array, shape in zip(order.arrays, shapes, strict=True)]


ATTENTION, LINEAR = "scaled_dot_product_attention", "linear"


@pytest.mark.parametrize(
    ("name", "shapes", "parameters", "expected"),
    [
        (ATTENTION, [(4, 3), (4, 3), (4, 3)], {}, [True, True, True]),
        (ATTENTION, [(5, 3), (4, 3), (4, 3)], {}, [True, False, False]),
        (ATTENTION, [(2, 4, 3), (2, 4, 3), (2, 4, 3)], {"causal": True}, [True, True, True]),
        (LINEAR, [(4, 3), (4, 3), (4,)], {}, [True, True, True]),
        (LINEAR, [(4, 4), (4, 4), (4,)], {}, [True, True, True]),
        (LINEAR, [(5, 3), (4, 3), (4,)], {}, [True, False, False]),
        (LINEAR, [(1, 3), (1, 3), (1,)], {}, [True, True, False]),
        ("softmax", [(4, 3)], {}, [True]),
    ],
)
def test_what_has_the_order_of_the_result_is_reversed(name, shapes, parameters, expected):
    assert turned(order_of(name, *shapes, **parameters), *shapes) == expected


@pytest.mark.parametrize(
    ("name", "shapes", "parameters"),
    [
        (LINEAR, [(1, 1), (1, 1), (1,)], {}),
        ("uniform_initialization", [(1,)], {"fan_in": 3}),
    ],
)
def test_where_the_order_counts_or_there_is_none_nothing_is_reversed(name, shapes, parameters):
    assert order_of(name, *shapes, **parameters) is None


FIRST = Returned(numbers(4, 3), "float64", 0.001)


def test_of_an_attention_with_a_causal_mask_the_width_is_reversed():
    shapes = [(4, 3), (4, 3), (4, 3)]
    order = order_of(ATTENTION, *shapes, causal=True)
    assert order is not None
    assert order.words == "axes of length 3"
    assert [array.tolist() for array in order.arrays] == [numbers(*shape)[:, ::-1].tolist() for shape in shapes]


def fault(result: np.ndarray, *, agrees: bool = False, seconds: float = 0.001) -> str:
    first = Returned(FIRST.result, "float64", seconds)
    return ReversedOrder([FIRST.result[::-1]], (0,), "its first axis").fault(
        first, lambda arrays: Returned(result, "float64", 0.0), lambda other: agrees
    )


def test_a_result_that_follows_or_still_agrees_is_right():
    assert fault(FIRST.result[::-1]) == ""
    assert fault(FIRST.result[::-1] + 1e-9, agrees=True) == ""


def test_a_result_that_stays_or_has_another_shape_is_told():
    first, last = FIRST.result[0, 0], FIRST.result[3, 0]
    assert fault(FIRST.result).startswith("does not follow its inputs: ")
    changed = FIRST.result[::-1].copy()
    changed[3, 0] = last
    assert fault(changed) == (
        f"does not follow its inputs: {first!s} at [0, 0], but {last!s} with its first axis reversed"
    )
    assert fault(FIRST.result[:2]) == "with its first axis reversed: returned shape (2, 3)"


def test_a_slow_call_is_not_made_again():
    assert fault(FIRST.result, seconds=0.2) == ""


def test_a_second_call_that_gives_nothing_is_told():
    def gone(arrays: object) -> Returned:
        raise NoResult("was killed by SIGKILL")

    assert (
        ReversedOrder([], (), "its rows").fault(FIRST, gone, lambda other: True)
        == "with its rows reversed: was killed by SIGKILL"
    )
