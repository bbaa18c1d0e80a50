"""Calls of composite operations, in sizes in which a half format still distinguishes right from wrong."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from studies.vocabulary_calls import Call


def ordinary_calls(seed: int) -> Iterator[Call]:
    """The calls with the numbers of a seed."""
    draw = np.random.RandomState([seed, 2])

    def normal(*shape: int) -> np.ndarray:
        return draw.normal(size=shape)

    width, hidden = 16, 32
    root = 1.0 / np.sqrt(width)
    heads = [normal(3 * width, width) * root, normal(3 * width), normal(width, width) * root, normal(width)]
    layers = [normal(hidden, width) * root, normal(hidden), normal(width, hidden) * root, normal(width)]
    norms = [1.0 + 0.1 * normal(width), normal(width), 1.0 + 0.1 * normal(width), normal(width)]
    yield "encoder_block", [normal(10, width), *heads, *layers, *norms], {"heads": 4}
    yield "multi_head_attention", [normal(10, width), *heads], {"heads": 4, "causal": True}
    yield "self_attention", [normal(10, width), *(normal(width, 8) * root for _ in range(3))], {}
    yield "scaled_dot_product_attention", [normal(12, 8), normal(12, 8), normal(12, 8)], {"causal": True}
    yield "triplet_margin_loss", [normal(12, 16), normal(12, 16), normal(12, 16)], {"margin": 3.0}
    yield "attention_logsumexp", [normal(4, 32, 16), normal(4, 32, 16), normal(4, 32, 16)], {"causal": "last"}
