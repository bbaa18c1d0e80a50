"""Mistakes in linear layers and projections."""

from __future__ import annotations

from typing import Any

from lastdigit.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.linear import linear, projection


@mistake("linear", "bias left out", look="whether the layer was made with its bias")
def no_bias(x: Any, weight: Any, bias: Any = None) -> Any:
    """x Wᵀ."""
    if bias is None:
        raise NotApplicable("no bias")
    return linear(x, weight)


@mistake("linear", "bias added twice", look="a bias in the layer and another one after it")
def bias_twice(x: Any, weight: Any, bias: Any = None) -> Any:
    """x Wᵀ + 2b."""
    if bias is None:
        raise NotApplicable("no bias")
    return linear(x, weight, bias) + bias


@mistake("linear", "weight not transposed", look="(out, in) weights used as (in, out)")
def linear_untransposed(x: Any, weight: Any, bias: Any = None) -> Any:
    """x W + b."""
    if weight.shape[-1] != weight.shape[-2]:
        raise NotApplicable("the shape tells")
    return linear(x, weight.mT, bias)


@mistake("projection", "weight transposed", look="(in, out) weights used as (out, in)")
def projection_transposed(x: Any, weight: Any) -> Any:
    """x Wᵀ."""
    if weight.shape[-1] != weight.shape[-2]:
        raise NotApplicable("the shape tells")
    return projection(x, weight.mT)


@mistake("total", "mean in place of the sum", look="a reduction that divides by the count")
def mean(x: Any) -> Any:
    """Σ x ÷ n."""
    return x.__array_namespace__().mean(x, axis=-1)
