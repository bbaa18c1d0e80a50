"""When a run began, how long it took, and the commit judged: facts of one run, not of its environment."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from pathlib import Path

from lastdigit.base.commit import commit_of

BEGAN, TOOK, COMMIT = "began", "took", "commit"
TIMES = (BEGAN, TOOK)
"""The facts that differ between any two runs."""

Details = Mapping[str, str]


class Occasion:
    """A run in progress: the facts known at its start, and its duration so far."""

    def __init__(self, root: Path) -> None:
        self._start = time.monotonic()
        self.known = {BEGAN: f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M:%S} UTC"}
        if commit := commit_of(root):
            self.known[COMMIT] = commit

    def took(self) -> dict[str, str]:
        """The seconds since its start."""
        return {TOOK: f"{time.monotonic() - self._start:.1f} s"}


def joined(parts: Iterable[Details]) -> dict[str, str]:
    """Combine the occasions of parts: earliest start, total seconds, every commit."""
    found = list(parts)
    began = sorted(details[BEGAN] for details in found if details.get(BEGAN))
    took = [seconds for details in found if (seconds := seconds_of(details)) is not None]
    commits = dict.fromkeys(details[COMMIT] for details in found if details.get(COMMIT))
    plain = {BEGAN: began[0] if began else "", TOOK: f"{sum(took):.1f} s" if took else "", COMMIT: ", ".join(commits)}
    return {name: words for name, words in plain.items() if words}


def seconds_of(details: Details) -> float | None:
    """The duration of a run in seconds; None if its record lacks it."""
    number, _, unit = details.get(TOOK, "").partition(" ")
    try:
        return float(number) if unit == "s" else None
    except ValueError:
        return None


def duration(seconds: float) -> str:
    """Format seconds for people: ``130 ms``, ``24 s``, ``3 min 5 s``, ``2 h 4 min``."""
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
