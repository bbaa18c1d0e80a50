"""Small calls of the operations that are always loaded, and of the backward steps of gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from studies.vocabulary_calls import Call

GIVEN = ~np.eye(4, k=2, dtype=bool) & ~np.eye(4, k=-2, dtype=bool)
"""A mask that is not causal; its complement leaves a key to every query."""


def core_calls(seed: int = 20) -> Iterator[Call]:
    """Every operation on generic random inputs, in shapes that reveal transpositions, with a mask and without."""
    draw = np.random.RandomState(seed)

    def normal(*shape: int) -> np.ndarray:
        return draw.normal(size=shape)

    square, tall = normal(4, 4), normal(4, 3)
    heads = [normal(12, 4), normal(12), normal(4, 4), normal(4)]
    column = [normal(3, 4), *(normal(3, 3) for _ in range(3)), *(normal(3, 1) for _ in range(3))]
    yield "linear", [normal(3, 4), square, normal(4)], {}
    yield "projection", [normal(3, 4), square], {}
    yield "projection", [normal(40, 20), normal(20, 3)], {}
    yield "linear", [normal(3, 20), normal(2, 20), normal(2)], {}
    yield "total", [square], {}
    yield "mean", [square], {}
    yield "mean_squared_error", [square, normal(4, 4)], {}
    yield "uniform_initialization", [normal(3, 4)], {"fan_in": 4}
    yield "softmax", [square], {}
    yield "softmax", [square, np.tri(4, 4, dtype=bool)], {}
    yield "softmax", [normal(3, 20)], {}
    yield "attention_weights", [normal(5, 2), normal(3, 2)], {"causal": True}
    yield "weighted_values", [np.abs(normal(3, 20)), normal(20, 3)], {}
    yield "sum_normalization", [np.abs(square)], {}
    yield "layer_norm", [normal(3, 4), normal(4), normal(4)], {}
    yield "attention_scores", [tall, normal(4, 3)], {}
    yield "scaled_attention_scores", [tall, normal(4, 3)], {}
    for causal in ({}, {"causal": True}):
        yield "attention_weights", [tall, normal(4, 3)], causal
        yield "scaled_dot_product_attention", [tall, normal(4, 3), normal(4, 3)], causal
        yield "self_attention_weights", [tall, normal(3, 3), normal(3, 3)], causal
        yield "self_attention", [tall, normal(3, 3), normal(3, 3), normal(3, 3)], causal
        yield "self_attention_weights", [tall, normal(3, 2), normal(3, 2)], causal
        yield "self_attention", [tall, normal(3, 2), normal(3, 2), normal(3, 3)], causal
        yield "multi_head_attention", [normal(3, 4), *heads], {"heads": 2, **causal}
        yield "grouped_query_attention", [normal(4, 3, 2), normal(2, 3, 2), normal(2, 3, 2)], causal
    for masks in ({"mask": GIVEN}, {"mask": GIVEN, "causal": True}):
        yield "attention_weights", [tall, normal(4, 3)], masks
        yield "scaled_dot_product_attention", [tall, normal(4, 3), normal(4, 3)], masks
        yield "grouped_query_attention", [normal(4, 4, 2), normal(2, 4, 2), normal(2, 4, 2)], masks
    yield "dot_product_attention_weights", [tall, normal(4, 3)], {}
    yield "sum_normalized_attention_weights", [np.abs(tall), np.abs(normal(4, 3))], {}
    yield "weighted_values", [np.abs(square), normal(4, 3)], {}
    yield "dot_product_attention", [tall, normal(4, 3), normal(4, 3)], {}
    yield "sum_normalized_attention", [np.abs(tall), np.abs(normal(4, 3)), normal(4, 3)], {}
    layers = [normal(8, 4), normal(8), normal(4, 8), normal(4), *(normal(4) for _ in range(4))]
    yield "encoder_block", [normal(3, 4), *heads, *layers], {"heads": 2}
    yield "column_token_attention_weights", [*column[:3], *column[4:6]], {"token": 1}
    yield "column_token_attention", column, {"token": 1}
    yield "column_self_attention", column, {}
    yield "column_self_attention", column, {"scaled": False}
    stacks = [normal(2, 2, 4) for _ in range(3)] + [normal(2, 2, 1) for _ in range(3)]
    yield "column_multi_head_attention", [normal(4, 3), *stacks, normal(4, 4)], {}
    yield from backward_calls(normal)


def backward_calls(normal: Callable[..., np.ndarray]) -> Iterator[Call]:
    """Calls of the backward steps."""
    square, tall = normal(4, 4), normal(4, 3)
    weights = np.abs(square)
    yield "softmax_backward", [weights, normal(4, 4)], {}
    yield "log_softmax_backward", [-weights, normal(4, 4)], {}
    yield "scores_backward", [weights, normal(4, 3), normal(4, 3), normal(4, 3)], {}
    yield "queries_backward", [square, tall], {}
    yield "keys_backward", [square, tall], {}
    yield "values_backward", [weights, tall], {}
    yield "layer_norm_backward", [tall, np.abs(normal(4, 1)), normal(4, 3)], {}
