"""Functions of one number on every engine: enclosures contain exact values, and libraries' results keep the bounds."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from lastdigit.base.number_format import float_format
from lastdigit.enclosure.arithmetic import MODELS, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.upward import quietly
from lastdigit.functions import TABLE, Elementwise, power
from studies.containment import outside
from studies.hard_arrays import PROFILES, Draw, box, points_of

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.long

POSITIVE = {"log", "rsqrt", "xlogx", "power 0.5", "power -1.5"}
POWERS = [power(exponent) for exponent in (2.0, 3.0, 0.5, -1.5)]
FUNCTIONS = [*TABLE.values(), *POWERS]
POLES = {"log1p": -1.0}
"""Where a function has no value at and below."""


def named(function: Elementwise) -> str:
    return function.name


def arguments(function: Elementwise, seed: int) -> np.ndarray:
    """Numbers of every size, near zeros, poles, ends of the range and multiples of π/2."""
    draw = Draw(seed)
    drawn = [profile(draw, (40,)) for profile in PROFILES.values()]
    near = np.array([-3.0, -1.0, 0.0, 1.0, 3.0, 709.0, -745.0, 27.0, -27.0, 9.0, -9.0])
    pi = np.pi / 2.0 * draw.randint(-(10**6), 10**6, size=40)
    wide = np.array([1e5, 1e15, -1e22, 2.0**200, 5e-324, -5e-324, 2.0**-1022, 1e308, -1e308])
    found = np.concatenate([*drawn, near, np.nextafter(near, np.inf), np.nextafter(near, -np.inf), pi, wide])
    found = np.abs(found) if function.name in POSITIVE else found
    return found[found > POLES.get(function.name, -np.inf)]


def exact(function: Elementwise, x: np.ndarray, bits: int = 400) -> ExactBalls:
    """Of numbers that may be huge, with bits enough for their remainder by π."""
    with precision(bits + 1100):
        return function(ExactBalls.of(x))


@pytest.mark.parametrize("function", FUNCTIONS, ids=named)
def test_enclosures_of_numbers_contain_the_exact_values(function: Elementwise):
    x = arguments(function, 1)
    found = function(FastBalls.of(x))
    with precision(1500):
        assert not np.any(outside(found.mid, found.radii, exact(function, x)))
    moderate = np.abs(x) < 500.0
    positive = x > 0.0 if function.name in POSITIVE else True
    assert np.all(np.isfinite(found.radii[moderate & positive & (np.abs(x) > 1e-100)]))


@pytest.mark.parametrize("function", FUNCTIONS, ids=named)
def test_enclosures_of_intervals_contain_the_exact_values_at_their_points(function: Elementwise):
    draw = Draw(2)
    low, high = box(draw, arguments(function, 2))
    if function.name in POSITIVE:
        low = np.maximum(low, 0.0)
    balls = FastBalls.between(list(map(Fraction, low.tolist())), list(map(Fraction, high.tolist())), low.shape)
    with quietly():
        found = function(balls)
    for point in points_of(draw, low, high):
        with precision(1500):
            values = exact(function, point)
            wrong = outside(found.mid, found.radii, values)
        defined = np.array([ball.is_finite() for ball in values.balls])
        assert not np.any(wrong & defined), (point[wrong & defined], found.mid[wrong & defined])


@pytest.mark.parametrize("function", FUNCTIONS, ids=named)
def test_the_exact_engine_contains_the_values_of_more_bits(function: Elementwise):
    x = arguments(function, 3)
    with precision():
        coarse = function(ExactBalls.of(x))
    for wide, narrow in zip(coarse.balls, exact(function, x).balls, strict=True):
        with precision(1500):
            assert not wide.is_finite() or not narrow.is_finite() or wide.overlaps(narrow)


def by_torch(function: Elementwise, x):
    """What torch computes in the tensor's own format."""
    special = {
        "rsqrt": torch.rsqrt,
        "softplus": lambda t: torch.nn.functional.softplus(t, threshold=60),
        "hardsigmoid": torch.nn.functional.hardsigmoid,
        "xlogx": lambda t: torch.special.xlogy(t, t),
    }
    if function.name.startswith("power"):
        return torch.pow(x, float(function.name.split()[1]))
    return special.get(function.name, getattr(torch, function.name, None))(x)


def every_number(dtype: str):
    """All finite numbers of a format of 16 bits."""
    every = torch.arange(2**16, dtype=torch.int32).to(torch.int16).view(getattr(torch, dtype))
    return every[torch.isfinite(every)]


def kept(function: Elementwise, given: np.ndarray, computed: np.ndarray, dtype: str) -> np.ndarray:
    """Which computed values keep the bound of any arithmetic model, where a finite one is known."""
    fits = np.zeros(given.shape, dtype=bool)
    for model in MODELS:
        arithmetic = Arithmetic.usual(float_format(dtype)).in_model(model)
        with quietly():
            read = function(exactly(given, arithmetic, FastBalls)).stored()
            error = np.abs(read.value.mid - computed)
            reach = read.value.radii + read.error
            fits |= (error <= reach) | ~np.isfinite(reach)
    return fits


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=named)
def test_every_number_of_a_half_format_gives_a_result_within_the_bounds(function: Elementwise, dtype: str):
    x = every_number(dtype)
    given = x.double().numpy()
    inside = given > 0.0 if function.name in POSITIVE else given > POLES.get(function.name, -np.inf)
    x, given = x[torch.from_numpy(inside)], given[inside]
    computed = by_torch(function, x).double().numpy()
    wrong = ~kept(function, given, computed, dtype)
    assert not np.any(wrong), (given[wrong][:5], computed[wrong][:5], int(wrong.sum()))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", ["exp", "sqrt"])
def test_every_number_of_a_half_format_gives_a_root_and_an_exponential_within_the_bounds(name: str, dtype: str):
    x = every_number(dtype)
    x = x if name == "exp" else x[x >= 0.0]
    given, computed = x.double().numpy(), getattr(torch, name)(x).double().numpy()

    def function(balls):
        return getattr(balls.__array_namespace__(), name)(balls)

    wrong = ~kept(function, given, computed, dtype)
    assert not np.any(wrong), (given[wrong][:5], computed[wrong][:5], int(wrong.sum()))
    off = ~kept(function, given[np.isfinite(computed)], 1.1 * computed[np.isfinite(computed)], dtype)
    assert np.mean(off) > 0.25


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=named)
def test_hard_numbers_give_results_within_the_bounds(function: Elementwise, dtype: str):
    kind = getattr(torch, dtype)
    given = np.concatenate([arguments(function, seed) for seed in range(4)])
    x = torch.from_numpy(given).to(kind)
    x = x[torch.isfinite(x) & ((x > 0) if function.name in POSITIVE else (x > POLES.get(function.name, -np.inf)))]
    computed, given = by_torch(function, x).double().numpy(), x.double().numpy()
    wrong = ~kept(function, given, computed, dtype)
    assert not np.any(wrong), (given[wrong][:5], computed[wrong][:5], int(wrong.sum()))


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f.rounds], ids=named)
def test_a_result_that_is_off_by_a_hundred_roundings_is_outside(function: Elementwise):
    given = np.abs(Draw(5).normal(size=200)) + 0.1
    true = function(given) * (1.0 + 100.0 * 2.0**-24)
    usual = abs(function.cancelled) > 0.0
    wrong = ~kept(function, given.astype(np.float32).astype(float), true, "float32")
    assert np.mean(wrong) > (0.5 if usual else 0.9)


@pytest.mark.parametrize("function", FUNCTIONS, ids=named)
def test_errors_of_arguments_are_carried_by_the_slope(function: Elementwise):
    """A library's function of numbers that were rounded before: of differences, which lose what they cancel."""
    draw = Draw(7)
    one, two = (torch.from_numpy(draw.normal(size=500) * 4.0).float() for _ in range(2))
    x = (one * two).abs() + 0.25 if function.name in POSITIVE else one * two
    x = x.clamp_min(-0.5) if function.name == "log1p" else x
    computed = by_torch(function, x).double().numpy()
    arithmetic = Arithmetic.usual(float_format("float32"))
    a, b = (exactly(part.double().numpy(), arithmetic, FastBalls) for part in (one, two))
    xp = a.__array_namespace__()
    product = a * b
    if function.name in POSITIVE:
        product = xp.abs(product) + xp.asarray(0.25)
    if function.name == "log1p":
        product = xp.maximum(product, xp.asarray(-0.5))
    read = function(product).stored()
    with quietly():
        within = np.abs(read.value.mid - computed) <= read.value.radii + read.error
    assert np.all(within)
    assert function.name == "sign" or np.median(read.error) < 1e-3 * max(1.0, float(np.median(np.abs(computed))))


def test_a_function_says_what_its_assumed_errors_rest_on():
    for function in FUNCTIONS:
        assert function.source
        assert (function.library > 0.0) == (function.plain_ulps > 0.0)


def test_arb_and_numpy_functions_of_the_table_agree_at_known_arguments():
    for function in FUNCTIONS:
        for argument, result in function.known.items():
            assert function(argument) == result
            with precision():
                assert function(ExactBalls.of(argument)).balls[()].contains(flint.arb(result))


OF_NUMPY = {
    **{name: getattr(np, name) for name in ("abs", "sign", "log", "log1p", "expm1", "exp2", "tanh", "sin", "cos")},
    "rsqrt": lambda x: x.dtype.type(1.0) / np.sqrt(x),
    "sigmoid": lambda x: x.dtype.type(1.0) / (x.dtype.type(1.0) + np.exp(-x)),
}


@pytest.mark.parametrize("name", OF_NUMPY)
def test_what_numpy_computes_in_single_and_half_precision_keeps_the_bounds(name: str):
    function = TABLE[name]
    hard = np.concatenate([arguments(function, seed) for seed in range(6)])
    with quietly():
        single, half = hard.astype(np.float32), every_number("float16").numpy()
        for every in (single[np.isfinite(single)], half):
            given = every[every > 0.0 if name in POSITIVE else every > POLES.get(name, -np.inf)]
            computed = OF_NUMPY[name](given)
            wrong = ~kept(function, given.astype(float), computed.astype(float), str(given.dtype))
            assert not np.any(wrong), (given[wrong][:5], computed[wrong][:5], int(wrong.sum()))
