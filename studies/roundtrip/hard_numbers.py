"""Numbers that are hard to print: at powers of ten and of two, ties, subnormal, whole, huge, or non-finite.

Everything is drawn from a ``Random``: a plain one in the study, one of Hypothesis's in its tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from studies.roundtrip.exact_numbers import Grid

Kind = type[Any]

FLOATS: tuple[Kind, ...] = (np.float64, np.float64, np.float32, np.float16, np.longdouble)
MOST = 48
"""The most numbers of a drawn array."""
RANGES = {
    kind: (
        int(np.log10(np.finfo(kind).eps) + np.finfo(kind).minexp * np.log10(2)),
        int(np.finfo(kind).maxexp * np.log10(2)),
    )
    for kind in set(FLOATS)
}
"""Decimal exponents of a type, from the smallest subnormal to the largest number."""


def powers(random: Random, kind: Kind, least: int, most: int) -> Any:
    """A power of ten or of two, or a number a few steps away."""
    exponent = random.randint(least, most)
    power = Fraction(10) ** exponent if random.random() < 0.5 else Fraction(2) ** int(exponent * math.log2(10))
    return beside(Grid(kind).at_most(power), random.randint(-3, 3))


def beside(number: Any, steps: int) -> Any:
    """The number that is ``steps`` numbers above another, or below it if negative."""
    grid = Grid(type(number))
    for _ in range(abs(steps)):
        number = grid.above(number) if steps > 0 else grid.below(number)
    return number


def decimals(random: Random, kind: Kind, least: int, most: int) -> Any:
    """Few decimal digits, as of ties: 0.125, 2.5, 1234.5."""
    return Grid(kind).at_most(random.randint(0, 99999) * Fraction(10) ** (random.randint(least, most) - 5))


def halves(random: Random, kind: Kind) -> Any:
    """An odd multiple of a small power of two, which lies halfway between decimals, or a neighbour of it."""
    half = Fraction(2 * random.randint(0, 9999) + 1, 2 ** random.randint(1, 12))
    return beside(Grid(kind).at_most(half), random.randint(-1, 1))


def ordinary(random: Random, kind: Kind) -> Any:
    """Any number from 0 to 1, to the last bit."""
    bits = int(np.finfo(kind).nmant) + 1
    return Grid(kind).at_most(Fraction(random.getrandbits(bits), 2**bits))


def whole(random: Random, kind: Kind) -> Any:
    """A whole number: small, or with a full significand."""
    largest = min(10.0**17, float(np.finfo(kind).max))
    return Grid(kind).at_most(Fraction(random.randint(0, 20 if random.random() < 0.5 else int(largest))))


def anything(random: Random, kind: Kind) -> Any:
    """Any finite number of the type, most of them far from 1."""
    least, most = RANGES[kind]
    number = Grid(kind).at_most(random.randint(0, 10**21) * Fraction(10) ** (random.randint(least, most) - 21))
    return number if np.isfinite(number) else kind(1)


def hard_number(random: Random, kind: Kind, *, finite: bool) -> Any:
    """A number of the type that is hard in any of these ways, of either sign."""
    if not finite and random.random() < 0.25:
        return kind(random.choice([math.nan, math.inf, -math.inf]))
    least, most = RANGES[kind]
    ways: list[Callable[[], Any]] = [
        lambda: ordinary(random, kind),
        lambda: halves(random, kind),
        lambda: decimals(random, kind, least, most),
        lambda: whole(random, kind),
        lambda: powers(random, kind, least, most),
        lambda: anything(random, kind),
        lambda: kind(0),
    ]
    number = random.choice(ways)()
    return -number if random.random() < 0.5 else number


def numbers(random: Random, kind: Kind, size: int) -> list[Any]:
    """The numbers of one array: all hard in one way, or each in its own; some of one sign, some not all finite."""
    least, most = RANGES[kind]
    ways: list[Callable[[], Any]] = [
        lambda: ordinary(random, kind),
        lambda: halves(random, kind),
        lambda: decimals(random, kind, max(least, -2), min(most, 4)),
        lambda: decimals(random, kind, least, most),
        lambda: whole(random, kind),
        lambda: powers(random, kind, max(least, -5), min(most, 9)),
        lambda: powers(random, kind, least, most),
        lambda: anything(random, kind),
        lambda: hard_number(random, kind, finite=True),
        lambda: hard_number(random, kind, finite=False),
    ]
    way = random.choice(ways)
    found = [way() for _ in range(size)]
    if random.random() < 0.5:
        found = [-value if random.random() < 0.5 else value for value in found]
    return found


def shape(random: Random) -> tuple[int, ...]:
    """A shape of 0 to 6 axes with at most 48 elements; long axes among them, and a few empty ones."""
    kind = random.randint(0, 9)
    if kind == 0:
        drawn = [random.randint(0, 2) for _ in range(random.randint(1, 4))]
    elif kind < 5:
        drawn = [random.randint(1, 3) for _ in range(random.randint(0, 6))]
    else:
        drawn = [random.randint(1, 9) for _ in range(random.randint(1, 3))]
    while math.prod(drawn) > MOST:
        drawn = drawn[1:]
    return tuple(drawn)


def real_array(random: Random, kinds: Sequence[Kind] = FLOATS) -> np.ndarray:
    """An array of floating-point numbers."""
    kind, extents = random.choice(kinds), shape(random)
    return np.array(numbers(random, kind, math.prod(extents)), dtype=kind).reshape(extents)


def complex_array(random: Random, kinds: Sequence[Kind] = (np.float64, np.float32)) -> np.ndarray:
    """An array of complex numbers with independently hard parts."""
    kind, extents = random.choice(kinds), shape(random)
    array = np.zeros(extents, dtype=np.result_type(kind, np.complex64))
    array.real = np.array(numbers(random, kind, array.size), dtype=kind).reshape(extents)
    array.imag = np.array(numbers(random, kind, array.size), dtype=kind).reshape(extents)
    return array


def exact_array(random: Random, kinds: Sequence[str]) -> np.ndarray:
    """An array of integers or booleans."""
    kind, extents = np.dtype(random.choice(kinds)), shape(random)
    least, most = (0, 1) if kind == np.bool_ else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
    if random.random() < 0.5:
        least, most = max(least, -20), min(most, 20)
    found = [random.randint(least, most) for _ in range(math.prod(extents))]
    return np.array(found, dtype=kind).reshape(extents)
