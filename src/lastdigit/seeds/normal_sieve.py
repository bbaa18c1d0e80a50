"""The sieve of a plan with normal draws: the words they may consume, and the arrays for its kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lastdigit.cases.draws.box_muller import BLOCK
from lastdigit.cases.draws.layout import NORMAL_BOUND
from lastdigit.seeds import mersenne, normal_kernel
from lastdigit.seeds.plan import Plan
from lastdigit.seeds.sieve import lanes_for


def sieve_of(plan: Plan) -> Callable[[int, int, np.ndarray], int]:
    """The compiled sieve of a plan of normal draws."""
    wanted = max(max(condition.units) for condition in plan.sieved) + 1
    last = plan.offsets.last + words_for(plan, wanted)
    schedule = mersenne.schedule(range(last))
    lanes = lanes_for(schedule.rows + last)
    kind = normal_kernel.POLAR
    if plan.generator == "torch":
        kind = normal_kernel.SINGLE if plan.layout.exact else normal_kernel.DOUBLE
    units: list[int] = []
    counts: list[int] = []
    coefficients: list[float] = []
    starts, low, high = [0], list[float](), list[float]()
    for condition in plan.sieved:
        units += condition.units
        coefficients += [factor / NORMAL_BOUND for factor in condition.coefficients]
        starts.append(len(units))
        counts.append(max(max(condition.units) + 1, counts[-1] if counts else 0))
        slack = 2.0**-40 * sum(abs(factor) for factor in condition.coefficients)
        low.append(condition.low - slack)
        high.append(condition.high + slack)
    whole = [np.array(values, np.int64) for values in (plan.offsets.values, plan.draws, counts, units)]
    bounds = (np.array(coefficients), np.array(starts, np.int64), np.array(low), np.array(high))
    made = (lanes, schedule.seeded, schedule.twists, schedule.tempered, schedule.rows)
    sieve: Any = normal_kernel.sieve_normals

    def sift(seed: int, count: int, found: np.ndarray) -> int:
        return int(sieve(kind, seed, count, *made, *whole, *bounds, found))

    return sift


def words_for(plan: Plan, numbers: int) -> int:
    """The number of words for the first ``numbers``. NumPy rejects 1 − π/4 of its pairs, so it gets twice as many and
    twenty more; if they do not suffice, the sieve lets a seed pass.
    """
    if plan.generator == "numpy.random":
        return 4 * (2 * ((numbers + 1) // 2) + 20)
    width, words, drawn, waiting = (1 if plan.layout.exact else 2), 0, 0, 0
    for size in plan.draws:
        if size < BLOCK:
            pairs = (size - waiting + 1) // 2
            waiting = waiting + 2 * pairs - size
            words += 4 * pairs
        else:
            words += width * (size + (BLOCK if size % BLOCK else 0))
        drawn += size
        if drawn >= numbers:
            break
    return words
