"""ONNX's RotaryEmbedding (opset 23) as the operation ``rotated``, with features in the order it expects."""

from __future__ import annotations

import numpy as np

from lastdigit.vectors.onnx_tests.node import Calls, Node
from lastdigit.vectors.onnx_tests.output_call import OutputCall


def _rotary(node: Node) -> dict[str, OutputCall]:
    """Features after ``rotary_embedding_dim`` are not rotated: their cosine is 1, and their sine 0."""
    given = node.attributes(interleaved=0, num_heads=0, rotary_embedding_dim=0)
    x, interleaved = node.array(0), bool(given["interleaved"])
    heads = int(given["num_heads"]) if x.ndim == 3 else 0
    if x.ndim == 3:
        node.need(heads > 0 and x.shape[2] % heads == 0, "num_heads that divide the features", heads)
        x = x.reshape(*x.shape[:2], heads, -1).transpose(0, 2, 1, 3)
    width = x.shape[-1]
    turned = int(given["rotary_embedding_dim"]) or width
    node.need(turned % 2 == 0 and turned <= width and width % 2 == 0, "pairs of features", turned)
    positions = node.given(3)
    parts = []
    for place, rest in ((1, 1.0), (2, 0.0)):
        part = node.array(place)
        part = part if positions is None else part[positions.astype(np.int64)]
        shape = (*part.shape[:-1], (width - turned) // 2)
        parts.append(np.concatenate([part, np.full(shape, rest)], axis=-1)[:, np.newaxis])
    order = _halves(width, turned) if not interleaved else np.arange(width)

    def arranged(result: np.ndarray) -> np.ndarray:
        return result[..., order] if result.shape[-1:] == (width,) else result

    parameters = {"interleaved": interleaved}
    return {"Y": OutputCall("rotated", (x[..., order], *parts), parameters, heads=heads, arranged=arranged)}


def _halves(width: int, turned: int) -> np.ndarray:
    """Features in an order in which the pairs i and i + turned ÷ 2 are i and i + width ÷ 2."""
    one, rest = np.arange(turned).reshape(2, -1), np.arange(turned, width).reshape(2, -1)
    return np.concatenate([one, rest], axis=1).reshape(-1)


ROTARY: dict[str, tuple[tuple[str, ...], Calls]] = {"RotaryEmbedding": (("Y",), _rotary)}
"""The operator, its output, and the call for it."""
