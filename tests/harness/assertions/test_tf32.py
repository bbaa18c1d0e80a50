"""TF32: products whose operands lose thirteen bits have a bound of their own, and are known by it."""

from __future__ import annotations

import math

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS

OPERATION = "scaled_dot_product_attention"
DRAW = np.random.RandomState(32)
Q, K, V = (DRAW.normal(size=(24, 16)).astype(np.float32) for _ in range(3))


def nearest(array: np.ndarray) -> np.ndarray:
    return FORMATS["tf32"].round(array.astype(np.float64)).astype(np.float32)


def truncated(array: np.ndarray) -> np.ndarray:
    return (array.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def attention(operand, divisor: float = math.sqrt(16)) -> np.ndarray:
    """Attention in float32 of which every product loses what a matrix unit's operands lose."""
    scores = operand(Q) @ operand(K).T / np.float32(divisor)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return operand(exponentials / exponentials.sum(axis=-1, keepdims=True)) @ operand(V)


def test_tf32_has_ten_bits_after_the_leading_one_and_the_range_of_float32():
    assert nearest(np.float32([1 + 2.0**-10, 1 + 2.0**-11, 1 + 3 * 2.0**-11, 3e38])).tolist() == [
        1 + 2.0**-10,
        1.0,
        1 + 2.0**-9,
        float(truncated(np.float32([3e38 * (1 + 2.0**-11)]))[0]),
    ]


@pytest.mark.parametrize("operand", [nearest, truncated])
def test_a_product_of_tf32_operands_agrees_where_it_is_declared(operand):
    lastdigit.assert_agrees(attention(operand), OPERATION, Q, K, V, operands="tf32")


@pytest.mark.parametrize("operand", [nearest, truncated])
def test_a_product_of_tf32_operands_disagrees_as_float32_and_is_named(operand):
    with pytest.raises(AssertionError, match="explanation     multiplied in tf32"):
        lastdigit.assert_agrees(attention(operand), OPERATION, Q, K, V)


def test_a_wrong_scale_is_seen_through_tf32():
    with pytest.raises(AssertionError, match="scores not scaled"):
        lastdigit.assert_agrees(attention(nearest, divisor=1.0), OPERATION, Q, K, V, operands="tf32")
