"""``python -m studies.mutants``: mutates, tests, writes ``reports/mutants.csv``, and prints a table by room."""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from studies.mutants.reached import measured, read
from studies.mutants.study import (
    ALIVE,
    COLUMNS,
    ENGINE,
    EQUIVALENT,
    KILLED,
    ROOMS,
    ROOT,
    STRICT,
    arguments,
    drawn,
    mutants,
    outcomes,
)


def main() -> int:
    """Run the study."""
    parser = argparse.ArgumentParser(prog="python -m studies.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=ROOMS, help=f"what is mutated ({' '.join(ROOMS)})")
    parser.add_argument("--sample", type=int, default=200, help="how many mutants of all rooms (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (%(default)s)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--recorded",
        type=Path,
        default=Path("reports", "reached"),
        help="what tests reach, recorded by a first run that takes as long as three of all tests (%(default)s)",
    )
    parser.add_argument("--into", type=Path, default=Path("reports", "mutants.csv"), help="the table")
    options = parser.parse_args()
    start = time.perf_counter()
    found = mutants(options.rooms, arguments())
    chosen = drawn(found, options.sample, options.seed)
    if not options.recorded.is_dir():
        measured(ROOT, options.recorded, [(ENGINE / room).as_posix() for room in options.rooms])
    reached = read(ROOT, options.recorded)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    options.into.parent.mkdir(parents=True, exist_ok=True)
    with options.into.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for outcome in outcomes(chosen, reached, options.processes):
            writer.writerow(outcome.row())
            file.flush()
            counts[outcome.mutant.room][outcome.says] += 1
    table = Table("room", KILLED, EQUIVALENT, ALIVE, box=None)
    for room, counted in counts.items():
        table.add_row(room, *(str(counted[name]) for name in (KILLED, EQUIVALENT, ALIVE)))
    Console().print(table)
    print(f"{len(chosen)} of {len(found)} mutants in {time.perf_counter() - start:.0f} s: {options.into}")
    return 1 if any(counts[room][ALIVE] for room in STRICT) else 0


if __name__ == "__main__":
    sys.exit(main())
