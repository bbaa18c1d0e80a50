"""Whether every term of every bound is needed: each is removed, and a test must notice.

The terms of each module of ``lastdigit.enclosure`` (:mod:`studies.terms`) are removed one at a time, in a copy of the
package, in which the tests run up to the first failure. ``equivalent_terms.csv`` explains terms whose removal changes
no result, or none that a test could detect; an explanation that fits no term, or that a test refutes, is an error.

``python -m studies.removed_terms --processes 2``
"""

from __future__ import annotations

import argparse
import csv
import importlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from studies.copied_package import Change, copies
from studies.terms import terms
from studies.tried import Key, Mutant, Outcome, arguments, without_mutant

ROOT = Path(__file__).parents[1]
MODULES = Path("src", "lastdigit", "enclosure")
SUITE = Path("tests", "harness")
ARGUED = Path(__file__).with_name("equivalent_terms.csv")
OWN = {
    "arithmetic": ["matrix_unit_bounds"],
    "exact": ["exact_numbers", "exact_balls"],
    "fast": ["fast_balls", "coarse_bounds"],
    "fast_namespace": ["coarse_bounds"],
    "fast_products": ["coarse_bounds"],
    "fast_theorems": ["coarse_bounds"],
    "finer": ["followed_errors"],
    "functionals": ["sums_of_errors", "typical_errors"],
    "matrix_units": ["matrix_unit_bounds"],
    "pooled_errors": ["sums_of_errors", "single"],
    "powers_of_two": ["unrounded_steps", "unrounded"],
    "rounded_gradients": ["gradients"],
    "rounded_products": ["matrix_unit_bounds"],
    "rounded_weights": ["errors_in_order", "subnormal_exponentials"],
    "sequential_sums": ["sums_of_errors", "long_sums"],
    "shared_shift": ["shared_shift", "subnormal_exponentials"],
    "single_steps": ["followed_errors"],
    "softmax_sensitivity": ["softmax_sensitivity", "coarse_bounds"],
    "unrounded": ["unrounded_steps", "unrounded"],
    "unrounded_namespace": ["unrounded_steps", "unrounded"],
    "upward": ["upward"],
}
"""The tests specific to a module, which run first."""

QUICK = ["pinned_bounds", "upward", "fast_balls", "guards_of_bounds", "typical_parts", "coarse_bounds"]
"""The tests that run next: those that detect much in little time."""

OTHERS = [
    *("layer_norm_guards", "rounding_traps", "minus_infinity", "softmax_sensitivity", "shared_shift", "typical_errors"),
    *("exact_balls", "extreme_inputs", "rounding_worst_cases", "tf32", "generic_directions", "long_sums"),
    *("fast_contains_exact", "rounding_models"),
]
"""The tests that run if the others detect nothing."""

TABLE = ("file", "line", "expression", "taken out", "outcome", "by")


def removals(module: Path, argued: Mapping[Key, str]) -> Iterator[Mutant]:
    """A module without each of its terms, with the explanation."""
    names = vars(importlib.import_module(".".join(module.with_suffix("").parts[1:])))
    for term in terms((ROOT / module).read_text(encoding="utf-8"), names):
        yield Mutant(module, term, argued.get((module.name, *term.key), ""))


def tests_of(module: Path) -> Iterator[Sequence[str]]:
    """The test files for a module, in groups."""
    for group in filter(None, (OWN.get(module.stem), QUICK, OTHERS)):
        yield [_path_of(f"test_{name}.py") for name in group]


def _path_of(test: str) -> str:
    return next((ROOT / SUITE).rglob(test)).relative_to(ROOT).as_posix()


def outcomes(
    found: Sequence[Mutant],
    processes: int,
    *,
    checkout: Path = ROOT,
    tests: Callable[[Path], Iterable[Sequence[str]]] = tests_of,
) -> Iterator[Outcome]:
    """The outcome of each removal, in order; the tests must pass without a removal."""
    unchanged = Change(
        found[0].module, (checkout / found[0].module).read_text(encoding="utf-8"), [*tests(found[0].module)]
    )
    changes = [Change(each.module, each.edit.source, [*tests(each.module)]) for each in found]
    with copies(checkout, processes) as noticed:
        if failed := next(noticed([unchanged])):
            raise ValueError(f"{failed} fails although nothing is taken out")
        yield from map(Outcome, found, noticed(changes))


def row(outcome: Outcome) -> Sequence[str]:
    """A row of the table."""
    mutant = outcome.mutant
    return mutant.module.name, str(mutant.edit.line), *mutant.edit.key, outcome.says, outcome.why


def main(given: list[str] | None = None) -> int:
    """Run, write the table, print errors, and return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m studies.removed_terms", description=__doc__)
    parser.add_argument("modules", nargs="*", help="names of modules; all where none is given")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--into", type=Path, default=Path("reports", "removed_terms.csv"), help="the table")
    options = parser.parse_args(given)
    start, argued = time.perf_counter(), arguments(ARGUED)
    modules = [path.relative_to(ROOT) for path in sorted((ROOT / MODULES).glob("*.py")) if path.stem != "__init__"]
    chosen = [path for path in modules if not options.modules or path.stem in options.modules]
    found = [removal for module in chosen for removal in removals(module, argued)]
    keys = [(each.module.name, *each.edit.key) for each in found]
    wrong = [f"argued, but there is no such term: {' | '.join(key)}" for key in without_mutant(argued, keys)]
    counts: Counter[str] = Counter()
    options.into.parent.mkdir(parents=True, exist_ok=True)
    with options.into.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(TABLE)
        for outcome in outcomes(found, options.processes):
            writer.writerow(row(outcome))
            file.flush()
            counts[outcome.says] += 1
            if outcome.is_wrong:
                wrong.append(" | ".join(row(outcome)))
    print(f"{counts.total()} terms of {len(chosen)} modules in {time.perf_counter() - start:.0f} s: {dict(counts)}")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
