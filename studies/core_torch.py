"""torch's results for operations that are always loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.nn import functional

Tensor = torch.Tensor


def _seen(given: Any, causal: bool, mask: Any, n: int, m: int) -> Tensor | None:
    seen = torch.ones(n, m, dtype=torch.bool).tril() if causal else None
    if mask is None:
        return seen
    mask = torch.from_numpy(np.asarray(mask))
    return mask if seen is None else seen & mask


def _masked_softmax(x: Tensor, mask: Tensor | None = None, *, dim: int = -1) -> Tensor:
    return torch.softmax(x if mask is None else x.masked_fill(~mask.bool(), -torch.inf), dim)


def _attention(q: Tensor, k: Tensor, v: Tensor, *, causal: bool = False, mask: Any = None) -> Tensor:
    if q.ndim < 2:
        return _attention(q[None], k, v)[0]
    seen = _seen(q, causal, mask, q.shape[-2], k.shape[-2])
    return functional.scaled_dot_product_attention(q, k, v, attn_mask=seen)


def _grouped(q: Tensor, k: Tensor, v: Tensor, **given: Any) -> Tensor:
    times = q.shape[-3] // k.shape[-3]
    return _attention(q, k.repeat_interleave(times, -3), v.repeat_interleave(times, -3), **given)


def _weights(q: Tensor, k: Tensor, *, causal: bool = False, mask: Any = None) -> Tensor:
    seen = _seen(q, causal, mask, q.shape[-2], k.shape[-2])
    return _masked_softmax(q @ k.mT / q.shape[-1] ** 0.5, seen)


BY_TORCH: dict[str, Callable[..., Tensor]] = {
    "linear": functional.linear,
    "projection": lambda x, w: x @ w,
    "total": lambda x: x.sum(-1),
    "mean": lambda x: x.mean(-1),
    "mean_squared_error": lambda x, y: functional.mse_loss(x, y, reduction="none").mean(-1),
    "softmax": _masked_softmax,
    "layer_norm": lambda x, w, b, *, eps=1e-5: functional.layer_norm(x, x.shape[-1:], w, b, eps),
    "attention_scores": lambda q, k: q @ k.mT,
    "scaled_attention_scores": lambda q, k: q @ k.mT / q.shape[-1] ** 0.5,
    "attention_weights": _weights,
    "dot_product_attention_weights": lambda q, k: torch.softmax(q @ k.mT, -1),
    "weighted_values": lambda w, v: w @ v,
    "scaled_dot_product_attention": _attention,
    "dot_product_attention": lambda q, k, v: torch.softmax(q @ k.mT, -1) @ v,
    "grouped_query_attention": _grouped,
    "self_attention": lambda x, q, k, v, **given: _attention(x @ q, x @ k, x @ v, **given),
}
