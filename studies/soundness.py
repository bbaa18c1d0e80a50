"""Soundness: hard random trials until a given number of elements was compared with certain values.

The fast engine's enclosures are compared with the exact one's, and emulations of every arithmetic model with its
rounding bounds.

``python -m studies.soundness --elements 1000000``
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Protocol

from studies.containment import Findings
from studies.hard_arrays import Draw
from studies.rounding import random_rounding_trial
from studies.trial import random_trial

SHOWN = 10


class Tried(Protocol):
    """A trial of anything."""

    def findings(self) -> Findings:
        """Its findings."""


def soundness(elements: int, seed: int) -> tuple[int, Findings]:
    """The number of trials of enclosures and their findings, up to the first ten with a violation."""
    return _tried(random_trial, elements, seed)


def rounding_soundness(elements: int, seed: int) -> tuple[int, Findings]:
    """The same for rounding bounds."""
    return _tried(random_rounding_trial, elements, seed)


def _tried(random: Callable[[Draw], Tried], elements: int, seed: int) -> tuple[int, Findings]:
    draw = Draw(seed)
    trials, findings = 0, Findings()
    while findings.elements < elements and len(findings.violations) < SHOWN:
        trial = random(draw)
        found = trial.findings()
        found.violations = [f"{trial}\n    {violation}" for violation in found.violations[:1]]
        findings += found
        trials += 1
    return trials, findings


KINDS = {"enclosures": soundness, "roundings": rounding_soundness}


def main(arguments: list[str] | None = None) -> int:
    """Run, print the counts, and return 1 if a value is outside of its enclosure or bound."""
    parser = argparse.ArgumentParser(prog="python -m studies.soundness", description=__doc__)
    parser.add_argument("--elements", type=int, default=1_000_000, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=list(KINDS))
    options = parser.parse_args(arguments)
    violations = 0
    for kind, tried in KINDS.items():
        if options.only not in (None, kind):
            continue
        start = time.perf_counter()
        trials, findings = tried(options.elements, options.seed)
        print(
            f"{kind}: {findings.elements} elements of {trials} trials compared in {time.perf_counter() - start:.0f} s: "
            f"{len(findings.violations)} violations, {findings.unknown} unknown"
        )
        for violation in findings.violations:
            print(f"  {violation}")
        violations += len(findings.violations)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
