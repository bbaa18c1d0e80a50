"""Random arguments for every operation: their shapes, their values, and masks under which every query sees a key."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.operations import all_operations, find_operation
from lastdigit.operations.gradients.steps import BACKWARD
from studies.vocabulary_calls import vocabulary

Arrays = list[Any]
Parameters = dict[str, Any]

TOKENS, WEIGHTS, POSITIVE, GAIN = "tokens", "weights", "positive", "gain"
"""Distributions of arrays: normal times a scale; ÷ √ its width; away from zero; around one."""


@dataclass(frozen=True)
class Sizes:
    """Lengths of the axes: n queries, m keys, widths d and c, f hidden, heads of width e, and leading batch axes."""

    n: int
    m: int
    d: int
    c: int
    e: int
    f: int
    heads: int
    batch: tuple[int, ...] = ()


@dataclass(frozen=True)
class Slot:
    """One array argument: its shape and its distribution."""

    shape: tuple[int, ...]
    drawn_as: str = TOKENS


def small_sizes(draw: np.random.RandomState) -> Sizes:
    """One to six of everything, for the slowest implementation."""
    n, m, d, c, f = (int(size) for size in draw.randint(1, 7, size=5))
    return Sizes(n, m, d, c, int(draw.randint(2, 5)), f, int(draw.randint(1, 4)), [(), (2,)][draw.randint(2)])


def drawn_operations() -> list[str]:
    """The operations with random arguments; those that are loaded on demand have calls of their own.

    Backward steps take results of a forward pass, and are evaluated within gradients.
    """
    loaded_on_demand = vocabulary()
    return [name for name in all_operations() if name not in loaded_on_demand and not name.endswith(BACKWARD)]


def slots(operation: str, sizes: Sizes) -> list[Slot]:
    """The shapes of an operation's array arguments, in order, including biases and betas but no masks."""
    n, m, d, c, e, f, heads, batch = (getattr(sizes, name) for name in Sizes.__dataclass_fields__)
    width = heads * e
    q, k, v = Slot((*batch, n, d)), Slot((*batch, m, d)), Slot((*batch, m, c))
    row, column, wide = Slot((*batch, n, d)), Slot((d, n)), Slot((width,), WEIGHTS)
    weights = Slot((d, e), WEIGHTS)
    packed = [Slot((3 * width, width), WEIGHTS), Slot((3 * width,), WEIGHTS), Slot((width, width), WEIGHTS), wide]
    omegas, betas = [Slot((e, d), WEIGHTS)] * 3, [Slot((e, 1), WEIGHTS)] * 3
    table = {
        "linear": [row, Slot((m, d)), Slot((m,))],
        "projection": [row, Slot((d, m))],
        "total": [row],
        "mean": [row],
        "mean_squared_error": [row, row],
        "uniform_initialization": [row],
        "softmax": [row],
        "sum_normalization": [Slot((n, d), POSITIVE)],
        "layer_norm": [Slot((*batch, n, d + 1)), Slot((d + 1,)), Slot((d + 1,))],
        "weighted_values": [Slot((n, m), POSITIVE), Slot((m, c))],
        "sum_normalized_attention_weights": [Slot(q.shape, POSITIVE), Slot(k.shape, POSITIVE)],
        "sum_normalized_attention": [Slot(q.shape, POSITIVE), Slot(k.shape, POSITIVE), v],
        "grouped_query_attention": [
            *(Slot((*batch, 2 * heads, n, d)), Slot((*batch, heads, m, d)), Slot((*batch, heads, m, c)))
        ],
        "self_attention_weights": [row, weights, weights],
        "self_attention": [row, weights, weights, weights],
        "multi_head_attention": [Slot((*batch, n, width)), *packed],
        "encoder_block": [
            *(Slot((n, width)), *packed, Slot((f, width), WEIGHTS), Slot((f,), WEIGHTS), Slot((width, f), WEIGHTS)),
            *(wide, Slot((width,), GAIN), wide, Slot((width,), GAIN), wide),
        ],
        "column_token_attention_weights": [column, *omegas[:2], *betas[:2]],
        "column_token_attention": [column, *omegas, *betas],
        "column_self_attention": [column, *omegas, *betas],
        "column_multi_head_attention": [
            Slot((width, n)),
            *[Slot((heads, e, width), WEIGHTS)] * 3,
            *[Slot((heads, e, 1), WEIGHTS)] * 3,
            Slot((width, width), WEIGHTS),
        ],
    }
    return table.get(operation, [q, k, v])[: len(find_operation(operation).arrays)]


def parameters(operation: str, sizes: Sizes, draw: np.random.RandomState) -> Parameters:
    """Random static parameters of an operation."""
    causal = bool(draw.randint(2))
    table = {
        "causal": causal,
        "mask": random_mask(draw, sizes.n, sizes.m, causal=causal),
        "heads": sizes.heads,
        "token": int(draw.randint(max(sizes.n, 1))),
        "scaled": causal,
        "fan_in": max(sizes.d, 1),
    }
    return {name: table[name] for name in find_operation(operation).parameters if name in table}


def random_mask(draw: np.random.RandomState, n: int, m: int, *, causal: bool) -> np.ndarray | None:
    """None, padding at the end (m,), or scattered keys (n, m); every query sees a key, also if ``causal``."""
    kind = draw.randint(3)
    if kind == 0 or m == 0:
        return None
    if kind == 1:
        return np.arange(m) < draw.randint(1, m + 1)
    seen = draw.uniform(size=(n, m)) < draw.uniform()
    last = np.minimum(np.arange(n), m - 1) if causal else np.full(n, m - 1)
    seen[np.arange(n), draw.randint(last + 1)] = True
    return seen


def ordinary(slot: Slot, draw: np.random.RandomState, scale: float) -> np.ndarray:
    """Normal numbers with the scale of the slot."""
    numbers = draw.normal(size=slot.shape)
    if slot.drawn_as == TOKENS:
        return numbers * scale
    if slot.drawn_as == WEIGHTS:
        return numbers / math.sqrt(max(slot.shape[-1], 1))
    return 1 + 0.1 * numbers if slot.drawn_as == GAIN else np.abs(numbers) * scale + 0.1 * scale


def arguments(
    operation: str, draw: np.random.RandomState, scale: float, sizes: Sizes | None = None
) -> tuple[Arrays, Parameters]:
    """Random arrays of random sizes for an operation, sometimes without optional ones, and its parameters."""
    sizes = sizes or small_sizes(draw)
    optional = bool(draw.randint(2))
    arrays: Arrays = [ordinary(slot, draw, scale) for slot in slots(operation, sizes)]
    if optional:
        names, required = find_operation(operation).arrays, find_operation(operation).required
        arrays = [array if name in required else None for name, array in zip(names, arrays, strict=False)]
    return arrays, parameters(operation, sizes, draw)
