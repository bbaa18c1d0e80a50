"""Compares two runs of the same cases: changed verdicts, digits and numbers, and what appeared or vanished."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lastdigit.base.evidence import UNPROVEN
from lastdigit.records.merge import line_of
from lastdigit.records.run import Run
from lastdigit.verdicts.verdict import (
    AGREES,
    DISAGREES,
    FAILED,
    PROVEN,
    SKIPPED,
    THE_DOCUMENT,
    UNDECIDED,
    Element,
    Verdict,
)

VANISHED, WORSE, APPEARED, CHANGED, BETTER = "vanished", "worse", "appeared", "changed", "better"
EVIDENCE, FEWER_DIGITS, MORE_DIGITS, WORDS = "evidence", "fewer digits", "more digits", "explanation"
OBSERVED, BOUNDS = "observed", "bounds"

CHANGES = {
    VANISHED: "judged before, not now",
    WORSE: "now fails, or its verdict worsened",
    APPEARED: "judged now, not before",
    CHANGED: "verdict changed, neither better nor worse",
    BETTER: "now passes, or its verdict improved",
    EVIDENCE: "same verdict; evidence or arithmetic model changed",
    FEWER_DIGITS: "same verdict; fewer elements print the same digits",
    MORE_DIGITS: "same verdict; more elements print the same digits",
    WORDS: "same verdict; explanation, erratum or reason changed",
    OBSERVED: "same verdict and digits; observed numbers changed",
    BOUNDS: "same observed numbers; exact values, allowances or shares changed",
}
"""Every kind of change and its meaning, most important first."""

_RANK = (AGREES, UNDECIDED, SKIPPED, DISAGREES, FAILED)
_LIGHT = (
    *("expected", "allowed", "worst_index", "elements", "of", "rules_out", "mistakes", "blind_to", "shares"),
    "disagreeing",
)


@dataclass(frozen=True)
class Move:
    """How far observed numbers moved: ``count`` of the ``compared`` numbers in both records differ.

    ``largest`` is the largest difference in units of what the new run allows there, at ``index``; None if no number
    moved or where what is allowed has no bound.
    """

    compared: int = 0
    count: int = 0
    largest: float | None = None
    index: str = ""
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class Difference:
    """A verdict that differs between two runs; ``stops``: whether it fails the gate of the comparison."""

    change: str
    stops: bool
    old: Verdict | None
    new: Verdict | None
    move: Move = Move()

    @property
    def verdict(self) -> Verdict:
        """The new verdict; the old one if it vanished."""
        found = self.new or self.old
        assert found is not None
        return found


@dataclass(frozen=True)
class Comparison:
    """The differences between two runs, most important first; ``same`` counts unchanged verdicts."""

    old: Run
    new: Run
    differences: tuple[Difference, ...]
    same: int
    faults: tuple[str, ...] = ()
    reference: tuple[str, ...] = field(default=())

    @property
    def counts(self) -> Counter[str]:
        """The number of differences of each kind."""
        return Counter(difference.change for difference in self.differences)

    @property
    def stopping(self) -> list[Difference]:
        """The differences stopped by the gate."""
        return [difference for difference in self.differences if difference.stops]

    @property
    def passes(self) -> bool:
        """Whether nothing got worse or vanished, and there is no new fault."""
        return not self.stopping and not self.faults


def compare_runs(old: Run, new: Run, *, allow_vanished: bool = False) -> Comparison:
    """Compare two runs.

    The gate fails on verdicts that got worse, appeared without passing the gate of their run, or vanished without
    permission, and on new faults. Two runs of one environment each are compared whatever their environments; otherwise
    environment by environment.
    """
    several = len(old.environments) > 1 or len(new.environments) > 1
    before, after = (dict(_keyed(run, several=several)) for run in (old, new))
    found = []
    for key in sorted({*before, *after}):
        one, other = before.get(key), after.get(key)
        if one is not None and other is not None:
            difference = _between(old, one, new, other)
            if difference is not None:
                found.append(difference)
        elif other is not None:
            found.append(Difference(APPEARED, other.gate != "pass", None, other))
        else:
            found.append(Difference(VANISHED, not allow_vanished, one, None))
    order = list(CHANGES)
    found.sort(key=lambda difference: (not difference.stops, order.index(difference.change)))
    ours, theirs = old.files or {}, new.files or {}
    return Comparison(
        old,
        new,
        tuple(found),
        len({*before, *after}) - len(found),
        tuple(fault for fault in new.faults if fault not in old.faults),
        tuple(sorted(name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name))),
    )


def _keyed(run: Run, *, several: bool) -> Iterator[tuple[tuple[str, ...], Verdict]]:
    times: Counter[tuple[str, ...]] = Counter()
    for verdict in run.verdicts:
        environment = (verdict.environment or run.environment) if several else ""
        key = (*replace(verdict, environment=environment).sort_key, verdict.operation)
        times[key] += 1
        yield (*key, f"{times[key]:09}"), verdict


def _between(old: Run, one: Verdict, new: Run, other: Verdict) -> Difference | None:
    lines = line_of(old, one), line_of(new, other)
    move = (
        Move()
        if lines[0] == lines[1]
        else _move(*(next(run.columns([verdict]))[0] for run, verdict in ((old, one), (new, other))))
    )
    change = _change(one, other)
    if not change:
        # Against a definition only the worst element is kept: another one there means that numbers moved.
        worst = (one.observed, one.worst_index) != (other.observed, other.worst_index)
        moved = move.count or (worst and one.implementation != THE_DOCUMENT)
        if (one.evidence, one.arithmetic) != (other.evidence, other.arithmetic):
            change = EVIDENCE
        elif (one.digits or 0) != (other.digits or 0):
            change = FEWER_DIGITS if (other.digits or 0) < (one.digits or 0) else MORE_DIGITS
        elif (one.explanation, one.erratum, one.reason) != (other.explanation, other.erratum, other.reason):
            change = WORDS
        elif moved:
            change = OBSERVED
        elif lines[0] != lines[1] or any(getattr(one, name) != getattr(other, name) for name in _LIGHT):
            change = BOUNDS
    return Difference(change, change == WORSE, one, other, move) if change else None


def _change(one: Verdict, other: Verdict) -> str:
    """Whether a verdict got better or worse, or changed neutrally; empty if it is the same."""
    if one.gate != other.gate:
        return WORSE if other.gate != "pass" else BETTER
    if one.verdict == other.verdict:
        hardened = one.evidence in UNPROVEN and other.evidence == PROVEN and not (one.erratum or other.erratum)
        return WORSE if hardened else ""
    if one.erratum or other.erratum:
        return CHANGED
    return WORSE if _RANK.index(other.verdict) > _RANK.index(one.verdict) else BETTER


def _move(before: Sequence[Element], after: Sequence[Element]) -> Move:
    known = {element.index: element for element in before}
    pairs = [(known[element.index], element) for element in after if element.index in known]
    moved = [(one, other) for one, other in pairs if one.observed != other.observed]
    measured = [(_units(one, other), one, other) for one, other in moved]
    largest = max(measured, key=lambda entry: -1.0 if entry[0] is None else entry[0], default=None)
    if largest is None:
        return Move(len(pairs))
    units, one, other = largest
    return Move(len(pairs), len(moved), units, ",".join(map(str, other.index)), one.observed, other.observed)


def _units(one: Element, other: Element) -> float | None:
    try:
        distance = abs(float(other.observed) - float(one.observed))
    except ValueError:
        return None
    if not math.isfinite(distance) or not other.allowed or math.isinf(other.allowed):
        return None
    return distance / other.allowed
