"""JAX's keys for many seeds at once, compiled: Threefry-2×32 with 20 rounds (Salmon et al., SC 2011)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lastdigit.seeds.compiled import jit
from lastdigit.seeds.kernel import sieve_units
from lastdigit.seeds.lanes import rotated, sum_modulo, upper_unit
from lastdigit.seeds.plan import Plan
from lastdigit.seeds.sieve import lanes_for, tap_arrays

_PARITY = np.uint32(0x1BD11BDA)


@jit
def four_rounds(x: Any, y: Any, first: int, second: int, third: int, fourth: int) -> Any:
    """Four rounds with their rotations."""
    for rotation in (first, second, third, fourth):
        x = sum_modulo(x, y)
        y = np.uint32(rotated(y, np.uint32(rotation)) ^ x)
    return x, y


@jit
def threefry(first: Any, second: Any, counter: Any) -> Any:
    """The two words of a key for a counter below 2³²."""
    third = np.uint32(np.uint32(first ^ second) ^ _PARITY)
    x, y = four_rounds(first, sum_modulo(counter, second), 13, 15, 26, 6)
    x, y = sum_modulo(x, second), sum_modulo(y, sum_modulo(third, np.uint32(1)))
    x, y = four_rounds(x, y, 17, 29, 16, 24)
    x, y = sum_modulo(x, third), sum_modulo(y, sum_modulo(first, np.uint32(2)))
    x, y = four_rounds(x, y, 13, 15, 26, 6)
    x, y = sum_modulo(x, first), sum_modulo(y, sum_modulo(second, np.uint32(3)))
    x, y = four_rounds(x, y, 17, 29, 16, 24)
    x, y = sum_modulo(x, second), sum_modulo(y, sum_modulo(third, np.uint32(4)))
    x, y = four_rounds(x, y, 13, 15, 26, 6)
    return sum_modulo(x, third), sum_modulo(y, sum_modulo(first, np.uint32(5)))


@jit
def draw_from_keys(seed: int, asked: Any, firsts: Any, seconds: Any, units: Any) -> None:
    """The numbers ``asked`` for (n, 2), by split and element in ascending order, for the seeds from ``seed`` on."""
    for lane in range(firsts.size):
        firsts[lane], seconds[lane] = np.uint32(0), np.uint32(seed + lane)
    position = 0
    for number in range(asked[-1, 0] + 1):
        start = position
        while position < asked.shape[0] and asked[position, 0] == number:
            position += 1
        for lane in range(firsts.size):
            first, second = threefry(firsts[lane], seconds[lane], np.uint32(1))
            for index in range(start, position):
                x, y = threefry(first, second, np.uint32(asked[index, 1]))
                units[index, lane] = upper_unit(np.uint32(x ^ y))
            firsts[lane], seconds[lane] = threefry(firsts[lane], seconds[lane], np.uint32(0))


@jit
def sieve_keys(
    seed: int,
    count: int,
    lanes: int,
    asked: Any,
    taps: Any,
    coefficients: Any,
    starts: Any,
    low: Any,
    high: Any,
    found: Any,
) -> int:
    """Sieve the seeds from ``seed`` on, in groups of ``lanes``, at least ``count`` of them."""
    firsts, seconds = np.empty(lanes, np.uint32), np.empty(lanes, np.uint32)
    units, totals = np.empty((asked.shape[0], lanes), np.float32), np.zeros(lanes, np.float32)
    number = 0
    for start in range(0, count, lanes):
        draw_from_keys(seed + start, asked, firsts, seconds, units)
        number = sieve_units(units, taps, coefficients, starts, low, high, totals, seed + start, found, number)
    return number


def sieve_of(plan: Plan) -> Callable[[int, int, np.ndarray], int]:
    """The sieve of a plan whose draws each take a key of their own."""
    place = [(draw, element) for draw, size in enumerate(plan.draws) for element in range(size)]
    needed = {unit for condition in plan.sieved for unit in condition.units}
    asked = sorted({(offset + place[u][0], place[u][1]) for offset in plan.offsets.values for u in needed})
    row = {entry: index for index, entry in enumerate(asked)}
    arrays = tap_arrays(plan, lambda offset, unit: row[offset + place[unit][0], place[unit][1]])
    table, lanes = np.array(asked, np.int64), lanes_for(len(asked))

    sieve: Any = sieve_keys

    def sift(seed: int, count: int, found: np.ndarray) -> int:
        return int(sieve(seed, count, lanes, table, *arrays, found))

    return sift
