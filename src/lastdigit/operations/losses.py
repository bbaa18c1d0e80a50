"""Losses, with the names and parameters of common frameworks. Class indices as targets are parameters."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import greater, log, plus, softplus, take_along_axis, where, xlogx
from lastdigit.functions import largest as largest_of
from lastdigit.operations.linear import total
from lastdigit.operations.means import mean, mean_squared_error
from lastdigit.operations.operation import operation
from lastdigit.operations.reductions import sum as sum_of
from lastdigit.operations.reductions import vector_norm


def reduced(losses: Any, reduction: str) -> Any:
    """Losses with a reduction: "none", "sum" or "mean"."""
    xp = losses.__array_namespace__()
    if reduction == "none":
        return losses
    flat = xp.reshape(losses, (-1,))
    if reduction == "sum":
        return total(flat)
    if reduction != "mean":
        raise ValueError(f"reduction is 'none', 'mean' or 'sum', not {reduction!r}")
    return mean(flat)


@operation
def log_softmax(input: Any, *, dim: int = -1) -> Any:
    """xⱼ − log Σₖ exp xₖ over an axis: input (…) → (…)."""
    xp = input.__array_namespace__()
    shifted = input - largest_of(input, dim, True)
    return shifted - log(sum_of(xp.exp(shifted), dim=dim, keepdim=True))


@operation
def cross_entropy(
    input: Any,
    weight: Any = None,
    *,
    target: Any,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
    reduction: str = "mean",
) -> Any:
    """−log softmax(x) at the target's class: input (b, c, *s), weight (c,), target classes (b, *s) → () or (b, *s).

    The mean is weighted by the classes' weights. Targets equal to ``ignore_index`` are excluded.
    """
    xp = input.__array_namespace__()
    classes = np.asarray(target).astype(np.int64)
    counted = classes != ignore_index
    classes = np.where(counted, classes, 0)
    logs = log_softmax(input, dim=1)
    picked = -xp.reshape(take_along_axis(logs, classes[:, np.newaxis], axis=1), classes.shape)
    weights = None if weight is None else weight[classes]
    losses = picked if weights is None else picked * weights
    if label_smoothing:
        shape = [1] * input.ndim
        shape[1] = input.shape[1]
        all_logs = logs if weight is None else logs * xp.reshape(weight, tuple(shape))
        even = -sum_of(all_logs, dim=1) * xp.asarray(label_smoothing / input.shape[1])
        losses = losses * xp.asarray(1.0 - label_smoothing) + even
    return _reduced_by_weights(losses, weights, counted, reduction)


def _reduced_by_weights(losses: Any, weights: Any, counted: np.ndarray, reduction: str) -> Any:
    """The reduced losses of the targets that are not ignored; a mean is weighted if there are weights."""
    xp = losses.__array_namespace__()
    if not np.all(counted):
        losses = xp.where(counted, losses, 0.0)
    if reduction != "mean" or (weights is None and np.all(counted)):
        return reduced(losses, reduction)
    if weights is None:
        return reduced(losses, "sum") / xp.asarray(float(np.count_nonzero(counted)))
    return reduced(losses, "sum") / reduced(xp.where(counted, weights, 0.0), "sum")


@operation
def nll_loss(input: Any, weight: Any = None, *, target: Any, ignore_index: int = -100, reduction: str = "mean") -> Any:
    """−x at the target's class: input (b, c, *s), weight (c,), target classes (b, *s) → () or (b, *s).

    The mean is weighted by the classes' weights. Targets equal to ``ignore_index`` are excluded.
    """
    classes = np.asarray(target).astype(np.int64)
    counted = classes != ignore_index
    classes = np.where(counted, classes, 0)
    picked = take_along_axis(input, classes[:, np.newaxis], axis=1)
    losses = -input.__array_namespace__().reshape(picked, classes.shape)
    weights = None if weight is None else weight[classes]
    return _reduced_by_weights(losses if weights is None else losses * weights, weights, counted, reduction)


@operation
def mse_loss(input: Any, target: Any, *, reduction: str = "mean") -> Any:
    """(x − y)², its mean or sum: input (…), target (…) → ()."""
    xp = input.__array_namespace__()
    if reduction == "mean":
        return mean_squared_error(xp.reshape(input, (-1,)), xp.reshape(target, (-1,)))
    difference = input - target
    return reduced(difference * difference, reduction)


@operation
def l1_loss(input: Any, target: Any, *, reduction: str = "mean") -> Any:
    """|x − y|, its mean or sum: input (…), target (…) → ()."""
    difference = input - target
    return reduced(difference.__array_namespace__().abs(difference), reduction)


@operation
def huber_loss(input: Any, target: Any, *, reduction: str = "mean", delta: float = 1.0) -> Any:
    """d² ÷ 2 where |d| ≤ δ, δ(|d| − δ ÷ 2) elsewhere, d = x − y: input (…), target (…) → ()."""
    xp = input.__array_namespace__()
    size = xp.abs(input - target)
    half, most = xp.asarray(0.5), xp.asarray(delta)
    return reduced(where(greater(size, most), most * (size - half * most), half * size * size), reduction)


@operation
def smooth_l1_loss(input: Any, target: Any, *, reduction: str = "mean", beta: float = 1.0) -> Any:
    """d² ÷ 2β where |d| < β, |d| − β ÷ 2 elsewhere, d = x − y: input (…), target (…) → ()."""
    xp = input.__array_namespace__()
    if beta == 0.0:
        return l1_loss(input, target, reduction=reduction)
    size = xp.abs(input - target)
    half, most = xp.asarray(0.5), xp.asarray(beta)
    return reduced(where(greater(most, size), half * size * size / most, size - half * most), reduction)


@operation
def kl_div(input: Any, target: Any, *, reduction: str = "mean", log_target: bool = False) -> Any:
    """t (log t − x) of log-probabilities x: input (b, …), target (b, …) → (). "batchmean" is the sum divided by b."""
    if log_target:
        weights = target.__array_namespace__().exp(target)
        losses = weights * (target - input)
    else:
        losses = xlogx(target) - target * input
    if reduction != "batchmean":
        return reduced(losses, reduction)
    return reduced(losses, "sum") / losses.__array_namespace__().asarray(float(input.shape[0]))


@operation
def kl_divergence(input: Any, target: Any, *, reduction: str = "batchmean") -> Any:
    """t (log t − log p) of probabilities p: input (b, …), target (b, …) → ()."""
    return kl_div(log(input), target, reduction=reduction)


@operation
def hinge_loss(input: Any, target: Any, *, reduction: str = "mean") -> Any:
    """max(0, 1 − x y) for targets −1 and 1: input (…), target (…) → ()."""
    xp = input.__array_namespace__()
    return reduced(xp.maximum(plus(xp.asarray(1.0), -(input * target)), xp.asarray(0.0)), reduction)


@operation
def pairwise_distance(x1: Any, x2: Any, *, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Any:
    """‖x₁ − x₂ + eps‖ over the last axis: x1 (…, n), x2 (…, n) → (…)."""
    xp = x1.__array_namespace__()
    return vector_norm(plus(x1 - x2, xp.asarray(eps)), ord=p, dim=-1, keepdim=keepdim)


@operation
def triplet_margin_loss(
    anchor: Any,
    positive: Any,
    negative: Any,
    *,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Any:
    """max(0, ‖a − p‖ − ‖a − n‖ + margin): anchor (b, n), positive (b, n), negative (b, n) → ()."""
    xp = anchor.__array_namespace__()
    near, far = (pairwise_distance(anchor, other, p=p, eps=eps) for other in (positive, negative))
    return reduced(xp.maximum(near - far + xp.asarray(margin), xp.asarray(0.0)), reduction)


@operation
def cosine_similarity(x1: Any, x2: Any, *, dim: int = 1, eps: float = 1e-8) -> Any:
    """x₁ · x₂ ÷ (max(‖x₁‖, eps) max(‖x₂‖, eps)) over an axis: x1 (…), x2 (…) → (…)."""
    xp = x1.__array_namespace__()
    one, two = (xp.maximum(vector_norm(x, dim=dim), xp.asarray(eps)) for x in (x1, x2))
    return sum_of(x1 * x2, dim=dim) / (one * two)


@operation
def cosine_similarity_loss(input: Any, target: Any, *, dim: int = 1, reduction: str = "mean") -> Any:
    """1 − the cosine of the angle: input (b, n), target (b, n) → ()."""
    one = input.__array_namespace__().asarray(1.0)
    return reduced(plus(one, -cosine_similarity(input, target, dim=dim)), reduction)


@operation
def binary_cross_entropy_with_logits(input: Any, target: Any, *, reduction: str = "mean") -> Any:
    """log(1 + e^x) − x y: input (…), target (…) → ()."""
    return reduced(softplus(input) - input * target, reduction)
