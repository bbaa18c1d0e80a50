"""What the gate stops, grouped by what is wrong: each cause once, however many goldens and formats show it."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from lastdigit.records.run import Run
from lastdigit.reports.outcome.cause import CASE, GOLDEN, STALE, Cause
from lastdigit.reports.outcome.stops import DISAGREEMENT, FAILURE
from lastdigit.verdicts.explain import OR
from lastdigit.verdicts.verdict import DISAGREES, FAILED, THE_DOCUMENT, Verdict

RIGHT = "right by the definition; the document: "
"""How the explanation of a result begins that disagrees with a wrong golden only."""
UNEXPLAINED = "no known mistake explains these numbers"
EVERY_IMPLEMENTATION = 3
"""Implementations that must all disagree with a case before the case is checked first."""

Key = tuple[str, str, str]
"""A kind, who it is about, and what is wrong."""


def causes(run: Run) -> list[Cause]:
    """The causes of what the gate stops, the widest first, stale errata last.

    A disagreement that several mistakes explain is filed under the one that explains most of its implementation's.
    """
    failing = run.failing
    filed: dict[Key, list[int]] = defaultdict(list)
    wrong = _wrong_cases(run)
    for at, verdict in enumerate(failing):
        for key in _keys(verdict):
            filed[key].append(at)
        if verdict.verdict == DISAGREES and (case := f"{verdict.document}/{verdict.case}") in wrong:
            filed[CASE, case, "every implementation disagrees"].append(at)
    found = [_cause(run, key, [failing[at] for at in places]) for key, places in _covering(filed, len(failing))]
    return sorted(found, key=lambda cause: (cause.kind == STALE, -len(cause.verdicts), cause.who, cause.what))


def _keys(verdict: Verdict) -> Iterator[Key]:
    """What may be wrong where a verdict is stopped: one cause, or each mistake that explains it."""
    if verdict.verdict == FAILED:
        yield FAILURE, verdict.implementation, verdict.reason
    elif verdict.verdict == DISAGREES and (
        verdict.implementation == THE_DOCUMENT or verdict.explanation.startswith(RIGHT)
    ):
        what = verdict.explanation.removeprefix(RIGHT) or verdict.reason or UNEXPLAINED
        yield GOLDEN, f"{verdict.document}/{verdict.golden or verdict.case}", what
    elif verdict.verdict == DISAGREES:
        known = [cause for cause in verdict.explanation.split(OR) if cause]
        if not known or any(cause.startswith(UNEXPLAINED) for cause in known):
            known = [UNEXPLAINED]
        for cause in known:
            yield DISAGREEMENT, verdict.implementation, cause
    else:
        yield STALE, verdict.erratum and f"erratum {verdict.erratum}", verdict.reason or verdict.verdict


def _wrong_cases(run: Run) -> set[str]:
    """The cases with which every implementation disagrees, where there are several."""
    who: dict[str, set[str]] = defaultdict(set)
    right: set[str] = set()
    for verdict in run.failing:
        if verdict.verdict == DISAGREES and verdict.implementation != THE_DOCUMENT:
            who[f"{verdict.document}/{verdict.case}"].add(verdict.implementation)
    several = {case for case, names in who.items() if len(names) >= EVERY_IMPLEMENTATION}
    if several:
        stopped: dict[tuple[str, str], bool] = defaultdict(bool)
        for verdict in run.verdicts:
            case = f"{verdict.document}/{verdict.case}"
            if case in several and verdict.implementation != THE_DOCUMENT:
                stopped[case, verdict.implementation] |= verdict.gate != "pass"
        right = {case for (case, _), stops in stopped.items() if not stops}
    return several - right


def _covering(filed: Mapping[Key, list[int]], count: int) -> Iterator[tuple[Key, list[int]]]:
    """Few groups that hold all of them, each in one: the largest group first, then the largest of what is left."""
    taken = bytearray(count)
    waiting = [(-len(places), key) for key, places in filed.items()]
    heapq.heapify(waiting)
    while waiting:
        size, key = heapq.heappop(waiting)
        left = [at for at in filed[key] if not taken[at]]
        if not left:
            continue
        if len(left) < -size:
            heapq.heappush(waiting, (-len(left), key))
            continue
        for at in left:
            taken[at] = 1
        yield key, left


def _cause(run: Run, key: Key, verdicts: Sequence[Verdict]) -> Cause:
    kind, who, what = key
    if kind == CASE:
        names = [f"case {who}", f"relation {who}"]
    elif kind == STALE:
        names = []
    elif kind == GOLDEN:
        names = list(dict.fromkeys(f"{what} {v.document}/{v.case}" for v in verdicts for what in ("case", "relation")))
    else:
        names = list(dict.fromkeys(f"implementation {who} {verdict.operation}" for verdict in verdicts))
    places = {name.rpartition(" ")[2]: run.places[name] for name in names if name in run.places}
    return Cause(kind, who, what, tuple(verdicts), tuple(sorted(places.items(), key=lambda each: each[1])))
