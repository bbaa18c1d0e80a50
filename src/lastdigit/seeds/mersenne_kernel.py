"""The Mersenne Twister's recurrences, compiled: every inner loop runs over lanes, one seed each."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.seeds.compiled import inlined, jit
from lastdigit.seeds.lanes import product_step, sum_modulo, tempered_unit, twisted
from lastdigit.seeds.mersenne import STATE

_SEEDING = np.uint32(1812433253)
_FIRST_MIX, _SECOND_MIX = np.uint32(1664525), np.uint32(1566083941)
_ARRAY_SEED, _FIRST_STATE = np.uint32(19650218), np.uint32(0x80000000)


@inlined
def pass_over(current: Any, first: int, steps: int) -> None:
    """Seeding by an integer: advances ``steps`` states from state ``first`` − 1, two per pass over the lanes."""
    for step in range(steps // 2):
        index, following = np.uint32(first + 2 * step), np.uint32(first + 2 * step + 1)
        for lane in range(current.size):
            state = sum_modulo(product_step(current[lane], _SEEDING), index)
            current[lane] = sum_modulo(product_step(state, _SEEDING), following)
    if steps % 2:
        index = np.uint32(first + steps - 1)
        for lane in range(current.size):
            current[lane] = sum_modulo(product_step(current[lane], _SEEDING), index)


@inlined
def keep(current: Any, rows: Any, row: int) -> None:
    """Copies the current state to its row."""
    for lane in range(current.size):
        rows[row, lane] = current[lane]


@inlined
def keep_two(current: Any, first: int, rows: Any, one: int, other: int) -> None:
    """Copies the states ``first`` and ``first`` + 1 to their rows."""
    index, following = np.uint32(first), np.uint32(first + 1)
    for lane in range(current.size):
        state = sum_modulo(product_step(current[lane], _SEEDING), index)
        rows[one, lane] = state
        state = sum_modulo(product_step(state, _SEEDING), following)
        rows[other, lane] = state
        current[lane] = state


@jit
def seed_by_integer(seed: int, seeded: Any, rows: Any, current: Any) -> None:
    """init_genrand for the seeds from ``seed`` on, one per lane; the states of ``seeded`` are stored in their rows."""
    for lane in range(current.size):
        current[lane] = np.uint32(seed + lane)
    if seeded[0] >= 0:
        keep(current, rows, seeded[0])
    reached, state = 0, 1
    while state < seeded.size:
        if seeded[state] < 0:
            state += 1
            continue
        pass_over(current, reached + 1, state - reached - 1)
        if state + 1 < seeded.size and seeded[state + 1] >= 0:
            keep_two(current, state, rows, seeded[state], seeded[state + 1])
            state += 1
        else:
            pass_over(current, state, 1)
            keep(current, rows, seeded[state])
        reached = state
        state += 1


@inlined
def mix(states: Any, index: int, factor: Any, seed: int, step: int) -> None:
    """One step of init_by_array: the state ``index`` from itself and the one before, plus seed · lane step + seed."""
    for lane in range(states.shape[1]):
        word = np.uint32(states[index, lane] ^ product_step(states[index - 1, lane], factor))
        states[index, lane] = sum_modulo(word, np.uint32(seed + step * lane))
    if index == STATE - 1:
        for lane in range(states.shape[1]):
            states[0, lane] = states[index, lane]


@jit
def seed_by_key(seed: int, seeded: Any, rows: Any, states: Any) -> None:
    """init_by_array with a key of one word, one per lane: how Python seeds by an integer below 2³²."""
    state = _ARRAY_SEED
    for index in range(STATE):
        if index:
            state = sum_modulo(product_step(state, _SEEDING), np.uint32(index))
        for lane in range(states.shape[1]):
            states[index, lane] = state
    for step in range(STATE):
        mix(states, 1 + step % (STATE - 1), _FIRST_MIX, seed, 1)
    for step in range(1, STATE):
        index = 1 + step % (STATE - 1)
        mix(states, index, _SECOND_MIX, 2**32 - index, 0)
    for index in range(seeded.size):
        if seeded[index] >= 0:
            for lane in range(states.shape[1]):
                rows[seeded[index], lane] = states[index, lane] if index else _FIRST_STATE


@jit
def twist(twists: Any, rows: Any) -> None:
    """Computes the states that follow from others, in order."""
    for step in range(twists.shape[0]):
        made, first, second, middle = twists[step, 0], twists[step, 1], twists[step, 2], twists[step, 3]
        for lane in range(rows.shape[1]):
            rows[made, lane] = twisted(rows[first, lane], rows[second, lane], rows[middle, lane])


@jit
def draw_units(outputs: Any, rows: Any, shift: Any, mask: Any, units: Any) -> None:
    """The leading bits of each requested word, as an integer in float32."""
    for index in range(outputs.size):
        state = outputs[index]
        for lane in range(rows.shape[1]):
            units[index, lane] = tempered_unit(rows[state, lane], shift, mask)
