"""Many arrays printed by real printers and read back, in parallel, with counts of the errors.

``python -m studies.roundtrip --arrays 100000`` (``__main__`` is a separate module, since workers import this one by
name.)
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from studies.processes import mapped
from studies.roundtrip.printers import printers
from studies.roundtrip.trial import failures

BATCH = 500
SHOWN = 10


@dataclass
class Counts:
    """Prints, numbers and failures of each printer, and the first few failures in words."""

    prints: Counter[str] = field(default_factory=Counter)
    numbers: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    words: list[str] = field(default_factory=list)

    def __iadd__(self, other: Counts) -> Counts:
        self.prints += other.prints
        self.numbers += other.numbers
        self.failed += other.failed
        self.words = (self.words + other.words)[:SHOWN]
        return self


def batch(numbered: tuple[int, int, int]) -> Counts:
    """Print and read back the arrays ``first`` to ``last`` − 1; each is drawn from its own number and the ``seed``."""
    seed, first, last = numbered
    known = printers()
    names = [name for name, (_, weight) in known.items() for _ in range(weight)]
    counts = Counts()
    for number in range(first, last):
        random = Random(f"{seed}/{number}")
        name = random.choice(names)
        real = known[name][0](random)
        wrong = failures(real, random.getrandbits(16))
        counts.prints[name] += 1
        counts.numbers[name] += len(real.tokens)
        if wrong:
            counts.failed[name] += 1
            counts.words.append(f"array {number} of {name}: {'; '.join(wrong)}\n{real}")
    return counts


def round_trip(arrays: int, seed: int, processes: int) -> Counts:
    """The counts for that many arrays."""
    batches = [(seed, first, min(first + BATCH, arrays)) for first in range(0, arrays, BATCH)]
    total = Counts()
    return _sum(mapped(batch, batches, processes if processes > 1 else 0), total)


def _sum(found: Iterable[Counts], total: Counts) -> Counts:
    for counts in found:
        total += counts
    return total


def main(arguments: list[str] | None = None) -> int:
    """Run and print the counts; 1 if an array was read back incorrectly."""
    parser = argparse.ArgumentParser(prog="python -m studies.roundtrip", description=__doc__)
    parser.add_argument("--arrays", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    counts = round_trip(options.arrays, options.seed, options.processes)
    for name in sorted(counts.prints):
        print(f"{name:14} {counts.prints[name]:8} {counts.numbers[name]:9} numbers, {counts.failed[name]} failures")
    total, numbers, failed = (sum(counter.values()) for counter in (counts.prints, counts.numbers, counts.failed))
    seconds = time.perf_counter() - start
    print(f"{total} arrays of {numbers} numbers printed and read back in {seconds:.0f} s: {failed} failures")
    print("\n\n".join(counts.words))
    return 1 if failed else 0
