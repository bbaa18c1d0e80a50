"""False alarms of the calibrated evidence: random right attentions, and how many of them are called wrong.

``python -m studies.power.false_alarms --runs 200000`` prints counts and the rate of false alarms that they support.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from studies.power.random_attention import RandomRun, run_right
from studies.study import ONE_THREAD

LONG_RUNS = 2000
"""Of 200,000 runs so many have 512 keys or more; of fewer runs as large a share."""

ALL_RUNS = 200_000
RUNS_PER_JOB = 50
SHOWN = 10

Job = tuple[int, bool]


@dataclass
class Counts:
    """How many runs there were of each verdict and evidence, the largest error as a part of its limit, and alarms."""

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    long_runs: int = 0
    largest_ratio: float = 0.0
    alarms: list[str] = field(default_factory=list)

    @property
    def runs(self) -> int:
        """All of them."""
        return sum(self.verdicts.values())

    def count(self, run: RandomRun) -> None:
        """One more run."""
        self.verdicts[run.ruling.verdict, run.ruling.evidence] += 1
        self.long_runs += run.keys >= 512
        self.largest_ratio = max(self.largest_ratio, run.ruling.of_limit or 0.0)
        if run.ruling.refused:
            self.alarms.append(f"{run.ruling.evidence or 'refused'}: {run.description}")


def false_alarms(runs: int, processes: int, first: int = 0) -> Counts:
    """The counts of ``runs`` right results, numbered from ``first``, each drawn from its number."""
    counts = Counts()
    for found in _mapped(list(_jobs(runs, first)), processes):
        for run in found:
            counts.count(run)
    return counts


def main(arguments: list[str] | None = None) -> int:
    """Run and print; gives 1 where something right was called wrong."""
    parser = argparse.ArgumentParser(prog="python -m studies.power.false_alarms", description=__doc__)
    parser.add_argument("--runs", type=int, default=ALL_RUNS)
    parser.add_argument("--first", type=int, default=0, help="number of the first run: other runs for another number")
    parser.add_argument("--processes", type=int, default=2, help="0: in this process")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    counts = false_alarms(options.runs, options.processes, options.first)
    print(f"{counts.runs} right results, {counts.long_runs} of at least 512 keys, {time.perf_counter() - start:.0f} s")
    for (verdict, evidence), number in sorted(counts.verdicts.items()):
        print(f"  {number:7} {verdict}{', ' + evidence if evidence else ''}")
    print(f"largest error as a part of what is allowed: {counts.largest_ratio:.3g}")
    if not counts.alarms:
        # no event in n trials: the rate is below 3 ÷ n with 95 % confidence, since (1 − 3 ÷ n)ⁿ = e⁻³ = 0.05
        print(f"no false alarm: their rate is below {3 / counts.runs:.2g} with 95 % confidence")
    for alarm in counts.alarms[:SHOWN]:
        print(f"false alarm, {alarm}")
    return 1 if counts.alarms else 0


def _jobs(runs: int, first: int) -> Iterator[list[Job]]:
    """Numbers in groups; every hundredth run is a long one."""
    every = ALL_RUNS // LONG_RUNS
    numbers = [(number, number % every == 0) for number in range(first, first + runs)]
    for start in range(0, runs, RUNS_PER_JOB):
        yield numbers[start : start + RUNS_PER_JOB]


def _run(jobs: list[Job]) -> list[RandomRun]:
    return [run_right(number, long=long) for number, long in jobs]


def _mapped(jobs: list[list[Job]], processes: int) -> Iterable[list[RandomRun]]:
    if not processes:
        yield from map(_run, jobs)
        return
    os.environ.update(ONE_THREAD)
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(_run, jobs)


if __name__ == "__main__":
    sys.exit(main())
