"""False alarms of calibrated evidence: random attentions computed correctly, and how many results are refused.

``python -m studies.power.false_alarms --runs 200000`` prints counts and the rate of false alarms that they support.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from studies.power.random_attention import RandomRun, run_right
from studies.processes import mapped

ALL_RUNS = 200_000

WAYS = 8
"""The number of right ways to compute each drawn case."""

EVERY = 80
"""One case in this many has 512 keys or more."""

CASES_PER_JOB = 10
SHOWN, SAID = 10, 100

Job = tuple[int, bool]


@dataclass
class Counts:
    """The number of runs by verdict and evidence, the largest error as a fraction of its limit, and false alarms."""

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    long_runs: int = 0
    largest_ratio: float = 0.0
    alarms: list[str] = field(default_factory=list)

    @property
    def runs(self) -> int:
        """The number of all runs."""
        return sum(self.verdicts.values())

    def count(self, run: RandomRun) -> None:
        """Count one more run."""
        self.verdicts[run.ruling.verdict, run.ruling.evidence] += 1
        self.long_runs += run.keys >= 512
        self.largest_ratio = max(self.largest_ratio, run.ruling.of_limit or 0.0)
        if run.ruling.refused:
            self.alarms.append(f"{run.ruling.evidence or 'refused'}: {run.description}")


def false_alarms(runs: int, processes: int, first: int = 0) -> Counts:
    """The counts of at least ``runs`` right results of cases from number ``first`` on, each drawn from its number."""
    counts = Counts()
    for done, found in enumerate(mapped(_run, list(_jobs(-(-runs // WAYS), first)), processes), start=1):
        for run in found:
            counts.count(run)
        if done % SAID == 0:
            print(f"{counts.runs} of {runs}, {len(counts.alarms)} false alarms", file=sys.stderr, flush=True)
    return counts


def main(arguments: list[str] | None = None) -> int:
    """Run and print; 1 if a right result was refused."""
    parser = argparse.ArgumentParser(prog="python -m studies.power.false_alarms", description=__doc__)
    parser.add_argument("--runs", type=int, default=ALL_RUNS)
    parser.add_argument("--first", type=int, default=0, help="number of the first case: others for another number")
    parser.add_argument("--processes", type=int, default=2, help="0: in this process")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    counts = false_alarms(options.runs, options.processes, options.first)
    print(f"{counts.runs} right results, {counts.long_runs} of at least 512 keys, {time.perf_counter() - start:.0f} s")
    for (verdict, evidence), number in sorted(counts.verdicts.items()):
        print(f"  {number:7} {verdict}{', ' + evidence if evidence else ''}")
    print(f"largest |e| ÷ (β + λσ): {counts.largest_ratio:.3g}")
    if not counts.alarms:
        # no event in n trials: the rate is below 3 ÷ n with 95 % confidence, since (1 − 3 ÷ n)ⁿ = e⁻³ = 0.05
        print(f"no false alarm: their rate is below {3 / counts.runs:.2g} with 95 % confidence")
    for alarm in counts.alarms[:SHOWN]:
        print(f"false alarm, {alarm}")
    return 1 if counts.alarms else 0


def _jobs(cases: int, first: int) -> Iterator[list[Job]]:
    """Groups of case numbers, and whether each case is a long one."""
    numbers = [(number, number % EVERY == 0) for number in range(first, first + cases)]
    for start in range(0, cases, CASES_PER_JOB):
        yield numbers[start : start + CASES_PER_JOB]


def _run(jobs: list[Job]) -> list[RandomRun]:
    return [run for number, long in jobs for run in run_right(number, WAYS, long=long)]


if __name__ == "__main__":
    sys.exit(main())
