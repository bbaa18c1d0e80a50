"""``lastdigit sweep``: try thousands of inputs on one function, and report the smallest failing one."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from lastdigit.check.checked import RAISED, Checked, How, attempt, size_of, smallest_of
from lastdigit.check.numbered import Space
from lastdigit.check.plan import BATCHED, masks_of, of_letters
from lastdigit.check.pools import tasks_of
from lastdigit.check.shapes import letters
from lastdigit.check.spec import BOTH, NO_MASK, NORMAL, Spec
from lastdigit.check.sweep import NO_INPUT, Job, Line, sweep
from lastdigit.check.target import Target, find_target
from lastdigit.check.words import command
from lastdigit.commands.check import Options, asked_of
from lastdigit.implementations.definitions import own_operations
from lastdigit.implementations.isolation.runner import InWorkers
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED
from lastdigit.verdicts.words.describe import describe

SHOWN_EVERY = 100


def run(
    text: str, operation: str, options: Options, *, count: int, workers: int | None, cluster: str, into: Path
) -> int:
    """Try ``count`` inputs: returns 1 if one fails, else 0."""
    target = find_target(text, operation, options.framework, options.computed)
    asked, how = asked_of(target, options), How(options.limits, options.device)
    runner = InWorkers()
    try:
        space = Space(target, asked, *_takes(target, how, runner))
        job = Job(space, how, own_operations().get(target.operation))
        lines = sweep(job, count, into, tasks_of(workers or os.cpu_count() or 1, cluster), _progress(count))
        failing = [line for line in lines if line["verdict"] in (DISAGREES, FAILED)]
        counts = Counter(line["verdict"] for line in lines)
        told = [f"{counts[name]} {name}" for name in (AGREES, DISAGREES, UNDECIDED, FAILED, NO_INPUT) if counts[name]]
        print(f"{text} as {target.operation}, in {target.framework}: {', '.join(told)}; kept in {into}")
        if failing:
            _tell_smallest(job, failing, runner)
        return 1 if failing or not counts[AGREES] else 0
    finally:
        runner.close()


def _takes(target: Target, how: How, runner: InWorkers) -> tuple[bool, bool]:
    """Whether the function accepts a batch, and two masks, without raising."""
    small = of_letters(target.operation, BATCHED, batch=False)

    def raises(sizes: Mapping[str, int], mask: str = NO_MASK) -> bool:
        spec = Spec(target.operation, NORMAL, sizes, target.dtypes[0], mask)
        return attempt(target, spec, runner, how).verdict.reason.startswith(RAISED)

    if raises(small):
        return True, True
    batches = "b" in letters(target.operation) and not raises(of_letters(target.operation, BATCHED))
    return batches, BOTH not in masks_of(target) or not raises(small, BOTH)


def _tell_smallest(job: Job, failing: list[Line], runner: InWorkers) -> None:
    """Print the smallest failing input, shrunk further."""
    specs = [job.space.spec(line["number"]) for line in failing]
    trials = tuple(attempt(job.space.target, spec, runner, job.how) for spec in sorted(specs, key=size_of)[:1])
    found = Checked(job.space.target, job.how, trials)
    if not found.failing:
        print(f"  the smallest failing input no longer fails: {trials[0].spec.words}")
        return
    smallest = smallest_of(found, runner)
    print(f"smallest input that shows it: {smallest.spec.words}")
    print(describe(smallest.verdict, None))
    print(f"  again           {command(found, smallest)}")


def _progress(count: int):  # type: ignore[no-untyped-def]
    counts: Counter[str] = Counter()

    def report(line: Line) -> None:
        counts[line["verdict"]] += 1
        if counts.total() % SHOWN_EVERY == 0 and sys.stderr.isatty():
            words = ", ".join(f"{number} {name}" for name, number in counts.items())
            print(f"{counts.total()} of {count}: {words}", file=sys.stderr)

    return report
