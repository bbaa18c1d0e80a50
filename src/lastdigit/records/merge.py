"""Merges runs: shards of a run, or runs of several environments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lastdigit.base.errors import RecordConflict
from lastdigit.base.fault import PART, UNRUN_CASE, Fault, kind_of
from lastdigit.records.lines import elements_line
from lastdigit.records.occasion import joined
from lastdigit.records.run import Part, Run, make_run
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.gate import faults_of_run
from lastdigit.verdicts.verdict import Verdict

Key = tuple[str, ...]

_APART = ("seconds", "environment", "stored", "terms", "details")
"""Fields that may differ between two verdicts on the same result, or that are compared as stored."""


@dataclass(frozen=True)
class MergedStore:
    """Finds the elements of a merged run's verdicts in the original runs."""

    sources: Sequence[tuple[Run, Verdict]]

    def line(self, stored: int) -> str:
        """The elements of a verdict as one line of JSON."""
        return line_of(*self.sources[stored])

    def elements(self, stored: int) -> tuple[Elements, Terms]:
        """The elements of a verdict."""
        run, verdict = self.sources[stored]
        return next(run.columns([verdict]))

    def close(self) -> None:
        """Close all runs."""
        for run, _ in self.sources:
            run.close()


@dataclass(frozen=True)
class Named:
    """A run and the name of its file."""

    name: str
    run: Run


def merge(runs: Sequence[Named], *, part: bool = False) -> Run:
    """Merge several runs into one; duplicate verdicts count once.

    Checks of a complete run are repeated: unrun cases, unconfirmed errata, and whether every test was judged in every
    environment, unless only a ``part`` is expected. Raises :class:`RecordConflict` if two runs of one environment
    contradict each other, or were judged against different reference data.
    """
    first = runs[0]
    for other in runs[1:]:
        _same_reference(first, other)
    several = len({environment for named in runs for environment in named.run.environments}) > 1
    found: dict[tuple[Key, int], tuple[Named, Verdict]] = {}
    for named in runs:
        _take(named, found)
    sources = [(named.run, verdict) for named, verdict in found.values()]
    verdicts = [
        replace(
            verdict,
            stored=at,
            environment=(verdict.environment or run.environment) if several else "",
            details=(),
            terms={},
        )
        for at, (run, verdict) in enumerate(sources)
    ]
    parts = _parts(runs)
    complete = all(entry.complete for entry in parts)
    standing = _standing(runs)
    faults = [*standing]
    if complete:
        faults += faults_of_run(first.run.reference, verdicts)
    elif not part:
        faults += [
            Fault(f"partial run: {len(entry.judged)} of {entry.tests} tests in {entry.environment}", PART)
            for entry in parts
            if not entry.complete
        ]
    return make_run(
        first.run.reference,
        verdicts,
        faults=faults,
        complete=complete,
        parts=parts,
        standing=standing,
        places={key: place for named in reversed(runs) for key, place in named.run.places.items()},
        store=MergedStore(sources),
        files=first.run.files,
    )


def line_of(run: Run, verdict: Verdict) -> str:
    """The elements of a verdict as one line of JSON, from memory or from disk."""
    stored = run.store is not None and verdict.stored >= 0
    return run.store.line(verdict.stored) if run.store and stored else elements_line(verdict)


def _take(named: Named, found: dict[tuple[Key, int], tuple[Named, Verdict]]) -> None:
    """Add the verdicts of a run. Duplicates within one run are kept."""
    times: Counter[Key] = Counter()
    for verdict in named.run.verdicts:
        environment = verdict.environment or named.run.environment
        key = (*replace(verdict, environment=environment).sort_key, verdict.operation)
        known = found.setdefault((key, times[key]), (named, verdict))
        times[key] += 1
        if known[1] is not verdict:
            _same(key, *known, named, verdict)


def _same(key: Key, first: Named, one: Verdict, second: Named, other: Verdict) -> None:
    words = [
        [f"{name} {value!r}" for name, value in vars(one).items() if vars(other)[name] != value and name not in _APART],
        [f"{name} {value!r}" for name, value in vars(other).items() if vars(one)[name] != value and name not in _APART],
    ]
    if not words[0]:
        if line_of(first.run, one) == line_of(second.run, other):
            return
        words = [["some elements"], ["others"]]
    what = f"{one.document}/{one.golden or one.case} by {one.implementation} in {one.dtype} against the {one.against}"
    sides = ", ".join(words[0]), ", ".join(words[1])
    raise RecordConflict(f"{what} ({one.case}; {key[6]})", first.name, sides[0], second.name, sides[1])


def _same_reference(first: Named, other: Named) -> None:
    ours, theirs = first.run.files or {}, other.run.files or {}
    for name in sorted({*ours, *theirs}):
        if ours.get(name) != theirs.get(name):
            words = ["none" if texts.get(name) is None else "a different text" for texts in (ours, theirs)]
            raise RecordConflict(f"reference data {name}", first.name, words[0], other.name, words[1])


def _parts(runs: Sequence[Named]) -> list[Part]:
    merged: dict[str, Part] = {}
    for named in runs:
        for part in named.run.parts:
            known = merged.get(part.environment, part)
            details = {**part.details, **known.details}
            if known is not part:
                details |= joined([known.details, part.details])
            merged[part.environment] = Part(
                part.environment, max(known.tests, part.tests), known.judged | part.judged, details
            )
    return [merged[name] for name in sorted(merged)]


def _standing(runs: Sequence[Named]) -> list[str]:
    """The faults of all parts, once each; a case has no implementation only if it has none in any part."""
    faults = dict.fromkeys(fault for named in runs for fault in named.run.standing)
    return [
        fault for fault in faults if kind_of(fault) != UNRUN_CASE or all(fault in named.run.standing for named in runs)
    ]
