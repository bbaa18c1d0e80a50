"""What the gate stops, grouped by what is wrong: each cause once, however many goldens and formats show it."""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lastdigit.number_format import FORMATS
from lastdigit.reports.html_words import number
from lastdigit.reports.stops import DISAGREEMENT, FAILURE, share_of
from lastdigit.run import Place, Run
from lastdigit.verdicts.explain import AND, OR, looks
from lastdigit.verdicts.verdict import DISAGREES, FAILED, THE_DOCUMENT, Verdict

CASE, GOLDEN, STALE = "case", "golden", "stale"
"""Kinds of causes beside those of :mod:`~lastdigit.reports.stops`: a case that every implementation disagrees with, a
golden that disagrees with its definition, and an erratum of what agrees."""
RIGHT = "right by the definition; the document: "
"""How the explanation of a result begins that disagrees with a wrong golden only."""
UNEXPLAINED = "no known mistake gives these numbers"
EVERY_IMPLEMENTATION = 3
"""Implementations that must all disagree with a case before the case is what is looked at first."""

MOST_LINES = 6
"""Lines of a file that are named."""

_PLAIN = re.compile(r"\w[\w./:+-]*")
"""A name that neither a shell nor pytest reads otherwise."""

Key = tuple[str, str, str]
"""A kind, who it is about, and what is wrong."""


@dataclass(frozen=True)
class Cause:
    """One thing that is wrong, and every verdict that shows it.

    ``who`` is the implementation, the document or the case that it is about. ``places`` are what stands where.
    """

    kind: str
    who: str
    what: str
    verdicts: tuple[Verdict, ...]
    places: tuple[tuple[str, Place], ...]

    @property
    def look(self) -> str:
        """Where to look for the mistake; empty where none is known to look for."""
        known = looks()
        names = [name for cause in self.what.split(OR) for name in cause.split(AND)]
        return "; ".join(dict.fromkeys(known[name] for name in names if name in known))

    @property
    def extent(self) -> str:
        """How far it reaches: ``7 goldens, 2 formats``."""
        goldens = {(verdict.document, verdict.golden) for verdict in self.verdicts if verdict.golden}
        printed = {(verdict.document, verdict.case) for verdict in self.verdicts if verdict.golden}
        cases = {(verdict.document, verdict.case) for verdict in self.verdicts} - printed
        implementations = {verdict.implementation for verdict in self.verdicts} - {THE_DOCUMENT}
        counts = [(len(goldens), "golden"), (len(cases), "case")]
        if self.kind in (CASE, GOLDEN) and implementations:
            counts = [(len(implementations), "implementation")]
        parts = [_counted(count, noun) for count, noun in counts if count]
        formats = sorted({verdict.dtype for verdict in self.verdicts}, key=_precision)
        parts.append(f"{len(formats)} formats" if len(formats) > 1 else f"{formats[0]} only" if formats[0] else "")
        return ", ".join(filter(None, parts))

    @property
    def example(self) -> Verdict:
        """The verdict to look at first: against the document, in the most precise format, with the largest error."""
        return min(self.verdicts, key=lambda v: (v.against != "document", _precision(v.dtype), -(share_of(v) or 0.0)))

    @property
    def numbers(self) -> tuple[str, ...]:
        """What was observed there, the error and what is allowed; nothing where it failed before there was a result."""
        found = self.example
        if found.verdict != DISAGREES or not found.expected:
            return ()
        at = f" at [{found.worst_index}]" if found.worst_index else ""
        parts = [f"{found.observed} for {found.expected}{at}"]
        parts += [f"error {number(found.error)}"] if found.error is not None else []
        parts += [f"allowed {number(found.allowed)}"] if found.allowed is not None else []
        return tuple(parts)

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The files to look at, each with its lines."""
        lines: dict[str, list[int]] = defaultdict(list)
        for _, (path, line) in self.places:
            lines[path].append(line)
        return tuple((path, ", ".join(f":{line}" for line in found[:MOST_LINES])) for path, found in lines.items())

    @property
    def rerun(self) -> str:
        """The command that judges again what it is about, and little else."""
        return rerun(self.verdicts, every=self.kind in (CASE, GOLDEN))


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


def rerun(verdicts: Sequence[Verdict], *, every: bool = False) -> str:
    """The pytest command that selects these verdicts' tests by the names of case, implementation and format.

    With ``every`` it selects all of their case, whoever computes it.
    """
    cases = {f"{verdict.document}/{verdict.case}" for verdict in verdicts}
    implementations = {verdict.implementation for verdict in verdicts}
    dtypes = {verdict.dtype for verdict in verdicts}
    name = cases.pop() if len(cases) == 1 else ""
    if not every and len(implementations) == 1 and (only := implementations.pop()) != THE_DOCUMENT:
        name = f"{name}-{only}" if name else only
        name += f"-{dtypes.pop()}" if len(dtypes) == 1 else ""
    if not _PLAIN.fullmatch(name) or name in ("and", "or", "not"):
        return "pytest --last-failed"
    return f"pytest -k {name}"


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


def _counted(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    first, _, rest = noun.partition(" ")
    return f"{count:,} {first}s{f' {rest}' if rest else ''}"


def _precision(dtype: str) -> int:
    return list(FORMATS).index(dtype) if dtype in FORMATS else len(FORMATS)
