"""A search through the ranges of a plan, with checkpoints so that nothing is done twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lastdigit.seeds.checkpoint import Range, State, checkpoint_path, load, save
from lastdigit.seeds.plan import Plan
from lastdigit.seeds.workers import Result

Runner = Callable[[Plan, Iterable[Range]], Iterator[Result]]
"""Searches ranges and yields each one's result as it finishes."""

KEEP_EVERY = 1.0
"""Seconds between checkpoints: the most that a search loses if the machine stops."""


def search(plan: Plan, runner: Runner, folder: Path, report: Callable[[State], None]) -> State:
    """Search what no earlier run of the same plan has searched; ``report`` is called after every range.

    The state is stored in ``folder`` until the search is complete, whatever interrupts it.
    """
    path = checkpoint_path(folder, plan)
    state = load(path)
    report(state)
    kept = time.monotonic()
    try:
        for done, survivors, hits in runner(plan, state.open_ranges(plan.first, plan.end, piece(plan))):
            state = state.with_range(done, survivors, hits)
            report(state)
            if time.monotonic() - kept >= KEEP_EVERY:
                save(path, state)
                kept = time.monotonic()
    except BaseException:
        save(path, state)
        raise
    save(path, state)
    return state


def piece(plan: Plan) -> int:
    """The number of seeds in a range: about one second's work of one core."""
    return max(2**20, 2**24 // (1 + len(plan.offsets.values) // 16))
