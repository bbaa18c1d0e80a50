"""Functions of rounded balls where some numbers are exact, arrays are short, or one is hardly larger than another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_namespace import RoundedNamespace
from lastdigit.enclosure.typical import Typical

SINGLE = Arithmetic.usual(FORMATS["float32"])
ROUNDED = RoundedNamespace(SINGLE, FastBalls)


def computed(values: list[float], errors: list[float], element: float = 0.0) -> RoundedBalls:
    """Numbers with these errors, typically so large."""
    typical = Typical(element=np.full(len(values), element))
    return RoundedBalls(FastBalls.of(np.array(values)), np.array(errors), SINGLE, typical)


def typically(found: RoundedBalls) -> list[tuple[float, float]]:
    """Bias and standard deviation of each element."""
    parts = (np.broadcast_to(part, found.shape).tolist() for part in (found.typical.bias, found.typical.sigma))
    return list(zip(*parts, strict=True))


def test_of_constants_those_that_the_format_does_not_hold_are_rounded_though_others_are_not():
    arithmetic = Arithmetic.usual(FORMATS["bfloat16"]).in_model("stored")
    found = RoundedNamespace(arithmetic, FastBalls).asarray(np.array([1.0, 257.0]))
    assert found.error[0] <= 2.0**-1000
    assert 1.0 <= found.error[1] <= 1.0 + 2.0**-40


def test_the_larger_one_keeps_its_typical_error_beside_elements_without_any():
    x, y = computed([7.0, 7.0], [0.0, 1.0], 0.5), computed([2.0, 2.0], [0.0, 0.0], 0.25)
    for found in (ROUNDED.maximum(x, y), ROUNDED.maximum(y, x)):
        assert typically(found)[1] == (0.0, 0.5)
    apart = ROUNDED.maximum(computed([7.0, 2.0], [1.0, 1.0], 0.5), computed([2.0, 7.0], [1.0, 1.0], 0.25))
    assert typically(apart) == [(0.0, 0.5), (0.0, 0.25)]


def test_where_two_numbers_may_be_equal_it_is_unknown_whose_error_the_larger_one_has():
    """The lower end of 3 ± 1 is rounded down, to just the other number."""
    x, y = computed([3.0], [1.0], 0.5), computed([np.nextafter(2.0, 0.0)], [0.0])
    for found in (ROUNDED.maximum(x, y), ROUNDED.maximum(y, x)):
        assert found.error.tolist() == [1.0]
        assert typically(found) == [(1.0, 0.0)]


def test_the_mean_of_one_number_is_typically_off_by_as_much_as_the_number():
    for shape in ((1,), (1, 3), (2, 1)):
        axis = shape.index(1)
        x = RoundedBalls(FastBalls.of(np.ones(shape)), np.ones(shape), SINGLE, Typical(element=np.full(shape, 0.5)))
        sigma = ROUNDED.mean(x, axis=axis).typical.sigma
        assert np.all((sigma >= 0.5) & (sigma <= 0.5 * (1.0 + 2.0**-20)))


@pytest.mark.parametrize(("function", "shape"), [("concat", (2,)), ("stack", (1, 2))])
def test_an_array_may_be_joined_with_no_other(function: str, shape: tuple[int, ...]):
    joined: Any = getattr(ROUNDED, function)
    found = joined([computed([7.0, 2.0], [1.0, 3.0])])
    assert found.shape == shape
    assert found.value.mid.ravel().tolist() == [7.0, 2.0]
    assert found.error.ravel().tolist() == [1.0, 3.0]
