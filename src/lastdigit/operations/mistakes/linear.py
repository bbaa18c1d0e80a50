"""Mistakes in linear layers and projections."""

from __future__ import annotations

from typing import Any

from lastdigit.base.number_format import FORMATS
from lastdigit.functions import rounded_to
from lastdigit.operations.linear import linear, projection, total
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake
from lastdigit.operations.mistakes.results import TILE


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


@mistake("linear", "bias taken off", look="the sign of the bias")
def bias_negative(x: Any, weight: Any, bias: Any = None) -> Any:
    """x Wᵀ − b."""
    if bias is None:
        raise NotApplicable("no bias")
    return linear(x, weight) - bias


@mistake("linear", "last input left out", look="the loop over inputs, or its tail")
def linear_short(x: Any, weight: Any, bias: Any = None) -> Any:
    """x Wᵀ + b without the last feature."""
    if x.shape[-1] < 2:
        raise NotApplicable("one feature")
    return linear(x[..., :-1], weight[..., :-1], bias)


@mistake("linear", f"last {TILE} inputs left out", look="the number of tiles of inputs: rounded up, not down")
def linear_short_of_tile(x: Any, weight: Any, bias: Any = None) -> Any:
    """x Wᵀ + b without the last tile of features."""
    if x.shape[-1] <= TILE:
        raise NotApplicable("too few features")
    return linear(x[..., :-TILE], weight[..., :-TILE], bias)


def _rows(weight: Any, end: int) -> Any:
    """The first rows of a matrix, or elements of a vector, up to ``end``."""
    return weight[:end] if len(weight.shape) == 1 else weight[..., :end, :]


@mistake("projection", "last feature left out", look="the loop over features, or its tail")
def projection_short(x: Any, weight: Any) -> Any:
    """x W without the last feature."""
    if x.shape[-1] < 2:
        raise NotApplicable("one feature")
    return projection(x[..., :-1], _rows(weight, -1))


@mistake("projection", f"last {TILE} features left out", look="the number of tiles of features: rounded up, not down")
def projection_short_of_tile(x: Any, weight: Any) -> Any:
    """x W without the last tile of features."""
    if x.shape[-1] <= TILE:
        raise NotApplicable("too few features")
    return projection(x[..., :-TILE], _rows(weight, -TILE))


@mistake("projection", "weight transposed", look="(in, out) weights used as (out, in)")
def projection_transposed(x: Any, weight: Any) -> Any:
    """x Wᵀ."""
    if len(weight.shape) < 2 or weight.shape[-1] != weight.shape[-2]:
        raise NotApplicable("the shape tells")
    return projection(x, weight.mT)


COARSE = FORMATS["bfloat16"]


@mistake(
    "linear", f"weight rounded to {COARSE.name}", look="the dtype in which the weight was stored, or is multiplied"
)
def linear_of_coarse_weight(x: Any, weight: Any, bias: Any = None) -> Any:
    """x Wᵀ + b with a coarser W."""
    return linear(x, rounded_to(weight, COARSE), bias)


@mistake("projection", f"second factor rounded to {COARSE.name}", look="the dtype of the second operand")
def projection_of_coarse_weight(x: Any, weight: Any) -> Any:
    """x W with a coarser W."""
    return projection(x, rounded_to(weight, COARSE))


@mistake("projection", f"first factor rounded to {COARSE.name}", look="the dtype of the first operand")
def projection_of_coarse_rows(x: Any, weight: Any) -> Any:
    """x W with a coarser x."""
    return projection(rounded_to(x, COARSE), weight)


@mistake("total", "mean in place of the sum", look="a reduction that divides by the count")
def mean(x: Any) -> Any:
    """Σ x ÷ n."""
    if x.shape[-1] == 0:
        raise NotApplicable("no terms")
    return x.__array_namespace__().mean(x, axis=-1)


@mistake("total", "last term left out", look="the loop's upper end")
def last_left_out(x: Any) -> Any:
    """The sum of all terms but the last."""
    if x.shape[-1] < 2:
        raise NotApplicable("too few terms")
    return total(x[..., :-1])


@mistake("total", "second half left out, the first counted twice", look="whether each partial sum is its own")
def half_doubled(x: Any) -> Any:
    """Twice the sum of the first half."""
    if x.shape[-1] < 2 or x.shape[-1] % 2:
        raise NotApplicable("no two tiles")
    half = total(x[..., : x.shape[-1] // 2])
    return half + half


@mistake("total", "every other term skipped", look="the stride of the loop, or of the array")
def every_other(x: Any) -> Any:
    """The sum of every second term."""
    if x.shape[-1] < 2:
        raise NotApplicable("too few terms")
    return total(x[..., ::2])
