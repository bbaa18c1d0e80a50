"""Mistakes in elementwise losses: differences, divergences, hinges."""

from __future__ import annotations

import math
from typing import Any

from lastdigit.functions import greater, log, softplus, where
from lastdigit.operations import losses as known
from lastdigit.operations.losses import reduced
from lastdigit.operations.mistakes.entries import Changed, mistakes_of, need, number, times
from lastdigit.operations.mistakes.losses import negated, other_reduction


def _exp(x: Any) -> Any:
    return x.__array_namespace__().exp(x)


def _of_difference(loss: Changed) -> Changed:
    """A loss with another function of x − y."""
    return lambda input, target, *, reduction="mean", **given: reduced(loss(input - target), reduction)


def _size(x: Any) -> Any:
    return x.__array_namespace__().abs(x)


for _name, _operation in (
    ("mse_loss", known.mse_loss),
    ("l1_loss", known.l1_loss),
    ("huber_loss", known.huber_loss),
    ("smooth_l1_loss", known.smooth_l1_loss),
):
    mistakes_of(
        _name,
        (f"the other reduction of {_name}", "mean or sum", other_reduction(_operation)),
        (f"{_name} with its sign changed", "the sign", negated(_operation)),
        (
            f"{_name} of the sum in place of the difference",
            "the sign of the target",
            lambda input, target, _op=_operation, **given: _op(input, -target, **given),
        ),
        (
            f"half of {_name}",
            "a factor ½",
            lambda input, target, _op=_operation, **given: times(_op(input, target, **given), 0.5),
        ),
    )
mistakes_of(
    "mse_loss",
    ("magnitudes in place of squares", "which loss is meant", _of_difference(_size)),
    ("differences that are not squared", "the square", _of_difference(lambda d: times(d, 1.0))),
    ("fourth powers in place of squares", "a square that is taken twice", _of_difference(lambda d: d * d * d * d)),
)
mistakes_of(
    "l1_loss",
    ("squares in place of magnitudes", "which loss is meant", _of_difference(lambda d: d * d)),
    ("magnitudes of differences not taken", "the absolute value", _of_difference(lambda d: times(d, 1.0))),
)
for _name, _bend in (("huber_loss", "delta"), ("smooth_l1_loss", "beta")):
    mistakes_of(
        _name,
        (f"{_name} quadratic everywhere", "the bend of the loss", _of_difference(lambda d: times(d * d, 0.5))),
        (f"{_name} linear everywhere", "the bend of the loss", _of_difference(_size)),
        (
            f"offset of the linear part of {_name} left out",
            "|d| − ½",
            _of_difference(lambda d: where(greater(_size(d), number(d, 1.0)), _size(d), times(d * d, 0.5))),
        ),
        (
            f"½ left out of {_name}",
            "d² ÷ 2",
            _of_difference(lambda d: where(greater(_size(d), number(d, 1.0)), _size(d) - number(d, 0.5), d * d)),
        ),
    )


def _reversed(input: Any, target: Any, *, reduction: str = "mean", log_target: bool = False) -> Any:
    """The divergence with input and target exchanged."""
    need(not log_target, "both logarithms")
    return known.kl_div(log(target), _exp(input), reduction=reduction)


def _by_all(input: Any, target: Any, *, reduction: str = "mean", **given: Any) -> Any:
    need(reduction in ("mean", "batchmean"), "no mean")
    return known.kl_div(input, target, reduction="batchmean" if reduction == "mean" else "mean", **given)


def _without_entropy(input: Any, target: Any, *, reduction: str = "mean", log_target: bool = False) -> Any:
    weights = _exp(target) if log_target else target
    losses = -(weights * input)
    found = reduced(losses, "sum" if reduction == "batchmean" else reduction)
    return times(found, 1.0 / input.shape[0]) if reduction == "batchmean" else found


mistakes_of(
    "kl_div",
    ("divergence of the other distribution", "the order of the arguments", _reversed),
    ("mean over all elements for the mean over the batch, or the other way round", "reduction='batchmean'", _by_all),
    ("entropy of the targets left out", "a cross-entropy in place of a divergence", _without_entropy),
    ("divergence with its sign changed", "the sign", negated(known.kl_div)),
    (
        "divergence of base 2",
        "log, not log2",
        lambda input, target, **given: times(known.kl_div(input, target, **given), 1.0 / math.log(2.0)),
    ),
    (
        "probabilities in place of log-probabilities",
        "the first argument's logarithm",
        lambda input, target, **given: known.kl_div(_exp(input), target, **given),
    ),
)


def _hinge(loss: Changed) -> Changed:
    return lambda input, target, *, reduction="mean": reduced(loss(input * target), reduction)


def _over_zero(x: Any) -> Any:
    return x.__array_namespace__().maximum(x, number(x, 0.0))


mistakes_of(
    "hinge_loss",
    ("margin of the hinge left out", "1 − x y", _hinge(lambda product: _over_zero(-product))),
    ("hinge not cut at 0", "max(0, …)", _hinge(lambda product: number(product, 1.0) - product)),
    (
        "sign of the hinge changed",
        "1 − x y, not 1 + x y",
        _hinge(lambda product: _over_zero(number(product, 1.0) + product)),
    ),
    (
        "hinge squared",
        "which hinge is meant",
        _hinge(lambda product: _over_zero(number(product, 1.0) - product) * _over_zero(number(product, 1.0) - product)),
    ),
    (
        "targets 0 and 1",
        "targets −1 and 1",
        lambda input, target, **given: known.hinge_loss(input, times(target + number(target, 1.0), 0.5), **given),
    ),
    ("logistic loss in place of the hinge", "which loss is meant", _hinge(lambda product: softplus(-product))),
    ("the other reduction of the hinge", "mean or sum", other_reduction(known.hinge_loss)),
)
