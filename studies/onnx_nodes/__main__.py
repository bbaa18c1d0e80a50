"""The node tests of ONNX's other operators, judged as the vectors, two runtimes, torch and this project compute them.

``python -m studies.onnx_nodes [OPERATOR …] [--csv nodes.csv]``

The installed ``onnx`` generates the tests of the named operators, or of all that operations express. Disagreements are
listed with their evidence; ``known.csv`` attributes each one, and a disagreement missing there fails.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lastdigit.vectors.onnx_tests.node_test import InvalidNodeTest, NodeTest, read_node_tests
from lastdigit.vectors.onnx_tests.operators import known_operators, output_calls
from lastdigit.verdicts.verdict import AGREES, Verdict
from studies.onnx_attention.implementations import NotCovered
from studies.onnx_attention.node_tests import write_node_tests
from studies.onnx_nodes.implementations import ALL, of_project

KNOWN = Path(__file__).with_name("known.csv")
COLUMNS = ("operator", "test", "implementation", "output", "dtype", "verdict", "evidence", "explanation", "reason")
Row = dict[str, str]


def rows(test: NodeTest) -> Iterator[Row]:
    """The rows of a test, one for each implementation and output."""
    about = {"operator": test.operator, "test": test.name}
    for name, run in ALL.items():
        try:
            for output, verdict in run(test):
                yield {**about, "implementation": name, "output": output, **_told(verdict)}
        except (NotCovered, ImportError):
            continue
    for name, output, verdict in of_project(test):
        yield {**about, "implementation": name, "output": output, **_told(verdict)}


def _told(verdict: Verdict) -> Row:
    return {name: str(getattr(verdict, name)) for name in ("dtype", *COLUMNS[5:])}


def known() -> dict[tuple[str, str, str], str]:
    """The cause of each known disagreement, by test, implementation and output."""
    with KNOWN.open(encoding="utf-8", newline="") as stream:
        return {(row["test"], row["implementation"], row["output"]): row["cause"] for row in csv.DictReader(stream)}


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 if a disagreement is not in ``known.csv``, or one in it agrees."""
    parser = argparse.ArgumentParser(prog="python -m studies.onnx_nodes", description=__doc__)
    parser.add_argument("operators", nargs="*", help="all that are known, unless some are named")
    parser.add_argument("--csv", type=Path, help="a file for the table")
    options = parser.parse_args(arguments)
    wanted = options.operators or [name for name in known_operators() if name != "Attention"]
    found: list[Row] = []
    refused: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as temporary:
        for operator in wanted:
            for folder in write_node_tests(operator, Path(temporary) / operator):
                for test in read_node_tests(folder):
                    try:
                        output_calls(test)
                    except InvalidNodeTest as error:
                        refused.append((operator, test.name, str(error).partition("expected ")[2]))
                        continue
                    found += rows(test)
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, COLUMNS)
            writer.writeheader()
            writer.writerows(found)
    for operator, name, reason in refused:
        print(f"{operator}, {name}: not expressed: expected {reason}")
    return _table(found, refused)


def _table(found: list[Row], refused: list[tuple[str, str, str]]) -> int:
    causes, wrong = known(), 0
    for row in found:
        cause = causes.get((row["test"], row["implementation"], row["output"]), "")
        wrong += (row["verdict"] == AGREES) == bool(cause)
        if row["verdict"] != AGREES or cause:
            print("  ".join(row[name] for name in COLUMNS if row[name]), f"  cause: {cause or 'not known'}")
    print("operator  tests  not expressed  programs  verdicts  agree")
    for operator in sorted({row["operator"] for row in found}):
        of_it = [row for row in found if row["operator"] == operator]
        tests = {row["test"] for row in of_it}
        least = min(len({row["implementation"] for row in of_it if row["test"] == test}) for test in tests)
        programs = len({row["implementation"] for row in of_it})
        left = sum(name == operator for name, *_ in refused)
        agree = sum(row["verdict"] == AGREES for row in of_it)
        print(f"{operator}  {len(tests)}  {left}  {least} to {programs}  {len(of_it)}  {agree}")
    counts = Counter(row["verdict"] for row in found)
    tests = {(row["operator"], row["test"]) for row in found}
    print(
        f"{len(tests)} tests, {len(refused)} not expressed; " + ", ".join(f"{k} {n}" for k, n in sorted(counts.items()))
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
