"""Runs one after the other: what became of every implementation in each, and in which of them something changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from lastdigit.records.occasion import BEGAN, COMMIT, TIMES
from lastdigit.records.run import Run
from lastdigit.reports.difference.comparison import APPEARED, BETTER, CHANGES, VANISHED, WORSE, compare_runs
from lastdigit.reports.outcome.totals import Totals, totals_by_implementation

NAMED = 3
"""Implementations that are named where something changed in more of them."""


@dataclass(frozen=True)
class Measured:
    """An implementation in one run: its totals, and the median of the seconds of its calls."""

    totals: Totals
    seconds: float | None


@dataclass(frozen=True)
class Step:
    """A run, and what is different from the run before it.

    ``facts`` are what changed in its environment, ``changes`` how many verdicts changed in which way, and ``concerned``
    how many of each implementation did. That goldens, cases or implementations came or went changes no verdict.
    """

    number: int
    name: str
    began: str
    commit: str
    environment: str
    passes: bool
    measured: dict[str, Measured]
    facts: tuple[str, ...] = ()
    changes: Counter[str] = field(default_factory=Counter)
    concerned: Counter[str] = field(default_factory=Counter)

    @property
    def changed(self) -> bool:
        """Whether a verdict, or a number under it, differs from the run before."""
        return any(self.changes[kind] for kind in CHANGES if kind not in (APPEARED, VANISHED))

    @property
    def regressed(self) -> bool:
        """Whether a verdict got worse; what is judged no longer did not."""
        return self.changes[WORSE] > 0

    @property
    def title(self) -> str:
        """The run by its number and when it began, or its file's name."""
        return f"run {self.number} ({self.began or self.name})"

    @property
    def words(self) -> str:
        """What is different, in one line."""
        kinds = {VANISHED: "removed", APPEARED: "new"}
        counts = [f"{self.changes[kind]:,} {kinds.get(kind, kind)}" for kind in CHANGES if self.changes[kind]]
        who = [name for name, _ in self.concerned.most_common(NAMED)]
        more = len(self.concerned) - len(who)
        named = f"{', '.join(who)}{f' and {more} more' if more > 0 else ''}"
        verdicts = f"{', '.join(counts)}{f': {named}' if named else ''}" if counts else "no verdict changed"
        return "; ".join([*self.facts, verdicts])


def steps(runs: Iterable[tuple[str, Run]]) -> Iterator[Step]:
    """The runs in this order, each beside the one before it; two are open at a time."""
    before: Run | None = None
    for number, (name, run) in enumerate(runs, start=1):
        known = {key: value for part in run.parts for key, value in part.details.items()}
        step = Step(
            number,
            name,
            known.get(BEGAN, ""),
            known.get(COMMIT, ""),
            run.environment,
            run.passes,
            dict(_measured(run)),
        )
        if before is not None:
            found = compare_runs(before, run, allow_vanished=True)
            real = [each for each in found.differences if each.change not in (APPEARED, VANISHED)]
            concerned = Counter(each.verdict.implementation for each in real)
            step = replace(step, facts=tuple(_facts(before, run)), changes=found.counts, concerned=concerned)
            before.close()
        yield step
        before = run
    if before is not None:
        before.close()


def first_change(found: Sequence[Step]) -> Step | None:
    """The first run in which a verdict, or a number under it, changed."""
    return next((step for step in found if step.changed), None)


def first_regression(found: Sequence[Step]) -> Step | None:
    """The first run in which a verdict got worse."""
    return next((step for step in found if step.regressed), None)


def said(found: Sequence[Step]) -> list[str]:
    """What there is to say of the runs: the first change, and the first regression where that is another run."""
    change, worse = first_change(found), first_regression(found)
    if change is None:
        return [f"nothing changed in {len(found)} {'run' if len(found) == 1 else 'runs'}"]
    lines = [f"first change: {change.title}: {change.words}"]
    if worse is not None and worse is not change:
        lines.append(f"first regression: {worse.title}: {worse.words}")
    better = sum(step.changes[BETTER] for step in found)
    return [*lines, f"{better:,} improved over all runs"] if better else lines


def _measured(run: Run) -> Iterator[tuple[str, Measured]]:
    calls: dict[str, dict[tuple[str, ...], float]] = defaultdict(dict)
    for verdict in run.verdicts:
        if verdict.seconds is not None:
            calls[verdict.implementation][verdict.document, verdict.case, verdict.dtype] = verdict.seconds
    for entry in totals_by_implementation(run.verdicts):
        own = calls.get(entry.name)
        yield entry.name, Measured(entry, median(own.values()) if own else None)


def _facts(before: Run, run: Run) -> Iterator[str]:
    """What is another in the environment: a version, a processor's features, the commit, the reference data."""
    old, new = ({key: value for part in each.parts for key, value in part.details.items()} for each in (before, run))
    for key in sorted({**old, **new}, key=lambda key: key == COMMIT):
        if key not in TIMES and old.get(key) != new.get(key):
            short = slice(10) if key == COMMIT else slice(None)
            yield f"{key} {(old.get(key) or 'none')[short]} → {(new.get(key) or 'none')[short]}"
    ours, theirs = before.files or {}, run.files or {}
    if changed := [name for name in sorted({*ours, *theirs}) if ours.get(name) != theirs.get(name)]:
        yield f"reference data {', '.join(changed[:NAMED])}{' …' if len(changed) > NAMED else ''}"
