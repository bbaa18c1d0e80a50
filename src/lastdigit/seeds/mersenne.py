"""The Mersenne Twister for many seeds at once, one per lane: only words needed by a search are computed.

MT19937 of Matsumoto and Nishimura (ACM TOMACS 8(1), 1998; seeding of their version of 2002). Word n of the output is
tempered from state n + 624, which follows from the states n, n + 1 and n + 397; the first 624 come from the seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

STATE, MIDDLE = 624, 397


@dataclass(frozen=True)
class Schedule:
    """Which states are stored, each in a row of its own, and how they follow from one another.

    ``seeded`` (states,): the row of each state derived from the seed, −1 if skipped. ``twists`` (n, 4): the row
    computed and its three source rows. ``tempered`` (n,): the rows of the requested words, in ascending order.
    """

    seeded: np.ndarray
    twists: np.ndarray
    tempered: np.ndarray
    rows: int


def schedule(words: Iterable[int]) -> Schedule:
    """The minimal schedule for the output words ``words`` (counted from 0)."""
    wanted = [word + STATE for word in sorted(set(words))]
    needed: set[int] = set()
    open_states = list(wanted)
    while open_states:
        state = open_states.pop()
        if state not in needed:
            needed.add(state)
            if state >= STATE:
                open_states += [state - STATE, state - STATE + 1, state - STATE + MIDDLE]
    row = {state: index for index, state in enumerate(sorted(needed))}
    last = max(state for state in needed if state < STATE)
    return Schedule(
        np.array([row.get(state, -1) for state in range(last + 1)], dtype=np.int32),
        np.array(
            [
                [row[state], *(row[state - STATE + k] for k in (0, 1, MIDDLE))]
                for state in sorted(needed)
                if state >= STATE
            ],
            dtype=np.int32,
        ),
        np.array([row[state] for state in wanted], dtype=np.int32),
        len(row),
    )
