"""Integers that go up by the same from line to line under one label: they number the lines, as a counter does."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lastdigit.extraction.labels import Print

FEWEST = 4
"""So many such integers are a counter; three may be values."""

_DIGITS = re.compile(r"\d+")


def counters_of_lines(prints: Iterable[Print]) -> set[tuple[int, int]]:
    """Where the counters among ``prints`` stand: the numbers of their outputs, and their places there."""
    found: set[tuple[int, int]] = set()
    runs: dict[tuple[int, str], list[Print]] = {}
    for entry in prints:
        array = entry.found.array
        if array.shape or array.dtype != "int64" or not entry.found.label or entry.found.path:
            continue
        run = runs.setdefault((entry.output.number, _DIGITS.sub("0", entry.found.label)), [])
        if len(run) > 1 and _value(entry) - _value(run[-1]) != _value(run[-1]) - _value(run[-2]):
            found |= _places(run)
            del run[:-1]
        run.append(entry)
    return found.union(*map(_places, runs.values()))


def _places(run: list[Print]) -> set[tuple[int, int]]:
    counts = len(run) >= FEWEST and _value(run[0]) != _value(run[1])
    return {(entry.output.number, entry.found.array.start) for entry in run} if counts else set()


def _value(entry: Print) -> int:
    return int(entry.found.array.texts[0].replace(",", "").replace("_", ""))
