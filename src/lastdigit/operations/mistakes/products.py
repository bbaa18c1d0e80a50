"""Mistakes in matrix products of all kinds."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations import products as known
from lastdigit.operations.mistakes.entries import mistakes_of, need, times


def _swapped(input: Any, other: Any) -> Any:
    need(input.ndim > 1 and other.ndim > 1 and input.shape[-1] == input.shape[-2] == other.shape[-1], "the shape tells")
    need(input.shape == other.shape, "the shape tells")
    return known.matmul(other, input)


def _left_transposed(input: Any, other: Any) -> Any:
    need(input.ndim > 1 and input.shape[-1] == input.shape[-2], "the shape tells")
    return known.matmul(input.mT, other)


def _by_element(input: Any, other: Any) -> Any:
    need(input.shape == other.shape and input.ndim > 1, "the shape tells")
    need(input.shape[-1] == input.shape[-2], "the shape tells")
    return input * other


def _first_twice(input: Any, other: Any) -> Any:
    need(input.ndim > 1 and other.ndim > 1, "the shape tells")
    return known.matmul(input, other) + input[..., :1] * other[..., :1, :]


mistakes_of(
    "matmul",
    ("factors swapped", "the order of the factors", _swapped),
    ("first factor transposed", "the layout of the first factor", _left_transposed),
    ("product by element", "a matrix product, not one by element", _by_element),
    ("first term of the product taken twice", "an accumulator that starts at the first term", _first_twice),
    ("product with its sign changed", "the sign of alpha", lambda input, other: -known.matmul(input, other)),
)


def _flag(name: str) -> Any:
    def changed(input: Any, other: Any, **given: Any) -> Any:
        array = input if name == "transpose_input" else other
        need(given.get(name) and array.shape[-1] == array.shape[-2], "the shape tells")
        return known.transposed_matmul(input, other, **{**given, name: False})

    return changed


mistakes_of(
    "transposed_matmul",
    ("first matrix not transposed", "its layout: row or column major", _flag("transpose_input")),
    ("second matrix not transposed", "its layout: row or column major", _flag("transpose_other")),
)
mistakes_of(
    "addmm",
    (
        "alpha left out",
        "the factor of the product",
        lambda input, a, b, **given: (
            known.addmm(input, a, b, **{**given, "alpha": 1.0})
            if given.get("alpha", 1.0) != 1.0
            else need(False, "the factor is 1")
        ),
    ),
    (
        "beta left out",
        "the factor of the summand",
        lambda input, a, b, **given: (
            known.addmm(input, a, b, **{**given, "beta": 1.0})
            if given.get("beta", 1.0) != 1.0
            else need(False, "the factor is 1")
        ),
    ),
    (
        "summand left out",
        "the matrix that is added",
        lambda input, a, b, **given: known.addmm(times(input, 0.0), a, b, **given),
    ),
    ("summand taken off", "the sign of beta", lambda input, a, b, **given: known.addmm(-input, a, b, **given)),
    (
        "summand added twice",
        "an accumulator that starts at the summand",
        lambda input, a, b, **given: known.addmm(times(input, 2.0), a, b, **given),
    ),
)


def _on_columns(diagonal: Any, other: Any) -> Any:
    need(other.shape[-1] == other.shape[-2], "the shape tells")
    return other * diagonal


mistakes_of(
    "diagonal_matmul",
    ("diagonal on the columns", "rows or columns: diag(a) B, not B diag(a)", _on_columns),
    (
        "diagonal reversed",
        "the order of the diagonal",
        lambda diagonal, other: known.diagonal_matmul(diagonal[::-1], other),
    ),
)
mistakes_of(
    "multiply",
    ("quotient in place of the product of elements", "a product", lambda input, other: input / other),
    ("sum in place of the product of elements", "a product", lambda input, other: input + other),
    ("difference in place of the product of elements", "a product", lambda input, other: input - other),
    ("factor left out", "the product with the second factor", lambda input, other: input + times(other, 0.0)),
    ("factor taken twice", "a product that was made already", lambda input, other: input * other * other),
    ("product of elements with its sign changed", "the sign", lambda input, other: -(input * other)),
)


def _triangle(shift: int) -> Any:
    def changed(input: Any, other: Any, *, upper: bool) -> Any:
        product = known.matmul(input, other)
        ones = np.ones(product.shape[-2:], dtype=bool)
        kept = np.triu(ones, shift) if upper else np.tril(ones, -shift)
        return product.__array_namespace__().where(np.broadcast_to(kept, product.shape), product, 0.0)

    return changed


mistakes_of(
    "triangular_matmul",
    (
        "the other triangle",
        "upper or lower",
        lambda input, other, *, upper: known.triangular_matmul(input, other, upper=not upper),
    ),
    ("diagonal of the triangle left out", "whether the diagonal belongs to it", _triangle(1)),
    ("triangle with one diagonal too many", "the comparison of row and column", _triangle(-1)),
)
