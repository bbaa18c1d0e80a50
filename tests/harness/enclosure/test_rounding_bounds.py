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

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.exact import precision
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.implementations.implementation import Implementation, find_implementations
from lastdigit.implementations.isolation.call import made
from lastdigit.operations import find_operation
from lastdigit.verdicts.bands import enclosure
from studies.random_cases import Arrays, arguments, drawn_operations

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
WRONG_ON_PURPOSE = "column_heads_untransposed"
IMPLEMENTATIONS = [i for i in find_implementations(ROOT / "implementations") if i.name != WRONG_ON_PURPOSE]
NAMED = {(i.name, dtype): i.framework for i in IMPLEMENTATIONS for dtype in i.dtypes}
SCALES = (1e-3, 0.1, 1.0, 5.0, 30.0)
HALF = ("float16", "bfloat16")
EACH = 5


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
    assert {implementation.operation for implementation in IMPLEMENTATIONS} == set(drawn_operations())


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
                returned = made(implementation.call(dtype, parameters), given)
            result = returned.result
            bounded = read(implementation.operation, given, parameters, implementation.arithmetic(dtype))
            assert (returned.dtype, result.shape) == (dtype, bounded.shape), implementation.operation
            exact, radii = enclosure(bounded.value)
            for element, y in enumerate(result.ravel().tolist()):
                bound = float(bounded.error.flat[element])
                if math.isfinite(bound):
                    allowed = Fraction(bound) + radii.exactly(element)
                    assert abs(Fraction(y) - exact.exactly(element)) <= allowed, (implementation.operation, element)
                else:
                    unbounded = dtype in HALF or (implementation.operation == "encoder_block" and scale > 1)
                    assert unbounded, (implementation.operation, "its bound is infinite")


@pytest.mark.parametrize("operation", drawn_operations())
def test_bounds_grow_with_the_unit_roundoff_and_are_finite_in_wide_formats(operation: str):
    arrays, parameters = arguments(operation, np.random.RandomState(7), 1.0)
    exact_everywhere = [None if array is None else FORMATS["bfloat16"].round(array) for array in arrays]
    formats = [FORMATS[name] for name in ("float64", "float32", "float16", "bfloat16")]
    bounds = [read(operation, exact_everywhere, parameters, Arithmetic(form, form)).error for form in formats]
    assert np.all(np.isfinite(bounds[:2]))
    for narrow, wide in zip(bounds[1:], bounds, strict=False):
        assert np.all((wide < narrow) | (narrow == np.inf) | ((wide == 0) & (narrow == 0)))
