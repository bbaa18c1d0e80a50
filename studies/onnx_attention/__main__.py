"""Every node test of ONNX's Attention, judged by its own attributes, as five implementations compute it.

``python -m studies.onnx_attention [FOLDER …] [--csv onnx.csv]``

Without folders, the installed ``onnx`` generates its tests. The vector's own numbers are judged as well. Disagreements
are listed with their evidence and the worst element; ``known.csv`` attributes each one, and a disagreement missing
there fails.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lastdigit.vectors.onnx_tests.node_test import NodeTest, read_node_tests
from lastdigit.vectors.onnx_tests.operators import judged
from lastdigit.verdicts.verdict import AGREES, SKIPPED
from studies.onnx_attention.implementations import ALL, NotCovered
from studies.onnx_attention.node_tests import write_node_tests

COLUMNS = (
    *("test", "opset", "implementation", "output", "dtype", "verdict", "evidence", "arithmetic"),
    *("error", "allowed", "index", "explanation", "reason"),
)
Row = dict[str, str]
KNOWN = Path(__file__).with_name("known.csv")


def rows(test: NodeTest) -> Iterator[Row]:
    """The rows of a test, one for each implementation and output."""
    about = {"test": test.name, "opset": str(test.opset)}
    for name, run in ALL.items():
        try:
            results = run(test)
        except (NotCovered, ImportError) as error:
            yield {**about, "implementation": name, "verdict": SKIPPED, "reason": str(error)}
            continue
        for output, verdict in judged(test, results):
            yield {
                **about,
                "implementation": name,
                "output": output,
                "dtype": verdict.dtype,
                "verdict": verdict.verdict,
                "evidence": verdict.evidence,
                "arithmetic": verdict.arithmetic,
                "error": "" if verdict.error is None else f"{verdict.error:.3g}",
                "allowed": "" if verdict.allowed is None else f"{verdict.allowed:.3g}",
                "index": verdict.worst_index,
                "explanation": verdict.explanation,
                "reason": verdict.reason,
            }


def known() -> dict[tuple[str, str, str], str]:
    """The cause of each known disagreement, by test, implementation and output."""
    with KNOWN.open(encoding="utf-8", newline="") as stream:
        return {(row["test"], row["implementation"], row["output"]): row["cause"] for row in csv.DictReader(stream)}


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 if a disagreement is not in ``known.csv``, or one in it agrees."""
    parser = argparse.ArgumentParser(prog="python -m studies.onnx_attention", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--csv", type=Path, help="a file for the table")
    options = parser.parse_args(arguments)
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as temporary:
        folders = options.folders or write_node_tests("Attention", Path(temporary))
        for folder in folders:
            for test in read_node_tests(folder):
                found += rows(test)
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, COLUMNS, restval="")
            writer.writeheader()
            writer.writerows(found)
    return _told(found)


def _told(found: list[Row]) -> int:
    causes = known()
    unexplained = stale = 0
    for row in found:
        cause = causes.get((row["test"], row["implementation"], row.get("output", "")), "")
        if row["verdict"] in (AGREES, SKIPPED):
            if cause and row["verdict"] == AGREES:
                stale += 1
                print(f"{row['test']}, {row['implementation']}, {row['output']} now agrees; known.csv says: {cause}")
            continue
        unexplained += not cause
        words = [row[key] for key in COLUMNS if row.get(key)]
        print("  ".join(words), f"  cause: {cause or 'not known'}")
    tests = {row["test"] for row in found}
    print(f"{len(tests)} tests")
    for name in ALL:
        counts = Counter(row["verdict"] for row in found if row["implementation"] == name)
        ran = {row["test"] for row in found if row["implementation"] == name and row["verdict"] != SKIPPED}
        print(f"{name}: {len(ran)} tests, " + ", ".join(f"{key} {counts[key]}" for key in sorted(counts)))
    return 1 if unexplained or stale else 0


if __name__ == "__main__":
    sys.exit(main())
