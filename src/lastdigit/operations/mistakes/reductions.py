"""Mistakes in reductions over axes."""

from __future__ import annotations

import math
from typing import Any

from lastdigit.functions import log, over
from lastdigit.operations import reductions as known
from lastdigit.operations.mistakes.entries import (
    Changed,
    cut,
    mistakes_of,
    need,
    number,
    times,
    without_last,
    wrong_axis,
)
from lastdigit.operations.operation import find_operation


def _of_magnitudes(operation: Changed) -> Changed:
    return lambda input, **given: operation(input.__array_namespace__().abs(input), **given)


def _with_zero(operation: Changed, larger: bool) -> Changed:
    """An accumulator that starts at 0."""

    def changed(input: Any, **given: Any) -> Any:
        found = operation(input, **given)
        zero = number(found, 0.0)
        xp = found.__array_namespace__()
        return xp.maximum(found, zero) if larger else -xp.maximum(-found, zero)

    return changed


def _first(input: Any, *, dim: Any = None, keepdim: bool = False) -> Any:
    return over(lambda rows: rows[..., 0], input, dim, keepdim)


def _count(input: Any, dim: Any) -> int:
    axes = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    return math.prod(input.shape[axis] for axis in axes)


for _name in ("sum", "reduce_mean", "amax", "amin", "prod", "argmax", "argmin", "var", "std", "logsumexp"):
    _operation = find_operation(_name).definition
    mistakes_of(_name, (f"{_name} over the wrong axis", "the axis that is reduced", wrong_axis(_operation)))
for _name in ("amax", "amin", "prod", "var", "logsumexp", "argmax", "argmin"):
    _operation = find_operation(_name).definition
    _what = f"last element left out of {_name}"
    mistakes_of(_name, (_what, "the loop's upper end", without_last(_operation)))
for _name, _larger in (("amax", True), ("amin", False)):
    _operation = find_operation(_name).definition
    _other = find_operation("amin" if _larger else "amax").definition
    mistakes_of(
        _name,
        (f"the other extreme than {_name}", "max or min", _other),
        (f"{_name} of the magnitudes", "an absolute value", _of_magnitudes(_operation)),
        (
            f"{_name} starts at 0",
            "what the accumulator starts with: −∞ or the first element",
            _with_zero(_operation, _larger),
        ),
        (f"first element for {_name}", "whether the loop runs", _first),
        (
            f"mean in place of {_name}",
            "which reduction is meant",
            known.reduce_mean,
        ),
    )
mistakes_of("sum", ("sum of the magnitudes", "an absolute value", _of_magnitudes(known.sum)))
mistakes_of(
    "prod",
    ("sum in place of the product", "which reduction is meant", known.sum),
    ("product of the magnitudes", "an absolute value, or a sum of logarithms", _of_magnitudes(known.prod)),
    ("first factor for the product", "whether the loop runs", _first),
    (
        "first factor taken twice",
        "an accumulator that starts at the first factor",
        lambda input, **given: known.prod(input, **given) * _first(input, **given),
    ),
    ("sign of the product changed", "how many signs there are", lambda input, **given: -known.prod(input, **given)),
)
for _name in ("argmax", "argmin"):
    _operation = find_operation(_name).definition
    _other = find_operation("argmin" if _name == "argmax" else "argmax").definition
    _value = find_operation("amax" if _name == "argmax" else "amin").definition
    mistakes_of(
        _name,
        (f"place of the other extreme than {_name}", "max or min", _other),
        (f"{_name} of the magnitudes", "an absolute value", _of_magnitudes(_operation)),
        (
            f"{_name} counted from 1",
            "where counting starts",
            lambda input, _op=_operation, **given: _op(input, **given) + number(input, 1.0),
        ),
        (f"value in place of {_name}", "which of the two results is returned", _value),
    )


def _other_correction(x: Any, *, correction: float = 1.0) -> Any:
    return known.variance(x, correction=0.0 if correction else 1.0)


def _not_centred(x: Any, *, correction: float = 1.0) -> Any:
    return times(known.sum(x * x, dim=-1), 1.0 / (x.shape[-1] - correction))


def _not_divided(x: Any, *, correction: float = 1.0) -> Any:
    return times(known.variance(x, correction=correction), x.shape[-1] - correction)


mistakes_of(
    "variance",
    ("n in place of n − 1, or the other way round", "the variance's correction", _other_correction),
    ("variance not centred", "the mean that is taken off", _not_centred),
    ("variance not divided", "the division by the count", _not_divided),
)
mistakes_of("std", ("variance in place of its root", "the square root", known.var))


def _largest(input: Any, *, dim: Any = -1, keepdim: bool = False) -> Any:
    return known.amax(input, dim=dim, keepdim=keepdim)


def _powers_of_two(input: Any, **given: Any) -> Any:
    return times(known.logsumexp(times(input, math.log(2.0)), **given), 1.0 / math.log(2.0))


mistakes_of(
    "logsumexp",
    ("largest in place of the log of the sum", "log Σ exp", _largest),
    (
        "logarithm of the sum left out",
        "the logarithm",
        lambda input, **given: input.__array_namespace__().exp(known.logsumexp(input, **given)),
    ),
    (
        "largest not added back",
        "the shift that is taken off first",
        lambda input, **given: known.logsumexp(input, **given) - _largest(input, **given),
    ),
    (
        "logarithm of the mean",
        "a mean of exponentials",
        lambda input, *, dim=-1, **given: (
            known.logsumexp(input, dim=dim, **given) - log(number(input, float(_count(input, dim))))
        ),
    ),
    ("powers of two in log Σ exp", "exp, not exp2", _powers_of_two),
)


def _other_order(input: Any, *, ord: float = 2.0, **given: Any) -> Any:
    return known.vector_norm(input, ord=1.0 if ord == 2.0 else 2.0, **given)


def _squared(input: Any, **given: Any) -> Any:
    found = known.vector_norm(input, **given)
    return found * found


def _rooted(input: Any, *, dim: Any = None, **given: Any) -> Any:
    found = known.vector_norm(input, dim=dim, **given)
    return times(found, 1.0 / math.sqrt(_count(input, dim)))


def _short(input: Any, *, dim: Any = None, **given: Any) -> Any:
    need(isinstance(dim, int) and input.shape[dim] > 1, "several axes")
    return known.vector_norm(cut(input, dim, slice(None, -1)), dim=dim, **given)


mistakes_of(
    "vector_norm",
    ("norm with its sign changed", "the root's sign", lambda input, **given: -known.vector_norm(input, **given)),
    ("norm of another order", "the order: 1 or 2", _other_order),
    ("norm not rooted", "the square root", _squared),
    ("root of the mean square in place of the norm", "a mean, not a sum", _rooted),
    (
        "largest magnitude in place of the norm",
        "the order",
        lambda input, *, ord=2.0, **given: known.vector_norm(input, ord=math.inf, **given),
    ),
    ("last element left out of the norm", "the loop's upper end", _short),
)
