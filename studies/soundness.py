"""Soundness: hard random trials until so many elements of the fast engine were held against the exact one.

``python -m studies.soundness --elements 1000000``
"""

from __future__ import annotations

import argparse
import sys
import time

from studies.containment import Findings
from studies.hard_arrays import Draw
from studies.trial import random_trial

SHOWN = 10


def soundness(elements: int, seed: int) -> tuple[int, Findings]:
    """Trials and what came of them, up to the first ten that found a violation."""
    draw = Draw(seed)
    trials, findings = 0, Findings()
    while findings.elements < elements and len(findings.violations) < SHOWN:
        trial = random_trial(draw)
        found = trial.findings()
        found.violations = [f"{trial}\n    {violation}" for violation in found.violations[:1]]
        findings += found
        trials += 1
    return trials, findings


def main(arguments: list[str] | None = None) -> int:
    """Run, print the counts, and give 1 where an interval did not contain the exact result."""
    parser = argparse.ArgumentParser(prog="python -m studies.soundness", description=__doc__)
    parser.add_argument("--elements", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    trials, findings = soundness(options.elements, options.seed)
    print(
        f"{findings.elements} elements of {trials} trials compared in {time.perf_counter() - start:.0f} s: "
        f"{len(findings.violations)} violations, {findings.unknown} unknown"
    )
    for violation in findings.violations:
        print(f"  {violation}")
    return 1 if findings.violations else 0


if __name__ == "__main__":
    sys.exit(main())
