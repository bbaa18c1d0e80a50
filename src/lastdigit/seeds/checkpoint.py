"""Checkpoints of a search: finished ranges and their hits, in an atomically written file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lastdigit.base.errors import InvalidStore, told
from lastdigit.base.files import read_content, write_whole
from lastdigit.seeds.plan import Plan
from lastdigit.seeds.sieve import Hit

Range = tuple[int, int]
"""The first seed, and the one after the last."""


@dataclass(frozen=True)
class State:
    """The state of a search: disjoint finished ranges in ascending order, the number of survivors, and the hits."""

    done: tuple[Range, ...] = ()
    survivors: int = 0
    hits: tuple[Hit, ...] = ()

    @property
    def tested(self) -> int:
        """The number of seeds tested."""
        return sum(end - first for first, end in self.done)

    def with_range(self, done: Range, survivors: int, hits: list[Hit]) -> State:
        """The state after one more range."""
        ranges = _merged([*self.done, done])
        return replace(self, done=ranges, survivors=self.survivors + survivors, hits=tuple(sorted({*self.hits, *hits})))

    def open_ranges(self, first: int, end: int, size: int) -> Iterator[Range]:
        """The unfinished parts of [first, end), in pieces of at most ``size`` seeds."""
        for before, behind in _gaps(self.done, first, end):
            for start in range(before, behind, size):
                yield start, min(start + size, behind)


def checkpoint_path(folder: Path, plan: Plan) -> Path:
    """The file of a plan's state; each plan of the same draws has its own."""
    digest = hashlib.sha256(repr(plan).encode()).hexdigest()[:12]
    return folder / f"{plan.document}-{plan.draw}-{digest}.json"


def save(path: Path, state: State) -> None:
    """Write a state atomically."""
    hits = [[hit.seed, hit.offset, hit.held] for hit in state.hits]
    content = {"done": state.done, "survivors": state.survivors, "hits": hits}
    write_whole(path, json.dumps(content).encode())


def load(path: Path) -> State:
    """Load the saved state, or an initial one; raises :class:`InvalidStore`."""
    if not os.path.lexists(path):
        return State()
    try:
        content = json.loads(read_content(path))
        ranges, survivors, hits = (content[key] for key in ("done", "survivors", "hits"))
        done = tuple((_seed(first), _seed(end)) for first, end in ranges)
        return State(done, _seed(survivors), tuple(Hit(*map(_seed, hit)) for hit in hits))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidStore(path, 1, "the state of a search", str(error)) from error


def _seed(number: object) -> int:
    if type(number) is not int or not 0 <= number <= 1 << 62:
        raise ValueError(f"expected a whole number, found {told(number)}")
    return number


def _merged(ranges: list[Range]) -> tuple[Range, ...]:
    merged: list[Range] = []
    for first, end in sorted(ranges):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((first, end))
    return tuple(merged)


def _gaps(done: tuple[Range, ...], first: int, end: int) -> Iterator[Range]:
    position = first
    for start, behind in done:
        if start > position:
            yield position, min(start, end)
        position = max(position, behind)
    if position < end:
        yield position, end
