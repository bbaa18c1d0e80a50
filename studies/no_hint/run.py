"""Many arrays printed by real printers and compared with their text alone, in parallel, with counts of the results.

``python -m studies.no_hint --arrays 100000`` writes reports/study/no_hint.csv and returns 1 if an array does not agree
with its own print, if a change outside all intervals agrees, or if too few changes are refused where digits determine
the dtype.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

from lastdigit.base.files import csv_bytes, write_whole
from studies.no_hint.printers import printers
from studies.no_hint.trial import OPEN, SAID, SETTLED, tried
from studies.processes import mapped
from studies.study import ROOT

BATCH = 250
SHOWN = 12
ENOUGH = 0.99
"""The fraction of changes that must be refused where the digits determine the dtype."""

Counts = tuple[Counter[tuple[str, str]], list[str]]


def batch(numbered: tuple[int, int, int]) -> Counts:
    """Counts of the prints ``first`` to ``last`` − 1 per printer, and the first errors in words."""
    seed, first, last = numbered
    ways = [draw for draw, weight in printers().items() for _ in range(weight)]
    counts: Counter[tuple[str, str]] = Counter()
    words: list[str] = []
    for number in range(first, last):
        random = Random(f"{seed}/{number}")
        print_ = random.choice(ways)(random)
        trial = tried(print_, random)
        kinds = [
            "arrays",
            trial.dtype,
            *(["wrong"] if trial.wrong else []),
            *(["by default"] if trial.by_default else []),
        ]
        if trial.refused is not None:
            kinds += [f"changed, {trial.dtype}", *([f"refused, {trial.dtype}"] if trial.refused else [])]
        counts.update((trial.printer, kind) for kind in kinds)
        if trial.wrong:
            words.append(f"array {number} of {trial.printer}: {trial.wrong}\n{print_.text}\n{print_.array!r}")
    return counts, words[:SHOWN]


def study(arrays: int, seed: int, processes: int) -> Counts:
    """The counts for that many arrays."""
    batches = [(seed, first, min(first + BATCH, arrays)) for first in range(0, arrays, BATCH)]
    return _sum(mapped(batch, batches, processes if processes > 1 else 0))


def _sum(found: Iterable[Counts]) -> Counts:
    counts: Counter[tuple[str, str]] = Counter()
    words: list[str] = []
    for some, more in found:
        counts += some
        words = (words + more)[:SHOWN]
    return counts, words


def table(counts: Counter[tuple[str, str]]) -> list[list[str]]:
    """A row per printer and one for all: arrays, refused ones, how dtypes are known, and refused changes."""
    shares = [f"refused, {dtype}" for dtype in (SETTLED, SAID, OPEN)]
    rows = [["printer", "arrays", "refused", "by default", SETTLED, SAID, OPEN, *shares]]
    for printer in [*sorted({name for name, _ in counts}), "all"]:
        chosen = {
            kind: sum(n for (name, k), n in counts.items() if k == kind and printer in (name, "all"))
            for _, kind in counts
        }
        plain = [str(chosen.get(kind, 0)) for kind in ("arrays", "wrong", "by default", SETTLED, SAID, OPEN)]
        told = [f"{chosen.get(kind, 0)} of {chosen.get(kind.replace('refused', 'changed'), 0)}" for kind in shares]
        rows.append([printer, *plain, *told])
    return rows


def main(arguments: list[str] | None = None) -> int:
    """Run, write and print the counts; 1 if there is an error."""
    parser = argparse.ArgumentParser(prog="python -m studies.no_hint", description=__doc__)
    parser.add_argument("--arrays", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--into", type=Path, default=ROOT / "reports" / "study", help="folder of the table")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    counts, words = study(options.arrays, options.seed, options.processes)
    rows = table(counts)
    write_whole(options.into / "no_hint.csv", csv_bytes(rows))
    for row in rows:
        print("".join(cell.rjust(20) for cell in row))
    print(f"{options.arrays} arrays in {time.perf_counter() - start:.0f} s")
    print("\n\n".join(words))
    return 1 if words or too_few(counts) else 0


def too_few(counts: Counter[tuple[str, str]]) -> bool:
    """Whether fewer changes were refused than required where the digits determine the dtype."""
    refused, changed = (
        sum(n for (_, kind), n in counts.items() if kind == f"{what}, {SETTLED}") for what in ("refused", "changed")
    )
    return refused < ENOUGH * changed
