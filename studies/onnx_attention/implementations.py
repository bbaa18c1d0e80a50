"""Five implementations of Attention's node tests; each raises :class:`NotCovered` where it cannot run one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lastdigit.vectors.onnx_tests.node_test import NodeTest
from lastdigit.vectors.onnx_tests.operators import output_calls

Results = list[np.ndarray | None]


class NotCovered(Exception):
    """The reason why an implementation does not run a test."""


def reference(test: NodeTest) -> Results:
    """onnx's own reference in NumPy."""
    from onnx.reference import ReferenceEvaluator

    return _in_order(test, ReferenceEvaluator(str(test.model)).run(None, _feeds(test)))


def onnxruntime(test: NodeTest) -> Results:
    """onnxruntime's kernels for processors, with its optimisations."""
    import onnxruntime as runtime

    options = runtime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    try:
        session = runtime.InferenceSession(str(test.model), options, providers=["CPUExecutionProvider"])
        return _in_order(test, session.run(None, _feeds(test)))
    except Exception as error:  # its errors share no base class of their own
        raise NotCovered(" ".join(str(error).split())[-100:]) from None


def _feeds(test: NodeTest) -> dict[str, np.ndarray]:
    import onnx

    names = onnx.load(test.model).graph.node[0].input
    return {name: x for name, x in zip(names, test.inputs, strict=True) if x is not None}


def _in_order(test: NodeTest, results: Sequence[Any]) -> Results:
    left = iter(results)
    return [np.asarray(next(left)) if name else None for name in test.output_names]


def numpy(test: NodeTest) -> Results:
    """Plain NumPy in the format of the inputs; half formats are computed in float32 and rounded at the end."""
    q, k, v, bias, seen, scale, cap = _operands(test)
    wide = np.float64 if q.dtype == np.float64 else np.float32
    k, v = (np.repeat(x, q.shape[1] // x.shape[1], axis=1) for x in (k, v))
    plain = (q.astype(wide) @ k.astype(wide).swapaxes(-1, -2)) * wide(scale)
    capped = wide(cap) * np.tanh(plain / wide(cap)) if cap else plain
    biased = capped if bias is None else capped + bias.astype(wide)
    hidden = np.where(seen, biased, wide(-np.inf))
    highest = hidden.max(axis=-1, keepdims=True)
    exponentials = np.exp(hidden - np.where(np.isneginf(highest), wide(0), highest))
    total = exponentials.sum(axis=-1, keepdims=True)
    weights = exponentials / np.where(total == 0, wide(1), total)
    return _outputs(test, weights @ v.astype(wide), (plain, capped, hidden, weights))


def torch_sdpa(test: NodeTest) -> Results:
    """torch's scaled_dot_product_attention, which has no soft cap and returns no scores."""
    import torch

    q, k, v, bias, seen, scale, cap = _operands(test)
    if cap:
        raise NotCovered("no soft cap")
    tq, tk, tv = (_tensor(x) for x in (q, k, v))
    mask: Any = None if np.all(seen) else torch.from_numpy(np.array(np.broadcast_to(seen, _scores(q, k))))
    if bias is not None:
        added = _tensor(np.broadcast_to(bias, _scores(q, k)))
        mask = added if mask is None else added.masked_fill(~mask, -torch.inf)
    found = torch.nn.functional.scaled_dot_product_attention(
        tq, tk, tv, attn_mask=mask, scale=scale, enable_gqa=q.shape[1] != k.shape[1]
    )
    return _outputs(test, found.float().numpy() if found.dtype != torch.float64 else found.numpy(), None)


def torch_einsum(test: NodeTest) -> Results:
    """torch step by step, every step in the format of the inputs."""
    import torch

    q, k, v, bias, seen, scale, cap = _operands(test)
    tq, tk, tv = (_tensor(x) for x in (q, k, v))
    tk, tv = (x.repeat_interleave(tq.shape[1] // x.shape[1], 1) for x in (tk, tv))
    plain = torch.einsum("bhnd,bhmd->bhnm", tq, tk) * scale
    capped = torch.tanh(plain / cap) * cap if cap else plain
    biased = capped if bias is None else capped + _tensor(bias)
    hidden = biased.masked_fill(~torch.from_numpy(np.array(np.broadcast_to(seen, biased.shape))), -torch.inf)
    weights = torch.softmax(hidden, -1).nan_to_num(0.0)
    found = torch.einsum("bhnm,bhmc->bhnc", weights, tv)
    return _outputs(test, found.float().numpy(), tuple(x.float().numpy() for x in (plain, capped, hidden, weights)))


def _operands(test: NodeTest) -> tuple[Any, ...]:
    """The operation's arguments, in the format of the node's inputs."""
    call = output_calls(test)["Y"]
    dtype = test.inputs[0].dtype  # type: ignore[union-attr]
    q, k, v, bias = (None if x is None else x.astype(dtype) for x in call.arrays)
    seen = call.parameters.get("mask", np.ones((1, 1, 1, 1), dtype=bool))
    return q, k, v, bias, seen, call.parameters.get("scale", q.shape[-1] ** -0.5), call.parameters.get("softcap", 0.0)


def _scores(q: np.ndarray, k: np.ndarray) -> tuple[int, ...]:
    return (*q.shape[:3], k.shape[2])


def _tensor(x: np.ndarray) -> Any:
    import torch

    if x.dtype.name == "bfloat16":
        return torch.from_numpy(x.astype(np.float32)).bfloat16()
    return torch.from_numpy(np.array(x))


def _outputs(test: NodeTest, y: np.ndarray, scores: Sequence[np.ndarray] | None) -> Results:
    """The outputs that this implementation computes, in the node's layout."""
    dtype = test.inputs[0].dtype  # type: ignore[union-attr]
    if test.inputs[0].ndim == 3:  # type: ignore[union-attr]
        y = y.transpose(0, 2, 1, 3).reshape(y.shape[0], y.shape[2], -1)
    found: Results = [y.astype(dtype), None, None, None]
    if scores is not None and len(test.output_names) > 3:
        found[3] = scores[test.attributes.get("qk_matmul_output_mode", 0)].astype(dtype)
    return found[: len(test.output_names)]


def expected(test: NodeTest) -> Results:
    """The vector's own outputs."""
    return list(test.outputs)


ALL: dict[str, Callable[[NodeTest], Results]] = {
    "the vector": expected,
    "onnx.reference": reference,
    "onnxruntime": onnxruntime,
    "NumPy": numpy,
    "torch SDPA": torch_sdpa,
    "torch einsum": torch_einsum,
}
