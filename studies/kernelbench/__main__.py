"""KernelBench's level 1: every problem of a checkout at small sizes, as an operation, judged in three formats.

``python -m studies.kernelbench CHECKOUT [--only 50 86] [--csv kernelbench.csv]``

Torch's own result should agree. Zeros, half of the work and a wrong axis should be refused wherever they change the
result, that is, wherever they are refused in float64.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch

from lastdigit import judge
from lastdigit.verdicts.verdict import AGREES, DISAGREES
from studies.kernelbench.expressed import CALLS
from studies.kernelbench.problem import Problem
from studies.kernelbench.sizes import sizes_of

DTYPES = {name: getattr(torch, name) for name in ("float32", "float16", "bfloat16")}
WRONG = ("zeros", "half of the work", "wrong axis")
UNCHANGED = "same"
COLUMNS = ("problem", "name", "sizes", "operation", "dtype", "torch", *WRONG, "seconds")
Row = dict[str, str]


def problems(checkout: Path) -> list[Problem]:
    """All problems of level 1, in order."""
    paths = [path for path in checkout.rglob("level1/*.py") if path.name[0].isdigit()]
    return sorted((Problem(path, sizes_of(int(path.name.partition("_")[0]))) for path in paths), key=lambda p: p.number)


def verdict_of(problem: Problem, dtype: torch.dtype, result: torch.Tensor) -> str:
    """The verdict of a result of a problem."""
    operation, arrays, parameters = CALLS[problem.number](problem.model(dtype), problem.inputs(dtype))
    return judge(result, operation, *arrays, **parameters).verdict


def rows(problem: Problem) -> Iterator[Row]:
    """The rows of a problem, one for each format."""
    exact = problem.wrong(torch.float64)
    changing = [name for name, result in exact if verdict_of(problem, torch.float64, result) == DISAGREES]
    for dtype_name, dtype in DTYPES.items():
        start = time.perf_counter()
        right = problem.result(dtype)
        found = {"torch": verdict_of(problem, dtype, right)}
        results = dict(problem.wrong(dtype))
        for name in WRONG:
            chosen = next((known for known in changing if known.startswith(name)), "")
            found[name] = verdict_of(problem, dtype, results[chosen]) if chosen in results else UNCHANGED
        operation, _, _ = CALLS[problem.number](problem.model(dtype), problem.inputs(dtype))
        sizes = " × ".join(str(tuple(x.shape)) for x in problem.inputs(dtype) if isinstance(x, torch.Tensor))
        seconds = f"{time.perf_counter() - start:.2f}"
        about = {"problem": str(problem.number), "name": problem.name, "sizes": sizes, "operation": operation}
        yield {**about, "dtype": dtype_name, **found, "seconds": seconds}


def summary(found: list[Row]) -> Iterator[str]:
    """How many problems and rows are judged as they should be."""
    numbers = {row["problem"] for row in found}
    yield f"{len(numbers)} problems, {len(found)} rows"
    yield f"torch's own result: {_counts(found, 'torch')}"
    for name in WRONG:
        yield f"{name}: {_counts(found, name)}"


def _counts(found: list[Row], column: str) -> str:
    values = [row[column] for row in found]
    return ", ".join(f"{value} {values.count(value)}" for value in sorted(set(values)))


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 if a right result is refused or a wrong one is not."""
    parser = argparse.ArgumentParser(prog="python -m studies.kernelbench", description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--only", type=int, nargs="*", help="numbers of problems")
    parser.add_argument("--csv", type=Path, help="a file for the table")
    options = parser.parse_args(arguments)
    found: list[Row] = []
    for problem in problems(options.checkout):
        if options.only and problem.number not in options.only:
            continue
        for row in rows(problem):
            found.append(row)
            print("  ".join(row[column] for column in COLUMNS), flush=True)
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, COLUMNS)
            writer.writeheader()
            writer.writerows(found)
    print("\n".join(summary(found)))
    wrong = [row for row in found if row["torch"] != AGREES or any(row[name] == AGREES for name in WRONG)]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
