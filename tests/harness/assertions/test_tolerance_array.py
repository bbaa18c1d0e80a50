"""lastdigit.tolerance: the derived tolerance as an array."""

from __future__ import annotations

import numpy as np
import pytest

import lastdigit
from lastdigit.base.errors import UnknownModel, UnknownOperation
from lastdigit.base.number_format import UnknownNumberFormat
from studies.power.attention import normal_attention
from studies.power.right_attentions import RIGHT_ATTENTIONS

OPERATION = "scaled_dot_product_attention"


@pytest.mark.parametrize("format", ["float32", "float16", "bfloat16"])
def test_no_right_attention_is_further_off(format: str):
    given = normal_attention(24, format, 1)
    q, k, v = (array.astype(np.float64) for array in (given.q, given.k, given.v))
    allowed = lastdigit.tolerance(OPERATION, q, k, v, dtype=format, causal=True)
    assert allowed.shape == given.exact.shape
    for right in RIGHT_ATTENTIONS.values():
        assert np.all(np.abs(right(given) - given.exact) <= allowed)


def test_an_element_that_is_further_off_disagrees_and_one_within_does_not():
    x = np.float32([[0.5, 1.5, 4.0]])
    allowed = lastdigit.tolerance("total", x, dtype="float32")
    for part, verdict in ((0.9, "agrees"), (1.1, "disagrees")):
        found = np.float32(6.0 + part * allowed)
        assert lastdigit.judge(found, "total", x, evidence="proven").verdict == verdict
        assert (np.abs(found - 6.0) <= allowed).all() == (verdict == "agrees")


def test_a_tighter_arithmetic_allows_less_and_a_coarser_operand_more():
    given = normal_attention(8, "bfloat16", 2)
    arrays = given.q, given.k, given.v
    fused, stored, split = (
        lastdigit.tolerance(OPERATION, *arrays, dtype="bfloat16", arithmetic=model)
        for model in ("fused", "stored", "split")
    )
    assert np.all(fused < stored)
    assert np.all(stored < split)
    x = np.float32(np.arange(12.0).reshape(3, 4))
    plain, coarse = (
        lastdigit.tolerance("projection", x, x.T, dtype="float32", operands=operands) for operands in (None, "tf32")
    )
    assert np.all(plain < coarse)


def test_a_query_that_sees_no_key_has_no_tolerance():
    q, mask = np.ones((2, 3)), np.array([[True, True], [False, False]])
    allowed = lastdigit.tolerance(OPERATION, q, q, q, dtype="float32", mask=mask)
    assert np.isfinite(allowed[0]).all()
    assert np.isinf(allowed[1]).all()


def test_what_does_not_exist_is_named():
    x = np.ones((1, 2))
    for error, arguments in (
        (UnknownOperation, {"operation": "totl", "dtype": "float32"}),
        (UnknownNumberFormat, {"operation": "total", "dtype": "float31"}),
        (UnknownModel, {"operation": "total", "dtype": "float32", "arithmetic": "fuzed"}),
    ):
        with pytest.raises(error):
            lastdigit.tolerance(arguments.pop("operation"), x, **arguments)
