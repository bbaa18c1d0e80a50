"""Exact inputs of attention with projections: tokens that contain their codes, and weights that select them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.check.codes import NoExactInput, code_bits, coded
from lastdigit.check.shapes import Sizes
from lastdigit.check.spec import Spec

ROWS = ("self_attention", "self_attention_weights")
COLUMNS = (
    "column_self_attention",
    "column_token_attention",
    "column_token_attention_weights",
    "column_multi_head_attention",
)
PROJECTED = (*ROWS, *COLUMNS, "multi_head_attention")
UNSCALED = COLUMNS[1:3]

Arrays = list[np.ndarray | None]


def projected(spec: Spec, parameters: dict[str, Any], form: FloatFormat, draw: np.random.Generator) -> Arrays:
    """Tokens contain their target code, their own code, and odd numbers; the projections of each head select these."""
    sizes, operation = spec.sizes, spec.operation
    heads = sizes["h"] if "multi_head" in operation else 1
    tokens, inner = sizes["n"], sizes["e"]
    width = heads * inner if "multi_head" in operation else sizes["d"]
    values = sizes["c"] if operation == ROWS[0] else inner
    bits = code_bits(tokens)
    if inner < 2 * bits or width <= 4 * bits:
        raise NoExactInput(
            f"codes of {tokens} tokens need projections of width {2 * bits} and tokens of more than {4 * bits}"
        )
    scale = 1.0 if operation in UNSCALED else math.sqrt(inner)
    one, two = coded(spec, parameters, form, draw, queries=tokens, keys=tokens, scale=scale)
    x = np.concatenate([one, two, _odd(draw, (tokens, width - 4 * bits))], axis=-1)
    query, key, value = (np.zeros((heads, width, size)) for size in (inner, inner, values))
    for head in range(heads):
        places = draw.permutation(inner)[: 2 * bits]
        query[head, np.arange(2 * bits), places] = 1.0
        key[head, 2 * bits + np.arange(2 * bits), places] = 1.0
        picked = 4 * bits + (head + np.arange(values)) % (width - 4 * bits)
        value[head, picked, np.arange(values)] = draw.choice([-3.0, -1.0, 1.0, 3.0], size=values)
    bias = 2.0 * draw.integers(-2, 3, size=(heads, values))
    return _arranged(spec, _shuffled(draw, x, [query, key, value]), bias, sizes, draw)


def _arranged(spec: Spec, given: list[np.ndarray], bias: np.ndarray, sizes: Sizes, draw: np.random.Generator) -> Arrays:
    """Arrange arrays in the operation's order and layout."""
    operation, (x, query, key, value) = spec.operation, given
    if operation in ROWS:
        batch = (sizes["b"], *x.shape) if "b" in sizes else x.shape
        weights = [query[0], key[0], value[0]][: 2 + (operation == ROWS[0])]
        return [np.broadcast_to(x, batch).copy(), *weights]
    nothing = np.zeros((len(query), query.shape[-1]))
    if operation == "multi_head_attention":
        batch = (sizes["b"], *x.shape) if "b" in sizes else x.shape
        packed = np.concatenate([part.mT.reshape(-1, x.shape[-1]) for part in (query, key, value)])
        biases = np.concatenate([part.reshape(-1) for part in (nothing, nothing, bias)])
        out = draw.integers(-3, 4, size=x.shape[-1]).astype(float)
        return [np.broadcast_to(x, batch).copy(), packed, biases, _signed_permutation(draw, x.shape[-1]), out]
    weights = [part.mT for part in (query, key, value)]
    betas = [part[..., np.newaxis] for part in (nothing, nothing, bias)]
    if operation == "column_multi_head_attention":
        return [x.T, *weights, *betas, _signed_permutation(draw, len(x.T))]
    count = 2 if operation.endswith("weights") else 3
    return [x.T, *(part[0] for part in weights[:count]), *(part[0] for part in betas[:count])]


def _shuffled(draw: np.random.Generator, x: np.ndarray, weights: list[np.ndarray]) -> list[np.ndarray]:
    """The features of the tokens in another order."""
    order = draw.permutation(x.shape[-1])
    return [x[:, order], *(weight[:, order] for weight in weights)]


def _odd(draw: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.asarray(2.0 * draw.integers(-2, 2, size=shape) + 1.0)


def _signed_permutation(draw: np.random.Generator, size: int) -> np.ndarray:
    return np.asarray(np.eye(size)[draw.permutation(size)] * draw.choice([-1.0, 1.0], size=size))
