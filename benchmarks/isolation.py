"""What isolation costs: ``python benchmarks/isolation.py``, the main job with worker processes and without, in turn.

Both kinds of run use the same tests, the same number of pytest's processes and single-threaded libraries. It prints the
ratio of the sums over all pairs, by the clock and in processor time, which other programs disturb less.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAIN_JOB = [sys.executable, "-m", "pytest", "-q", "tests/verification", "-n", "auto", "--dist", "loadgroup"]
WITHOUT = "--lastdigit-no-isolation"
SINGLE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def seconds(*options: str) -> tuple[float, float]:
    """The time and the processor time of a run and all its processes. Raises CalledProcessError if it fails."""
    with tempfile.TemporaryDirectory() as reports:
        started, used = time.perf_counter(), _used()
        subprocess.run(
            [*MAIN_JOB, "--lastdigit-reports", reports, *options],
            cwd=ROOT,
            env=os.environ | SINGLE,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - started, _used() - used


def _used() -> float:
    """The processor time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Run the pairs and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=4, help="(%(default)s)")
    pairs = parser.parse_args().pairs
    seconds(WITHOUT)  # compiles what no run has compiled yet
    runs = [(seconds(), seconds(WITHOUT)) for _ in range(pairs)]
    print(f"the main job, {pairs} runs each, in turn")
    for kind, name in enumerate(("by the clock", "processor time")):
        workers, without = (sum(pair[which][kind] for pair in runs) / pairs for which in (0, 1))
        print(f"{name:<16}{workers:7.1f} s with workers, {without:7.1f} s without: {workers / without:.2f}")


if __name__ == "__main__":
    main()
