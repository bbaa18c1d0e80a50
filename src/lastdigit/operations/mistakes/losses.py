"""Mistakes in losses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.functions import largest
from lastdigit.operations import losses as known
from lastdigit.operations.mistakes.entries import Changed, mistakes_of, need, times, wrong_axis
from lastdigit.operations.reductions import sum as sum_of


def _exp(x: Any) -> Any:
    return x.__array_namespace__().exp(x)


def other_reduction(operation: Changed) -> Changed:
    """The sum instead of the mean, and the mean instead of the sum."""

    def changed(*arrays: Any, reduction: str = "mean", **given: Any) -> Any:
        need(reduction != "none", "no reduction")
        other = "sum" if reduction == "mean" else "mean"
        return operation(*arrays, reduction=other, **given)

    return changed


def negated(operation: Changed) -> Changed:
    return lambda *arrays, **given: -operation(*arrays, **given)


mistakes_of(
    "log_softmax",
    (
        "softmax in place of its logarithm",
        "the logarithm",
        lambda input, **given: _exp(known.log_softmax(input, **given)),
    ),
    (
        "log softmax over the wrong axis",
        "the axis",
        lambda input, **given: wrong_axis(known.log_softmax)(input, **{"dim": -1, **given}),
    ),
    (
        "log softmax of base 2",
        "log, not log2",
        lambda input, **given: times(known.log_softmax(input, **given), 1.0 / math.log(2.0)),
    ),
    ("log softmax with its sign changed", "the sign", negated(known.log_softmax)),
    (
        "normalisation of the log softmax left out",
        "the logarithm of the sum",
        lambda input, *, dim=-1: input - largest(input, dim, True),
    ),
    ("logarithm of the sum not taken", "log Σ exp", lambda input, *, dim=-1: _sum_not_logged(input, dim)),
)


def _sum_not_logged(input: Any, dim: int) -> Any:
    shifted = input - largest(input, dim, True)
    return shifted - sum_of(_exp(shifted), dim=dim, keepdim=True)


def _next_class(operation: Changed) -> Changed:
    """Targets one class too high, except ignored ones."""

    def changed(input: Any, *weight: Any, target: Any, ignore_index: int = -100, **given: Any) -> Any:
        classes = np.asarray(target)
        moved = np.where(classes == ignore_index, classes, (classes + 1) % input.shape[1])
        return operation(input, *weight, target=moved, ignore_index=ignore_index, **given)

    return changed


def _ignored_counted(operation: Changed) -> Changed:
    def changed(input: Any, *weight: Any, target: Any, ignore_index: int = -100, **given: Any) -> Any:
        classes = np.asarray(target)
        need(np.any(classes == ignore_index), "nothing is ignored")
        return operation(input, *weight, target=np.where(classes == ignore_index, 0, classes), **given)

    return changed


def _unweighted(operation: Changed) -> Changed:
    def changed(input: Any, weight: Any = None, **given: Any) -> Any:
        need(weight is not None, "no weight")
        return operation(input, **given)

    return changed


def _not_smoothed(input: Any, weight: Any = None, *, label_smoothing: float = 0.0, **given: Any) -> Any:
    need(label_smoothing, "not smoothed")
    return known.cross_entropy(input, weight, **given)


def _not_normalised(input: Any, *, target: Any, ignore_index: int = -100, reduction: str = "mean", **_: Any) -> Any:
    need(not np.any(np.asarray(target) == ignore_index), "targets are ignored")
    return known.nll_loss(input, target=target, reduction=reduction)


mistakes_of(
    "cross_entropy",
    (
        "softmax taken twice",
        "probabilities handed over as logits",
        lambda input, *w, **given: known.cross_entropy(_exp(known.log_softmax(input, dim=1)), *w, **given),
    ),
    (
        "log softmax left out",
        "logits handed over as log-probabilities",
        lambda input, *w, **given: _not_normalised(input, **given),
    ),
    ("target one class too far", "classes counted from 0 or 1", _next_class(known.cross_entropy)),
    ("ignored targets counted", "ignore_index", _ignored_counted(known.cross_entropy)),
    ("label smoothing left out", "label_smoothing", _not_smoothed),
    ("classes' weights left out", "the weights of the classes", _unweighted(known.cross_entropy)),
    ("cross-entropy with its sign changed", "the sign of the logarithm", negated(known.cross_entropy)),
    ("the other reduction of cross-entropy", "mean or sum", other_reduction(known.cross_entropy)),
)
mistakes_of(
    "nll_loss",
    ("sign of the log-likelihood left out", "the minus sign", negated(known.nll_loss)),
    ("the other reduction of the log-likelihood", "mean or sum", other_reduction(known.nll_loss)),
    (
        "likelihoods in place of their logarithms",
        "the logarithm",
        lambda input, *w, **given: known.nll_loss(_exp(input), *w, **given),
    ),
    ("log-likelihood of the next class", "classes counted from 0 or 1", _next_class(known.nll_loss)),
    ("log-likelihoods of ignored targets counted", "ignore_index", _ignored_counted(known.nll_loss)),
    ("log-likelihoods without the classes' weights", "the weights of the classes", _unweighted(known.nll_loss)),
    (
        "log softmax taken once more",
        "logits or log-probabilities",
        lambda input, *w, **given: known.nll_loss(known.log_softmax(input, dim=1), *w, **given),
    ),
    (
        "log-likelihood of base 2",
        "log, not log2",
        lambda input, *w, **given: times(known.nll_loss(input, *w, **given), 1.0 / math.log(2.0)),
    ),
)
