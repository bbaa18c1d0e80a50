"""Normal numbers for many seeds, compiled: seeding is vectorised over lanes, draws are computed per lane.

NumPy's legacy generator uses the polar method (Marsaglia and Bray, SIAM Review 6(3), 1964), torch's on the CPU that of
Box and Muller (Ann. Math. Stat. 29(2), 1958), in blocks of 16 numbers where a tensor is large enough.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.cases.draws.box_muller import BLOCK
from lastdigit.seeds.compiled import jit
from lastdigit.seeds.lanes import tempered_word
from lastdigit.seeds.mersenne_kernel import seed_by_integer, twist

POLAR, SINGLE, DOUBLE = 0, 1, 2
_TURN = 2.0 * math.pi


@jit
def upper_double(words: Any, position: int, lane: int) -> float:
    """A number of 53 bits from two words, as in NumPy."""
    first, second = words[position, lane] >> np.uint32(5), words[position + 1, lane] >> np.uint32(6)
    return (np.float64(first) * 67108864.0 + np.float64(second)) * 2.0**-53


@jit
def lower_double(words: Any, position: int, lane: int) -> float:
    """A number of 53 bits from two words, as in torch."""
    first = np.float64(words[position, lane] & np.uint32(0x1FFFFF))
    return (first * 4294967296.0 + np.float64(words[position + 1, lane])) * 2.0**-53


@jit
def draw_polar(words: Any, position: int, lane: int, count: int, numbers: Any) -> bool:
    """NumPy's next ``count`` normal numbers; False if the words do not suffice because of rejections."""
    drawn = 0
    while drawn < count:
        if position + 4 > words.shape[0]:
            return False
        x = 2.0 * upper_double(words, position, lane) - 1.0
        y = 2.0 * upper_double(words, position + 2, lane) - 1.0
        position += 4
        square = x * x + y * y
        if square >= 1.0 or square == 0.0:
            continue
        factor = math.sqrt(-2.0 * math.log(square) / square)
        numbers[drawn] = factor * y
        if drawn + 1 < count:
            numbers[drawn + 1] = factor * x
        drawn += 2
    return True


@jit
def transform_block(numbers: Any, start: int) -> None:
    """Transforms sixteen uniform numbers, the radii first, to normal ones in place."""
    half = BLOCK // 2
    for index in range(start, start + half):
        radius, angle = math.sqrt(-2.0 * math.log(1.0 - numbers[index])), _TURN * numbers[index + half]
        numbers[index], numbers[index + half] = radius * math.cos(angle), radius * math.sin(angle)


@jit
def draw_large(words: Any, position: int, lane: int, size: int, single: bool, numbers: Any, start: int) -> int:
    """torch's normal numbers of a tensor of 16 or more, from ``start`` on; returns the position after its words.

    If the size is not a multiple of 16, the last 16 are drawn again.
    """
    again = BLOCK if size % BLOCK else 0
    for index in range(size + again):
        if index == size:
            for block in range(size // BLOCK):
                transform_block(numbers, start + block * BLOCK)
        place = start + index - (BLOCK if index >= size else 0)
        if single:
            numbers[place] = np.float64(words[position, lane] & np.uint32(0xFFFFFF)) * 2.0**-24
            position += 1
        else:
            numbers[place] = lower_double(words, position, lane)
            position += 2
    if again:
        transform_block(numbers, start + size - BLOCK)
    else:
        for block in range(size // BLOCK):
            transform_block(numbers, start + block * BLOCK)
    return position


@jit
def draw_tensors(words: Any, position: int, lane: int, count: int, sizes: Any, single: bool, numbers: Any) -> bool:
    """torch's normal numbers of tensors of ``sizes``, up to the tensor with the last of ``count``."""
    drawn, waiting, kept = 0, False, 0.0
    for tensor in range(sizes.size):
        if sizes[tensor] >= BLOCK:
            position = draw_large(words, position, lane, sizes[tensor], single, numbers, drawn)
            drawn += sizes[tensor]
        else:
            for _ in range(sizes[tensor]):
                if waiting:
                    numbers[drawn], waiting = kept, False
                else:
                    angle = _TURN * lower_double(words, position, lane)
                    radius = math.sqrt(-2.0 * math.log1p(-lower_double(words, position + 2, lane)))
                    position += 4
                    numbers[drawn], kept, waiting = radius * math.cos(angle), radius * math.sin(angle), True
                drawn += 1
        if drawn >= count:
            break
    return True


@jit
def can_hold(
    kind: int,
    words: Any,
    position: int,
    lane: int,
    sizes: Any,
    numbers: Any,
    conditions: int,
    counts: Any,
    units: Any,
    coefficients: Any,
    starts: Any,
    low: Any,
    high: Any,
) -> bool:
    """Whether the first ``conditions`` can hold; also True if the words do not suffice to decide."""
    count = counts[conditions - 1]
    if kind == POLAR:
        enough = draw_polar(words, position, lane, count, numbers)
    else:
        enough = draw_tensors(words, position, lane, count, sizes, kind == SINGLE, numbers)
    if not enough:
        return True
    for condition in range(conditions):
        total = 0.0
        for tap in range(starts[condition], starts[condition + 1]):
            total += coefficients[tap] * numbers[units[tap]]
        if not low[condition] <= total <= high[condition]:
            return False
    return True


@jit
def sieve_normals(
    kind: int,
    seed: int,
    count: int,
    lanes: int,
    seeded: Any,
    twists: Any,
    outputs: Any,
    height: int,
    offsets: Any,
    sizes: Any,
    counts: Any,
    units: Any,
    coefficients: Any,
    starts: Any,
    low: Any,
    high: Any,
    found: Any,
) -> int:
    """Sieve the seeds from ``seed`` on. ``counts``: the number of draws needed up to each condition."""
    rows, words = np.empty((height, lanes), np.uint32), np.empty((outputs.size, lanes), np.uint32)
    current, numbers = np.empty(lanes, np.uint32), np.empty(sizes.sum() + 1, np.float64)
    number = 0
    for start in range(0, count, lanes):
        seed_by_integer(seed + start, seeded, rows, current)
        twist(twists, rows)
        for index in range(outputs.size):
            state = outputs[index]
            for lane in range(lanes):
                words[index, lane] = tempered_word(rows[state, lane])
        for index in range(offsets.size):
            for lane in range(lanes):
                if not can_hold(
                    kind, words, offsets[index], lane, sizes, numbers, 1, counts, units, coefficients, starts, low, high
                ):
                    continue
                if low.size == 1 or can_hold(
                    kind,
                    words,
                    offsets[index],
                    lane,
                    sizes,
                    numbers,
                    low.size,
                    counts,
                    units,
                    coefficients,
                    starts,
                    low,
                    high,
                ):
                    if number < found.shape[0]:
                        found[number, 0], found[number, 1] = seed + start + lane, index
                    number += 1
    return number
