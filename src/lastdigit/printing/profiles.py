"""Profiles in printed text: the tables of times and of memory that profilers write, which differ from run to run."""

from __future__ import annotations

import re

_BEGINS = re.compile(
    r"^(?: {0,20}\d+ function calls\b.{0,80} in \d|Timer unit: |Line # {2,20}|[- ]{20,400}\n {1,80}Name +Self CPU)",
    re.MULTILINE,
)
_MARKS = (" function calls ", "Timer unit: ", "Line #", "Self CPU")


def profiles(text: str) -> list[tuple[int, int, str]]:
    """The span from the first profile of ``text`` to its end, since they are printed last, and that it is of times."""
    begins = _BEGINS.search(text) if any(map(text.__contains__, _MARKS)) else None
    return [(begins.start(), len(text), "timing")] if begins else []
