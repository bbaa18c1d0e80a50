"""Profiles in printed text: the tables of times and memory of profilers, which differ from run to run."""

from __future__ import annotations

from lastdigit.base.rule import Rule, any_of

PROFILES = (
    Rule(
        r"(?m:^ {0,20}\d+ function calls\b.{0,80} in \d)", "timing", "   12 function calls in 0.1 seconds", "12 calls"
    ),
    Rule(r"(?m:^Timer unit: )", "timing", "Timer unit: 1e-06 s", "unit: 1e-06"),
    Rule(r"(?m:^Line # {2,20})", "timing", "Line #      Hits", "Line 3"),
    Rule(r"(?m:^[- ]{20,400}\n {1,80}Name +Self CPU)", "timing", "-" * 20 + "\n  Name  Self CPU", "Name  Self"),
)
"""How profiles of cProfile, the line profiler and torch begin."""

_BEGINS = any_of(PROFILES)
_MARKS = (" function calls ", "Timer unit: ", "Line #", "Self CPU")


def profiles(text: str) -> list[tuple[int, int, str]]:
    """The span from the first profile of ``text`` to its end, since profiles are printed last; its kind is timing."""
    begins = _BEGINS.search(text) if any(map(text.__contains__, _MARKS)) else None
    return [(begins.start(), len(text), "timing")] if begins else []
