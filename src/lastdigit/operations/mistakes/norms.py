"""Mistakes in batch, group, instance and channel norms, and in division by a norm."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import rsqrt
from lastdigit.operations import norms as known
from lastdigit.operations.mistakes.entries import mistakes_of, need, number, times, wrong_axis
from lastdigit.operations.reductions import reduce_mean, var, vector_norm


def _groups(number_of: int) -> Any:
    def changed(input: Any, weight: Any = None, bias: Any = None, *, num_groups: int, **given: Any) -> Any:
        groups = number_of or input.shape[1]
        need(groups != num_groups, "the same groups")
        return known.group_norm(input, weight, bias, num_groups=groups, **given)

    return changed


def _alternating(input: Any, weight: Any = None, bias: Any = None, *, num_groups: int, **given: Any) -> Any:
    """Channel c in group c mod g."""
    order = np.arange(input.shape[1]).reshape(-1, num_groups).T.reshape(-1)
    need(np.any(order != np.arange(len(order))), "one group")
    gain, shift = (None if part is None else part[order] for part in (weight, bias))
    return known.group_norm(input[:, order], gain, shift, num_groups=num_groups, **given)[:, np.argsort(order)]


mistakes_of(
    "group_norm",
    ("each channel normalised for itself", "an instance norm in place of a group norm", _groups(0)),
    ("all channels normalised together", "a layer norm in place of a group norm", _groups(1)),
    ("channels in groups by turns", "whether a group's channels lie in a block", _alternating),
)


def _by_sample(
    input: Any, mean: Any = None, var: Any = None, weight: Any = None, bias: Any = None, **given: Any
) -> Any:
    need(input.shape[0] > 1, "one sample")
    return known.instance_norm(input, weight, bias, eps=given.get("eps", 1e-5))


def _by_batch(input: Any, mean: Any = None, var: Any = None, weight: Any = None, bias: Any = None, **given: Any) -> Any:
    need(mean is not None and not given.get("training"), "in training")
    return known.batch_norm(input, None, None, weight, bias, **{**given, "training": True})


mistakes_of(
    "batch_norm",
    ("each sample normalised for itself", "an instance norm in place of a batch norm", _by_sample),
    ("the batch's own mean and variance", "training or evaluation", _by_batch),
)


def _variance_not_rooted(x: Any, mean: Any, variance: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    return (x - mean) / (variance + number(x, eps)) * weight + bias


def _mean_kept(x: Any, mean: Any, variance: Any, weight: Any, bias: Any, **given: Any) -> Any:
    return known.standardized(x, times(mean, 0.0), variance, weight, bias, **given)


def _outside(x: Any, mean: Any, variance: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    need(eps, "no epsilon")
    return (x - mean) / (x.__array_namespace__().sqrt(variance) + number(x, eps)) * weight + bias


def _unscaled(x: Any, mean: Any, variance: Any, weight: Any, bias: Any, **given: Any) -> Any:
    need(weight.ndim, "no weight")
    return known.standardized(x, mean, variance, number(x, 1.0), bias, **given)


def _unshifted(x: Any, mean: Any, variance: Any, weight: Any, bias: Any, **given: Any) -> Any:
    need(bias.ndim, "no bias")
    return known.standardized(x, mean, variance, weight, number(x, 0.0), **given)


def _no_epsilon(x: Any, mean: Any, variance: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
    need(eps, "no epsilon")
    return known.standardized(x, mean, variance, weight, bias, eps=0.0)


mistakes_of(
    "standardized",
    ("running variance not rooted", "√ of the variance", _variance_not_rooted),
    ("running mean not taken off", "the centring", _mean_kept),
    ("epsilon outside of the root of the running variance", "√(variance + eps)", _outside),
    ("gain of the running norm left out", "the learned scale", _unscaled),
    ("shift of the running norm left out", "the learned shift", _unshifted),
    ("epsilon of the running norm left out", "the small number under the root", _no_epsilon),
)


def _root_outside(input: Any, weight: Any = None, *, dim: Any = -1, eps: float) -> Any:
    need(eps, "no epsilon")
    xp = input.__array_namespace__()
    found = input / (xp.sqrt(reduce_mean(input * input, dim=dim, keepdim=True)) + xp.asarray(eps))
    return found if weight is None else found * weight


def _centred(input: Any, weight: Any = None, *, dim: Any = -1, eps: float) -> Any:
    return known.rms_norm(input - reduce_mean(input, dim=dim, keepdim=True), weight, dim=dim, eps=eps)


def _not_rooted(input: Any, weight: Any = None, *, dim: Any = -1, eps: float) -> Any:
    square = rsqrt(reduce_mean(input * input, dim=dim, keepdim=True) + number(input, eps))
    found = input * square * square
    return found if weight is None else found * weight


def _gain_and_one(input: Any, weight: Any = None, **given: Any) -> Any:
    need(weight is not None, "no weight")
    return known.rms_norm(input, weight + number(weight, 1.0), **given)


def _no_gain(input: Any, weight: Any = None, **given: Any) -> Any:
    need(weight is not None, "no weight")
    return known.rms_norm(input, **given)


def _rms_without_eps(input: Any, weight: Any = None, *, eps: float, **given: Any) -> Any:
    need(eps, "no epsilon")
    return known.rms_norm(input, weight, eps=0.0, **given)


def _rms_other_axis(input: Any, weight: Any = None, **given: Any) -> Any:
    need(weight is None, "the shape tells")
    return wrong_axis(known.rms_norm)(input, **{"dim": -1, **given})


mistakes_of(
    "rms_norm",
    ("epsilon outside of the root of the mean square", "√(mean x² + eps)", _root_outside),
    ("mean taken off before the mean square", "a layer norm in place of an RMS norm", _centred),
    ("divided by the mean square itself", "the root of the mean square", _not_rooted),
    ("gain of 1 + weight", "weights that are stored about 0, or about 1", _gain_and_one),
    ("gain of the RMS norm left out", "the learned scale", _no_gain),
    ("epsilon of the mean square left out", "the small number under the root", _rms_without_eps),
    ("mean square over the wrong axis", "the axis that is normalised", _rms_other_axis),
)


def _normalize_squared(input: Any, **given: Any) -> Any:
    found = known.normalize(input, **given)
    norm = vector_norm(input, ord=given.get("p", 2.0), dim=given.get("dim", 1), keepdim=True)
    return found / norm


mistakes_of(
    "normalize",
    ("divided by the square of the norm", "the root of the sum of squares", _normalize_squared),
    (
        "normalised over the wrong axis",
        "the axis of the norm",
        lambda input, **given: wrong_axis(known.normalize)(input, **{"dim": 1, **given}),
    ),
    (
        "multiplied by the norm",
        "a division",
        lambda input, **given: (
            input * vector_norm(input, ord=given.get("p", 2.0), dim=given.get("dim", 1), keepdim=True)
        ),
    ),
    ("division by the norm left out", "whether it is divided", lambda input, **given: times(input, 1.0)),
)
mistakes_of(
    "mean_absolute_normalization",
    (
        "sum of magnitudes in place of their mean",
        "a mean, not a sum",
        lambda input, *, dim=1: known.normalize(input, p=1.0, dim=dim),
    ),
    (
        "root mean square in place of the mean magnitude",
        "which mean",
        lambda input, *, dim=1: known.rms_norm(input, dim=dim, eps=0.0),
    ),
    (
        "mean magnitude over the wrong axis",
        "the axis",
        lambda input, *, dim=1: wrong_axis(known.mean_absolute_normalization)(input, dim=dim),
    ),
    (
        "magnitudes not taken",
        "the absolute value",
        lambda input, *, dim=1: input / reduce_mean(input, dim=dim, keepdim=True),
    ),
)


def _deviation(input: Any, **given: Any) -> Any:
    return number(input, 1.0) / known.inverse_deviation(input, **given)


mistakes_of(
    "inverse_deviation",
    ("deviation in place of its inverse", "1 ÷ √, not √", _deviation),
    (
        "inverse of the variance",
        "the root",
        lambda input, **given: known.inverse_deviation(input, **given) * known.inverse_deviation(input, **given),
    ),
    (
        "inverse deviation of n − 1 elements",
        "the variance divides by n",
        lambda input, *, dim=-1, eps=1e-5: rsqrt(var(input, dim=dim, keepdim=True) + number(input, eps)),
    ),
    (
        "root of the mean square in place of the deviation",
        "whether the mean is taken off",
        lambda input, *, dim=-1, eps=1e-5: rsqrt(
            reduce_mean(input * input, dim=dim, keepdim=True) + number(input, eps)
        ),
    ),
)
