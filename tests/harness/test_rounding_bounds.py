"""Rounding bounds: what real code computes never lies further from the exact value than its bound says."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.implementation import Implementation, find_implementations
from lastdigit.number_format import FORMATS
from lastdigit.operations import all_operations, find_operation
from lastdigit.verdicts.readings import enclosure

ROOT = Path(__file__).parents[2]
WRONG_ON_PURPOSE = "column_heads_untransposed"
IMPLEMENTATIONS = [i for i in find_implementations(ROOT / "implementations") if i.name != WRONG_ON_PURPOSE]
NAMED = {(i.name, dtype): i.framework for i in IMPLEMENTATIONS for dtype in i.dtypes}
SCALES = (1e-3, 0.1, 1.0, 5.0, 30.0)
HALF = ("float16", "bfloat16")
EACH = 5
Arrays = list[Any]


def arguments(operation: str, draw: np.random.RandomState, scale: float) -> tuple[Arrays, dict[str, Any]]:
    """Random arrays of random sizes for an operation, and its parameters."""
    n, m, d, c, f = (int(size) for size in draw.randint(1, 7, size=5))
    e = int(draw.randint(2, 5))
    causal = bool(draw.randint(2))

    def normal(*shape: int) -> np.ndarray:
        return draw.normal(size=shape) * scale

    def weights(*shape: int) -> np.ndarray:
        return draw.normal(size=shape) / math.sqrt(shape[-1])

    batch = [(), (2,)][draw.randint(2)]
    mask = [None, np.arange(m) < max(1, m - 1)][draw.randint(2)]
    q, k, v = normal(*batch, n, d), normal(*batch, m, d), normal(*batch, m, c)
    heads = int(draw.randint(1, 4))
    width = heads * e
    packed = [weights(3 * width, width), weights(3 * width), weights(width, width), weights(width)]
    column = [normal(d, n), *(weights(e, d) for _ in range(3)), *(weights(e, 1) for _ in range(3))]
    token = {"token": int(draw.randint(n))}
    table: dict[str, tuple[Arrays, dict[str, Any]]] = {
        "linear": ([normal(*batch, n, d), normal(m, d), [None, normal(m)][draw.randint(2)]], {}),
        "projection": ([normal(*batch, n, d), normal(d, m)], {}),
        "total": ([normal(*batch, n, d)], {}),
        "uniform_initialization": ([normal(*batch, n, d)], {"fan_in": d}),
        "softmax": ([normal(*batch, n, d)], {}),
        "sum_normalization": ([np.abs(normal(n, d)) + 0.1 * scale], {}),
        "layer_norm": ([normal(*batch, n, d + 1), normal(d + 1), normal(d + 1)], {}),
        "attention_scores": ([q, k], {}),
        "scaled_attention_scores": ([q, k], {}),
        "attention_weights": ([q, k], {"causal": causal, "mask": mask}),
        "dot_product_attention_weights": ([q, k], {}),
        "sum_normalized_attention_weights": ([np.abs(q) + 0.1 * scale, np.abs(k)], {}),
        "weighted_values": ([np.abs(draw.normal(size=(n, m))), normal(m, c)], {}),
        "dot_product_attention": ([q, k, v], {}),
        "scaled_dot_product_attention": ([q, k, v], {"causal": causal, "mask": mask}),
        "grouped_query_attention": (
            [normal(*batch, 2 * heads, n, d), normal(*batch, heads, m, d), normal(*batch, heads, m, c)],
            {"causal": causal, "mask": mask},
        ),
        "sum_normalized_attention": ([np.abs(q) + 0.1 * scale, np.abs(k), v], {}),
        "self_attention_weights": ([normal(*batch, n, d), weights(d, e), weights(d, e)], {"causal": causal}),
        "self_attention": ([normal(*batch, n, d), *(weights(d, e) for _ in range(3))], {"causal": causal}),
        "multi_head_attention": ([normal(*batch, n, width), *packed], {"heads": heads, "causal": causal}),
        "encoder_block": (
            [
                *(normal(n, width), *packed, weights(f, width), weights(f), weights(width, f), weights(width)),
                *(1 + 0.1 * draw.normal(size=width), weights(width), 1 + 0.1 * draw.normal(size=width), weights(width)),
            ],
            {"heads": heads},
        ),
        "column_token_attention_weights": (column[:3] + [[None] * 2, column[4:6]][draw.randint(2)], token),
        "column_token_attention": (column[:4] + [[None] * 3, column[4:]][draw.randint(2)], token),
        "column_self_attention": (column[:4] + [[None] * 3, column[4:]][draw.randint(2)], {"scaled": causal}),
        "column_multi_head_attention": (
            [
                normal(width, n),
                *(weights(heads, e, width) for _ in range(3)),
                *(weights(heads, e, 1) for _ in range(3)),
                weights(width, width),
            ],
            {},
        ),
    }
    return table[operation]


def cases(implementation: Implementation, dtype: str) -> Iterable[tuple[Arrays, dict[str, Any], float]]:
    """A few random cases for an implementation, with their scale: numbers of its format, parameters that it takes."""
    for index in range(EACH):
        seed = zlib.crc32(f"{implementation.name} {implementation.operation} {dtype} {index}".encode())
        draw = np.random.RandomState(seed)
        scale = SCALES[seed % len(SCALES)]
        arrays, parameters = arguments(implementation.operation, draw, scale)
        given = [None if array is None else FORMATS[dtype].round(array) for array in arrays]
        yield given, {name: value for name, value in parameters.items() if name in implementation.parameters}, scale


def read(operation: str, arrays: Arrays, parameters: dict[str, Any], arithmetic: Arithmetic) -> RoundedBalls:
    """An operation's exact values and rounding bounds on exactly these numbers."""
    with precision():
        balls = [None if array is None else exactly(array, arithmetic) for array in arrays]
        return find_operation(operation).definition(*balls, **parameters)


def test_every_operation_is_computed_by_some_implementation():
    assert {implementation.operation for implementation in IMPLEMENTATIONS} == set(all_operations())


@pytest.mark.parametrize(("name", "dtype"), [pytest.param(*key, id="-".join(key)) for key in NAMED])
def test_no_computed_value_lies_outside_its_bound(name: str, dtype: str):
    if NAMED[name, dtype] != "numpy":
        pytest.importorskip(NAMED[name, dtype])
    for implementation in IMPLEMENTATIONS:
        if implementation.name != name:
            continue
        for arrays, parameters, scale in cases(implementation, dtype):
            given = arrays[: len(implementation.arrays)]
            with np.errstate(over="ignore", invalid="ignore"):
                result, found = implementation.run(given, dtype, parameters)
            bounded = read(implementation.operation, given, parameters, implementation.arithmetic(dtype))
            assert (found, result.shape) == (dtype, bounded.shape), implementation.operation
            exact, radii = enclosure(bounded.value)
            for element, y in enumerate(result.ravel().tolist()):
                bound = float(bounded.error.flat[element])
                if math.isfinite(bound):
                    allowed = Fraction(bound) + radii[element]
                    assert abs(Fraction(y) - exact[element]) <= allowed, (implementation.operation, element)
                else:
                    unbounded = dtype in HALF or (implementation.operation == "encoder_block" and scale > 1)
                    assert unbounded, (implementation.operation, "its bound is infinite")


@pytest.mark.parametrize("operation", all_operations())
def test_bounds_grow_with_the_unit_roundoff_and_are_finite_in_wide_formats(operation: str):
    arrays, parameters = arguments(operation, np.random.RandomState(7), 1.0)
    exact_everywhere = [None if array is None else FORMATS["bfloat16"].round(array) for array in arrays]
    formats = [FORMATS[name] for name in ("float64", "float32", "float16", "bfloat16")]
    bounds = [read(operation, exact_everywhere, parameters, Arithmetic(form, form)).error for form in formats]
    assert np.all(np.isfinite(bounds[:2]))
    for narrow, wide in zip(bounds[1:], bounds, strict=False):
        assert np.all((wide < narrow) | (narrow == np.inf) | ((wide == 0) & (narrow == 0)))
