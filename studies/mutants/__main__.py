"""``python -m studies.mutants``: mutates, tests, updates the table of mutants and its page, and prints errors."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from lastdigit.base.files import write_whole
from studies.mutants import table
from studies.mutants.killers import Killers
from studies.mutants.page import PAGE, page
from studies.mutants.page import SAYS as OUTCOMES
from studies.mutants.reached import recorded
from studies.mutants.study import ARGUED, ENGINE, ROOMS, ROOT, STRICT, drawn, mutants, outcomes, room
from studies.tried import Key, arguments, without_mutant

SAVED = 30.0
"""Seconds between writes of the table."""


def saved(keys: Sequence[Key], rows: Mapping[Key, table.Row]) -> None:
    """Add rows to the table, and write the page."""
    table.update(keys, rows)
    write_whole(PAGE, page(table.read()).encode())


def main() -> int:
    """Run the study."""
    parser = argparse.ArgumentParser(prog="python -m studies.mutants", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", default=ROOMS, help=f"what is mutated ({' '.join(ROOMS)}, or modules of them)"
    )
    parser.add_argument("--sample", type=int, default=10**9, help="how many mutants of them, at random (all)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (%(default)s)")
    parser.add_argument(
        "--changed", action="store_true", help="pass over those killed of which neither module nor killing test changed"
    )
    parser.add_argument(
        "--outcome", choices=OUTCOMES, nargs="+", default=OUTCOMES, help="only those of which this came so far (all)"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=120.0,
        help="of computing, that the tests take together that a mutant must fail (%(default)s)",
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--recorded",
        type=Path,
        default=Path("reports", "reached"),
        help="what tests reach: of those that changed it is recorded first, which takes minutes for all (%(default)s)",
    )
    options = parser.parse_args()
    start, argued, sources = time.perf_counter(), arguments(ARGUED), table.Sources()
    found, known = mutants(options.parts, argued), table.read()
    keys = [each.key for each in found]
    wrong = [f"argued, but there is none: {' | '.join(key)}" for key in without_mutant(argued, keys)]
    chosen = drawn(found, options.sample, options.seed)
    chosen = [each for each in chosen if known.get(each.key, table.Row()).outcome in options.outcome]
    if options.changed:
        chosen = [each for each in chosen if not sources.is_as_shown(each, known.get(each.key))]
    killers = Killers((key, row.by) for key, row in known.items() if row.outcome == table.KILLED)
    reached = recorded(ROOT, options.recorded, [(ENGINE / each).as_posix() for each in ROOMS])
    counts, last = Counter[str](), time.perf_counter()
    rows: dict[Key, table.Row] = {}
    try:
        for mutant, outcome in outcomes(chosen, reached, killers, options.processes, seconds=options.seconds):
            rows[mutant.key] = sources.row(mutant, outcome)
            counts[outcome.says] += 1
            if outcome.is_wrong and (mutant.argument or room(mutant.file) in STRICT):
                wrong.append(" | ".join((*mutant.key, outcome.says, outcome.why)))
                print(f"{mutant.module}:{mutant.edit.line}", wrong[-1], flush=True)
            if time.perf_counter() - last > SAVED:
                last = time.perf_counter()
                saved(keys, rows)
    finally:
        saved(keys, rows)
    print(f"{counts.total()} of {len(found)} mutants in {time.perf_counter() - start:.0f} s: {dict(counts)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
