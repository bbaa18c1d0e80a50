"""ONNX's Attention (opsets 23 to 25): its attributes and layouts as arguments of the operation ``attention``.

Layout, masks and optional inputs are resolved here; the mathematics is that of ``attention`` and ``attention_logits``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.vectors.onnx_tests.node_test import NodeTest
from lastdigit.vectors.onnx_tests.output_call import OutputCall
from lastdigit.verdicts.empty_rows import ZEROS

INPUTS = ("Q", "K", "V", "attn_mask", "past_key", "past_value", "nonpad_kv_seqlen")
OUTPUTS = ("Y", "present_key", "present_value", "qk_matmul_output")
KNOWN = {
    "scale",
    "is_causal",
    "q_num_heads",
    "kv_num_heads",
    "softmax_precision",
    "softcap",
    "qk_matmul_output_mode",
    "left_window_size",
    "right_window_size",
}
CAPPED, BIASED, WEIGHTS = 1, 2, 3
"""The content of qk_matmul_output other than plain scores, by mode."""


def attention_calls(test: NodeTest) -> dict[str, OutputCall]:
    """The call for each output of the node, by the output's name in the operator."""
    if unknown := set(test.attributes) - KNOWN:
        raise test.refused(f"attributes among {', '.join(sorted(KNOWN))}", ", ".join(sorted(unknown)))
    arrays = dict(zip(INPUTS, test.inputs, strict=False))
    if any(arrays.get(name) is None for name in INPUTS[:3]):
        raise test.refused("inputs Q, K and V", "one of them missing")
    return _calls(test, arrays)


def _calls(test: NodeTest, arrays: dict[str, Any]) -> dict[str, OutputCall]:
    given = test.attributes
    flat = arrays["Q"].ndim == 3
    q = _by_head(arrays["Q"], given.get("q_num_heads"))
    k, v = (_by_head(arrays[name], given.get("kv_num_heads")) for name in ("K", "V"))
    past_key, past_value = arrays.get("past_key"), arrays.get("past_value")
    present_key = k if past_key is None else np.concatenate([past_key, k], axis=2)
    present_value = v if past_value is None else np.concatenate([past_value, v], axis=2)
    q, k, v = (np.asarray(x, dtype=np.float64) for x in (q, present_key, present_value))
    before = 0 if past_key is None else past_key.shape[2]
    seen = seen_by_position(q.shape[2], k.shape[2], given, arrays.get("nonpad_kv_seqlen"), before)
    shape = (*q.shape[:3], k.shape[2])
    bias, unmasked = bias_and_mask(arrays.get("attn_mask"), shape)
    seen = np.broadcast_to(seen & unmasked, shape)
    scale = {"scale": float(given["scale"])} if "scale" in given else {}
    cap = {"softcap": float(given["softcap"])} if given.get("softcap") else {}
    mask = {} if np.all(seen) else {"mask": seen.copy()}
    common = {**scale, **cap, **mask}
    keys, values = without_hidden(k, seen), without_hidden(v, seen)
    calls = {
        "Y": OutputCall(
            "attention", (q, keys, values, bias), {**scale, **cap, **mask}, ZEROS, q.shape[1] if flat else 0
        ),
        "present_key": OutputCall.of_copy(present_key),
        "present_value": OutputCall.of_copy(present_value),
    }
    mode = given.get("qk_matmul_output_mode", 0)
    if mode == WEIGHTS:
        identity = np.broadcast_to(np.eye(shape[-1]), (*k.shape[:2], shape[-1], shape[-1])).copy()
        calls["qk_matmul_output"] = OutputCall("attention", (q, keys, identity, bias), common, ZEROS)
    else:
        with_bias = (bias,) if mode == BIASED and bias is not None else ()
        parameters = {**scale, **(cap if mode in (CAPPED, BIASED) else {})}
        hidden = ~seen if mode == BIASED and mask else None
        calls["qk_matmul_output"] = OutputCall("attention_logits", (q, k, *with_bias), parameters, hidden=hidden)
    return calls


def _by_head(x: np.ndarray, heads: int | None) -> np.ndarray:
    """(batch, tokens, heads · width) → (batch, heads, tokens, width)."""
    if x.ndim == 4:
        return x
    if x.ndim != 3 or not heads or x.shape[2] % heads:
        raise ValueError(f"an input of shape {list(x.shape)} for {heads} heads")
    return x.reshape(*x.shape[:2], heads, -1).transpose(0, 2, 1, 3)


def seen_by_position(queries: int, keys: int, attributes: Any, lengths: np.ndarray | None, before: int) -> np.ndarray:
    """The keys each query attends to, by causality, windows and padding: (batch or 1, 1, queries, keys).

    The first query follows ``before`` past keys; with ``lengths``, the last query is at the end instead.
    """
    offset = np.array([before]) if lengths is None or before else np.asarray(lengths, dtype=int).reshape(-1) - queries
    key = np.arange(keys)
    position = (offset[:, np.newaxis] + np.arange(queries))[:, np.newaxis, :, np.newaxis]
    seen = np.ones((1, 1, queries, keys), dtype=bool)
    if attributes.get("is_causal"):
        seen = seen & (key <= position)
    left, right = (attributes.get(f"{side}_window_size", -1) for side in ("left", "right"))
    if left >= 0:
        seen = seen & (key >= position - left)
    if right >= 0:
        seen = seen & (key <= position + right)
    if lengths is not None:
        seen = seen & (key < np.asarray(lengths, dtype=int).reshape(-1, 1, 1, 1))
    return seen


def bias_and_mask(given: np.ndarray | None, shape: tuple[int, ...]) -> tuple[np.ndarray | None, np.ndarray]:
    """The bias of ``attn_mask`` for scores of a shape, and its boolean mask; False beyond a too short mask."""
    if given is None:
        return None, np.ones((1, 1, 1, 1), dtype=bool)
    short = [(0, 0)] * (given.ndim - 1) + [(0, shape[-1] - given.shape[-1])]
    if given.dtype == np.bool_:
        return None, np.broadcast_to(np.pad(given, short), shape)
    bias = np.broadcast_to(np.pad(given.astype(np.float64), short, constant_values=-np.inf), shape)
    seen = ~np.isneginf(bias)
    return np.where(seen, bias, 0.0), seen


def without_hidden(rows: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Keys or values (b, g, m, d) with zeros where no query of the sample attends to them, which changes no exact
    result."""
    return np.where(np.any(seen, axis=(1, 2))[:, np.newaxis, :, np.newaxis], rows, 0.0)
