"""The compiled sieve: finds seeds and offsets whose draws can print as the first printed values."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.seeds.compiled import inlined, jit
from lastdigit.seeds.lanes import count_within
from lastdigit.seeds.mersenne import STATE
from lastdigit.seeds.mersenne_kernel import draw_units, seed_by_integer, seed_by_key, twist

BY_INTEGER, BY_KEY = 0, 1
GROUP = 4
"""Taps are processed in groups of this size; the taps of a condition are padded with zero coefficients."""


@inlined
def only_total(units: Any, row: int, factor: Any, low: Any, high: Any, totals: Any) -> Any:
    """Evaluates a condition on one number in every lane; returns the number of lanes in which it holds."""
    passing = np.uint32(0)
    for lane in range(totals.size):
        total = factor * units[row, lane]
        totals[lane] = total
        passing = count_within(passing, total, low, high)
    return passing


@inlined
def four_totals(
    units: Any, rows: Any, offset: int, tap: int, coefficients: Any, low: Any, high: Any, totals: Any
) -> Any:
    """Adds four taps of a condition in every lane; returns in how many it holds without further taps."""
    p, q, r, s = rows[offset, tap], rows[offset, tap + 1], rows[offset, tap + 2], rows[offset, tap + 3]
    a, b, c, d = coefficients[tap], coefficients[tap + 1], coefficients[tap + 2], coefficients[tap + 3]
    passing = np.uint32(0)
    if tap == 0:
        for lane in range(totals.size):
            total = a * units[p, lane] + b * units[q, lane] + c * units[r, lane] + d * units[s, lane]
            totals[lane] = total
            passing = count_within(passing, total, low, high)
    else:
        for lane in range(totals.size):
            total = a * units[p, lane] + b * units[q, lane] + c * units[r, lane] + d * units[s, lane] + totals[lane]
            totals[lane] = total
            passing = count_within(passing, total, low, high)
    return passing


@jit
def sieve_units(
    units: Any,
    taps: Any,
    coefficients: Any,
    starts: Any,
    low: Any,
    high: Any,
    totals: Any,
    seed: int,
    found: Any,
    number: int,
) -> int:
    """Add (seed, offset) to ``found`` for every lane and offset where all conditions can be met; returns their number.

    ``taps`` (offsets, taps): the row of ``units`` that each tap reads; ``starts``: the first tap of each condition.
    """
    for offset in range(taps.shape[0]):
        passing = np.uint32(0)
        if starts[1] == 1:
            passing = only_total(units, taps[offset, 0], coefficients[0], low[0], high[0], totals)
        else:
            for tap in range(0, starts[1], GROUP):
                passing = four_totals(units, taps, offset, tap, coefficients, low[0], high[0], totals)
        if passing == 0:
            continue
        for lane in range(totals.size):
            if low[0] <= totals[lane] <= high[0]:
                held = True
                for condition in range(1, low.size):
                    total = np.float32(0)
                    for tap in range(starts[condition], starts[condition + 1]):
                        total += coefficients[tap] * units[taps[offset, tap], lane]
                    held = held and low[condition] <= total <= high[condition]
                if held:
                    if number < found.shape[0]:
                        found[number, 0] = seed + lane
                        found[number, 1] = offset
                    number += 1
    return number


@jit
def sieve_mersenne(
    seeding: int,
    seed: int,
    count: int,
    lanes: int,
    seeded: Any,
    twists: Any,
    outputs: Any,
    height: int,
    shift: Any,
    mask: Any,
    taps: Any,
    coefficients: Any,
    starts: Any,
    low: Any,
    high: Any,
    found: Any,
) -> int:
    """Sieve the seeds from ``seed`` on, in groups of ``lanes``, at least ``count`` of them.

    Returns the number of hits, which may exceed the capacity of ``found``.
    """
    rows = np.empty((height, lanes), np.uint32)
    units = np.empty((outputs.size, lanes), np.float32)
    current = np.empty(lanes, np.uint32)
    totals = np.zeros(lanes, np.float32)
    states = np.empty((STATE if seeding == BY_KEY else 1, lanes), np.uint32)
    number = 0
    for start in range(0, count, lanes):
        if seeding == BY_KEY:
            seed_by_key(seed + start, seeded, rows, states)
        else:
            seed_by_integer(seed + start, seeded, rows, current)
        twist(twists, rows)
        draw_units(outputs, rows, shift, mask, units)
        number = sieve_units(units, taps, coefficients, starts, low, high, totals, seed + start, found, number)
    return number
