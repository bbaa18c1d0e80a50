"""One range of seeds through the sieve: survivors are drawn by their own generator and checked in full."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from lastdigit.cases.draws.generator import GENERATORS
from lastdigit.cases.draws.layout import NORMAL_BOUND
from lastdigit.seeds.plan import Condition, Plan

MEMORY = 2**20
"""Bytes of states and units that fit into a core's L2 cache."""
ROOM = 2**16
"""The most survivors of one range; a range with more is split."""


@dataclass(frozen=True, order=True)
class Hit:
    """A seed and offset, with the number of the plan's conditions that hold."""

    seed: int
    offset: int
    held: int


@dataclass(frozen=True)
class Sieve:
    """A plan as arrays for the compiled sieve. ``sift(seed, count, found)`` returns the number of survivors."""

    sift: Callable[[int, int, np.ndarray], int]


def search_range(plan: Plan, first: int, end: int) -> tuple[int, list[Hit]]:
    """The number of seeds in [first, end) that survive the sieve, and the hits among them: near misses and better."""
    found = np.zeros((ROOM, 2), np.int64)
    survivors = compiled(plan).sift(first, end - first, found)
    if survivors > ROOM:
        middle = (first + end) // 2
        below, above = search_range(plan, first, middle), search_range(plan, middle, end)
        return below[0] + above[0], [*below[1], *above[1]]
    kept = [(int(seed), plan.offsets.values[index]) for seed, index in found[:survivors] if seed < end]
    hits = [Hit(seed, offset, held(plan, seed, offset)) for seed, offset in kept]
    return len(kept), [hit for hit in hits if hit.held >= plan.near]


def held(plan: Plan, seed: int, offset: int) -> int:
    """The number of conditions that hold with a seed: all of the first ``near``, and any of the others."""
    calls = GENERATORS[plan.generator](seed, offset)
    call = next(calls[name] for name in (("randn",) if plan.normal else _PLAIN) if name in calls)
    options = {} if plan.generator != "torch" else {"dtype": "float32" if plan.layout.exact else "float64"}
    units = np.concatenate([call((size,), **options) for size in plan.draws])
    if plan.normal:
        units = units / NORMAL_BOUND
    holding = [_holds(condition, units) for condition in plan.conditions]
    return sum(holding) if all(holding[: plan.near]) else 0


_PLAIN = ("rand", "random", "uniform")


def _holds(condition: Condition, units: np.ndarray) -> bool:
    products = units[list(condition.units)] * condition.coefficients
    slack = 2.0**-50 * (len(products) + 1) * float(np.abs(products).sum())
    return bool(condition.low - slack <= products.sum() <= condition.high + slack)


@lru_cache(maxsize=4)
def compiled(plan: Plan) -> Sieve:
    """The compiled sieve of a plan; raises :class:`MissingCompiler` if Numba is not installed."""
    from lastdigit.seeds import kernel, mersenne

    if plan.generator == "jax.random":
        from lastdigit.seeds.threefry_kernel import sieve_of

        return Sieve(sieve_of(plan))
    if plan.normal:
        from lastdigit.seeds.normal_sieve import sieve_of as normal_sieve_of

        return Sieve(normal_sieve_of(plan))
    width = plan.layout.words
    words = sorted({offset + unit * width for offset in plan.offsets.values for c in plan.sieved for unit in c.units})
    row = {word: index for index, word in enumerate(words)}
    arrays = tap_arrays(plan, lambda offset, unit: row[offset + unit * width])
    schedule = mersenne.schedule(words)
    lanes = lanes_for(schedule.rows + len(words))
    seeding = kernel.BY_KEY if plan.generator == "random" else kernel.BY_INTEGER
    shift, mask = np.uint32(plan.layout.shift), np.uint32(plan.layout.mask)

    sieve: Any = kernel.sieve_mersenne
    made = (lanes, schedule.seeded, schedule.twists, schedule.tempered, schedule.rows, shift, mask)

    def sift(seed: int, count: int, found: np.ndarray) -> int:
        return int(sieve(seeding, seed, count, *made, *arrays, found))

    return Sieve(sift)


def lanes_for(rows: int) -> int:
    """The number of seeds processed in parallel: as many as fit into the cache, between 64 and 512."""
    return int(max(64, min(512, MEMORY // (4 * rows) // 64 * 64)))


def tap_arrays(plan: Plan, row: Callable[[int, int], int]) -> tuple[np.ndarray, ...]:
    """Taps (offsets, taps), coefficients (taps,), starts (conditions + 1,), low and high (conditions,).

    The sieve's units are integers below 2^bits, so the bounds are scaled to them; if further bits follow the leading
    ones, the sign of a coefficient says which bound they shift. The float32 error is at most γₙ of the magnitudes for n
    products and sums (Higham 2002, section 3.1), which the bounds include.
    """
    taps: list[list[int]] = [[] for _ in plan.offsets.values]
    coefficients: list[float] = []
    starts, low, high = [0], [], []
    scale = 2.0**plan.layout.bits
    rest = 0.0 if plan.layout.exact else 1.0
    for condition in plan.sieved:
        count = len(condition.units)
        filled = count if count == 1 else -count % 4 + count
        for index, offset in enumerate(plan.offsets.values):
            rows = [row(offset, unit) for unit in condition.units]
            taps[index] += rows + rows[-1:] * (filled - count)
        coefficients += [*condition.coefficients, *([0.0] * (filled - count))]
        starts.append(len(coefficients))
        factors = np.array(condition.coefficients)
        roundings = (filled + 3) * 2.0**-24
        lost = roundings / (1 - roundings) * float(np.abs(factors).sum()) * scale
        low.append(condition.low * scale - rest * float(factors[factors > 0].sum()) - lost)
        high.append(condition.high * scale - rest * float(factors[factors < 0].sum()) + lost)
    down = np.nextafter(np.array(low, np.float32), np.float32(-np.inf))
    up = np.nextafter(np.array(high, np.float32), np.float32(np.inf))
    return (
        np.array(taps, np.int32),
        np.array(coefficients, np.float32),
        np.array(starts, np.int32),
        down.astype(np.float32),
        up.astype(np.float32),
    )
