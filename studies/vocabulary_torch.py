"""torch's results for the operations that are loaded on demand: mostly functions of the same name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from studies.core_torch import BY_TORCH

Tensor = torch.Tensor


def by_torch(
    operation: str, arrays: list[Any], parameters: dict[str, Any], dtype: torch.dtype
) -> tuple[list[Any], Any]:
    """The arrays rounded to a format, and torch's result in it; in float32 if it has no kernel for it."""
    given = [None if array is None else torch.from_numpy(np.asarray(array)).to(dtype) for array in arrays]
    try:
        return given, called(operation, given, parameters)
    except (NotImplementedError, RuntimeError):
        wide = [None if array is None else array.float() for array in given]
        return given, called(operation, wide, parameters).to(dtype)


def called(operation: str, given: list[Any], parameters: dict[str, Any]) -> Tensor:
    """torch's result for tensors, in their format; raises AttributeError if it has no such function."""
    if operation in OTHERS or operation in BY_TORCH:
        return (OTHERS.get(operation) or BY_TORCH[operation])(*given, **parameters)
    named = {name: _tensor(value) for name, value in parameters.items()}
    function = getattr(functional, operation, None) or getattr(torch, operation)
    return function(*given, **named)


def _tensor(value: Any) -> Any:
    return torch.from_numpy(value) if isinstance(value, np.ndarray) else value


def _cross_entropy(input: Tensor, weight: Tensor | None = None, *, target: np.ndarray, **given: Any) -> Tensor:
    return functional.cross_entropy(input, torch.from_numpy(target), weight, **given)


def _cumsum(
    x: Tensor, *, dim: int, exclusive: bool = False, reverse: bool = False, mask: np.ndarray | None = None
) -> Tensor:
    x = x if mask is None else x * torch.from_numpy(mask)
    x = x.flip(dim) if reverse else x
    found = torch.cumsum(x, dim)
    found = (
        torch.cat([torch.zeros_like(found.narrow(dim, 0, 1)), found.narrow(dim, 0, x.shape[dim] - 1)], dim)[...]
        if exclusive
        else found
    )
    return found.flip(dim) if reverse else found


def _triangular(a: Tensor, b: Tensor, *, upper: bool) -> Tensor:
    return torch.triu(a @ b) if upper else torch.tril(a @ b)


def _transposed(a: Tensor, b: Tensor, *, transpose_input: bool = False, transpose_other: bool = False) -> Tensor:
    return (a.mT if transpose_input else a) @ (b.mT if transpose_other else b)


def _rms_norm(x: Tensor, weight: Tensor | None = None, *, dim: int = -1, eps: float) -> Tensor:
    found = x * torch.rsqrt(x.pow(2).mean(dim, keepdim=True) + eps)
    return found if weight is None else found * weight


def _normalize(x: Tensor, *, p: float = 2.0, dim: Any = 1, eps: float = 1e-12) -> Tensor:
    return x / torch.linalg.vector_norm(x, p, dim, keepdim=True).clamp_min(eps)


def _separable(x: Tensor, depthwise: Tensor, pointwise: Tensor, **given: Any) -> Tensor:
    return functional.conv2d(functional.conv2d(x, depthwise, groups=x.shape[1], **given), pointwise)


def _kl_divergence(p: Tensor, t: Tensor) -> Tensor:
    return functional.kl_div(p.log(), t, reduction="batchmean")


def _triplet(a: Tensor, p: Tensor, n: Tensor, **given: Any) -> Tensor:
    return functional.triplet_margin_loss(a, p, n, **given)


def _var(x: Tensor, *, dim: Any = None, correction: float = 1.0, keepdim: bool = False) -> Tensor:
    return torch.var(x, dim, correction=int(correction), keepdim=keepdim)


def _layer_norm(
    x: Tensor, w: Tensor | None = None, b: Tensor | None = None, *, normalized_shape: Any, eps: float = 1e-5
) -> Tensor:
    return functional.layer_norm(x, tuple(np.atleast_1d(normalized_shape)), w, b, eps)


def _logits(q: Tensor, k: Tensor, bias: Any = None, slopes: Any = None, **given: Any) -> Tensor:
    """The logits by separate library calls."""
    k = k.repeat_interleave(q.shape[-3] // k.shape[-3], -3)
    scores = q @ k.mT
    scores = scores / q.shape[-1] ** 0.5 if given.get("scale") is None else scores * given["scale"]
    if cap := given.get("softcap"):
        scores = torch.tanh(scores / cap) * cap
    scores = scores if bias is None else scores + bias
    return scores if slopes is None else scores - slopes[:, None, None] * _far(scores, given).abs()


def _far(scores: Tensor, given: Any) -> Tensor:
    n, m = scores.shape[-2:]
    return torch.arange(m) - torch.arange(n)[:, None] - (m - n if given.get("causal") == "last" else 0)


def _attention(
    q: Tensor, k: Tensor, v: Tensor, bias: Any = None, slopes: Any = None, sinks: Any = None, **given: Any
) -> Tensor:
    v = v.repeat_interleave(q.shape[-3] // v.shape[-3], -3)
    scores = _masked_scores(q, k, bias, slopes, sinks, **given)
    return torch.softmax(scores, -1)[..., : v.shape[-2]] @ v


def _masked_scores(q: Tensor, k: Tensor, bias: Any, slopes: Any, sinks: Any, **given: Any) -> Tensor:
    """The masked scores, followed by those of the sinks."""
    scores = _logits(q, k, bias, slopes, **given)
    n, m = scores.shape[-2:]
    causal, window = given.get("causal"), given.get("window")
    far = _far(scores, given)
    seen = torch.ones(n, m, dtype=torch.bool) if not causal else far <= 0
    if window is not None:
        before, behind = (window, window) if isinstance(window, int) else window
        seen = seen & (far >= -before) & (far <= behind)
    seen = seen if given.get("mask") is None else seen & torch.from_numpy(given["mask"])
    scores = scores.masked_fill(~seen, -torch.inf)
    if sinks is None:
        return scores
    return torch.cat([scores, sinks[:, None, None].expand(*scores.shape[:-1], 1)], -1)


def _attention_logsumexp(
    q: Tensor, k: Tensor, v: Any = None, bias: Any = None, slopes: Any = None, sinks: Any = None, **given: Any
) -> Tensor:
    return torch.logsumexp(_masked_scores(q, k, bias, slopes, sinks, **given), -1)


def _rotated(x: Tensor, cosines: Tensor, sines: Tensor, *, interleaved: bool = False) -> Tensor:
    if interleaved:
        one, other = x[..., ::2], x[..., 1::2]
        return torch.stack([one * cosines - other * sines, other * cosines + one * sines], -1).reshape(x.shape)
    half = x.shape[-1] // 2
    turned = torch.cat([-x[..., half:], x[..., :half]], -1)
    return x * torch.cat([cosines, cosines], -1) + turned * torch.cat([sines, sines], -1)


def _rotary(x: Tensor, *, offset: int, interleaved: bool) -> Tensor:
    frequencies = 1.0 / 10000.0 ** (
        torch.arange(0, x.shape[-1], 2).to(torch.promote_types(x.dtype, torch.float32)) / x.shape[-1]
    )
    angles = (torch.arange(x.shape[-2]) + offset)[:, None] * frequencies
    return _rotated(x, angles.cos().to(x.dtype), angles.sin().to(x.dtype), interleaved=interleaved)


def _linear_attention(q: Tensor, k: Tensor, v: Tensor, *, causal: bool = False) -> Tensor:
    """By a state of keys and values, which grows from token to token if causal."""
    q, k = (functional.elu(x) + 1 for x in (q, k))
    if not causal:
        return q @ (k.mT @ v) / (q @ k.sum(-2)[..., None])
    states = torch.cumsum(k[..., :, None] * v[..., None, :], -3)
    sums = torch.cumsum(k, -2)
    return torch.einsum("...nd,...ndc->...nc", q, states) / (q * sums).sum(-1, keepdim=True)


def _block_sparse(
    q: Tensor, k: Tensor, v: Tensor, *, blocks: Any, block_size: int, scale: float | None = None, causal: bool = False
) -> Tensor:
    seen = torch.from_numpy(np.asarray(blocks)).repeat_interleave(block_size, -1).repeat_interleave(block_size, -2)
    seen = seen[..., : q.shape[-2], : k.shape[-2]]
    seen = seen & torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool).tril() if causal else seen
    return functional.scaled_dot_product_attention(q, k, v, attn_mask=seen, scale=scale)


def _routing(logits: Tensor, *, k: int, normalize: bool = True) -> Tensor:
    values, experts = torch.topk(logits if normalize else torch.softmax(logits, -1), k)
    return torch.zeros_like(logits).scatter(-1, experts, torch.softmax(values, -1) if normalize else values)


def _mixture(x: Tensor, router: Tensor, up: Tensor, down: Tensor, *, k: int, normalize: bool = True) -> Tensor:
    """Expert by expert on its own tokens, as Mixtral's reference does."""
    weights, found = _routing(x @ router.mT, k=k, normalize=normalize), torch.zeros_like(x)
    for expert in range(len(up)):
        rows = (weights[:, expert] != 0).nonzero()[:, 0]
        given = functional.silu(x[rows] @ up[expert].mT) @ down[expert].mT
        found = found.index_add(0, rows, given * weights[rows, expert, None])
    return found


def _dequantized(x: Tensor, scale: Tensor, zero: Tensor | None = None, *, axis: int = 1, block_size: int = 0) -> Tensor:
    def spread(part: Tensor) -> Tensor:
        if part.ndim == 0:
            return part
        if block_size:
            return part.repeat_interleave(block_size, axis)
        return part.reshape([-1 if at == axis else 1 for at in range(x.ndim)])

    return (x if zero is None else x - spread(zero)) * spread(scale)


def _quantized_linear(
    x: Tensor, w: Tensor, scale: Tensor, zero: Any = None, bias: Any = None, *, group_size: int = 0
) -> Tensor:
    """Scaled after the sum if rows have one scale."""
    if group_size:
        return functional.linear(x, _dequantized(w, scale, zero, axis=-1, block_size=group_size), bias)
    found = (x @ (w if zero is None else w - zero[:, None]).mT) * scale
    return found if bias is None else found + bias


def _gathered(x: Tensor, *, dim: int, index: np.ndarray) -> Tensor:
    return torch.gather(x, dim, torch.from_numpy(index))


OTHERS: dict[str, Callable[..., Tensor]] = {
    "attention": _attention,
    "attention_logits": _logits,
    "attention_logsumexp": _attention_logsumexp,
    "scores_by_scale": lambda q, k, *, scale: (q * scale) @ k.mT,
    "soft_capped": lambda x, *, softcap: softcap * torch.tanh(x / softcap),
    "linear_biases": lambda x, slopes, *, distances: x - slopes[:, None, None] * torch.from_numpy(distances),
    "shared_heads": lambda q, k: k.repeat_interleave(q.shape[-3] // k.shape[-3], -3),
    "rotated": _rotated,
    "rotary_embedding": _rotary,
    "rnn_tanh_cell": torch.rnn_tanh_cell,
    "gru_cell": torch.gru_cell,
    "lstm_cell": lambda x, h, c, *weights: torch.lstm_cell(x, (h, c), *weights)[0],
    "lstm_cell_state": lambda x, h, c, *weights: torch.lstm_cell(x, (h, c), *weights)[1],
    "positive_features": lambda x: functional.elu(x) + 1,
    "linear_attention": _linear_attention,
    "block_sparse_attention": _block_sparse,
    "routing_weights": _routing,
    "mixture_of_experts": _mixture,
    "dequantize_linear": _dequantized,
    "quantized_linear": _quantized_linear,
    "sort": lambda x, **given: torch.sort(x, **given).values,
    "topk": lambda x, **given: torch.topk(x, **given).values,
    "gather": _gathered,
    "embedding": lambda weight, *, input: weight[torch.from_numpy(input)],
    "pad": lambda x, *, pad, value=0.0: functional.pad(x, pad, value=value),
    "swiglu": lambda gate, up: functional.silu(gate) * up,
    "geglu": lambda gate, up: functional.gelu(gate) * up,
    "reduce_mean": lambda x, *, dim=None, keepdim=False: torch.mean(x, dim=dim, keepdim=keepdim),
    "sum": lambda x, *, dim=None, keepdim=False: torch.sum(x, dim=dim, keepdim=keepdim),
    "variance": lambda x: torch.var(x, -1),
    "var": lambda x, *, dim=None, correction=1.0, keepdim=False: torch.var(
        x, dim, correction=int(correction), keepdim=keepdim
    ),
    "std": lambda x, *, dim=None, keepdim=False: torch.std(x, dim, keepdim=keepdim),
    "vector_norm": lambda x, *, ord=2.0, dim=None, keepdim=False: torch.linalg.vector_norm(x, ord, dim, keepdim),
    "cumsum": _cumsum,
    "transposed_matmul": _transposed,
    "addmm": torch.addmm,
    "diagonal_matmul": lambda d, b: d[:, None] * b,
    "triangular_matmul": _triangular,
    "separable_conv2d": _separable,
    "convolution": lambda x, *w, **given: getattr(functional, f"conv{x.ndim - 2}d")(x, *w, **given),
    "transposed_convolution": lambda x, *w, **given: getattr(functional, f"conv_transpose{x.ndim - 2}d")(
        x, *w, **given
    ),
    "max_pool": lambda x, *, axes, **given: getattr(functional, f"max_pool{axes}d")(x, **given),
    "avg_pool": lambda x, *, axes, **given: getattr(functional, f"avg_pool{axes}d")(x, **given),
    "layer_norm_of_shape": lambda x, w=None, b=None, *, normalized_shape, eps=1e-5: functional.layer_norm(
        x, tuple(np.atleast_1d(normalized_shape)), w, b, eps
    ),
    "group_norm": lambda x, w=None, b=None, *, num_groups, eps=1e-5: functional.group_norm(x, num_groups, w, b, eps),
    "instance_norm": lambda x, w=None, b=None, *, eps=1e-5: functional.instance_norm(x, weight=w, bias=b, eps=eps),
    "channel_norm": lambda x, w, b, *, eps: functional.layer_norm(x, x.shape[-1:], eps=eps) * w + b,
    "standardized": lambda x, m, v, w, b, *, eps: (x - m) / torch.sqrt(v + eps) * w + b,
    "inverse_deviation": lambda x, *, dim=-1, eps=1e-5: torch.rsqrt(
        torch.var(x, dim, correction=0, keepdim=True) + eps
    ),
    "rms_norm": _rms_norm,
    "normalize": _normalize,
    "mean_absolute_normalization": lambda x, *, dim: x / x.abs().mean(dim, keepdim=True),
    "log_softmax": lambda x, *, dim=-1: functional.log_softmax(x, dim),
    "cross_entropy": _cross_entropy,
    "nll_loss": lambda x, weight=None, *, target, **given: functional.nll_loss(
        x, torch.from_numpy(target), weight, **given
    ),
    "kl_divergence": _kl_divergence,
    "hinge_loss": lambda x, y: torch.clamp(1 - x * y, min=0).mean(),
    "triplet_margin_loss": _triplet,
    "cosine_similarity_loss": lambda x, y: (1 - functional.cosine_similarity(x, y)).mean(),
}
"""Operations with other names in torch, or without a function."""
