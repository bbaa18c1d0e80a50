"""Which tests reach which lines, and their CPU time: recorded by running all of them once."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path

import pytest

from studies.copied_package import ENVIRONMENT
from studies.mutants.sources import digests

PLUGINS = ("-p", "no:cacheprovider", "-p", "lastdigit.pytest_plugin", "-p", "studies.mutants.recorder")
SUITE = "tests/harness"
QUICK = ("-m", "not small_project")
"""Excludes tests that run pytest in a small project, which take seconds."""
TESTS = "tests.json"
"""The file with the digests of the tests when they were recorded."""


@dataclass(frozen=True)
class Reached:
    """By module and line the tests that run it, with their CPU time; and the modules that test files import."""

    tests: dict[str, dict[int, dict[str, float]]]
    imports: Mapping[str, Collection[str]] = field(default_factory=dict)

    @cached_property
    def seconds(self) -> Mapping[str, float]:
        """The CPU time of all tests that reach anything."""
        return {
            test: seconds
            for lines in self.tests.values()
            for tests in lines.values()
            for test, seconds in tests.items()
        }

    def by(self, module: Path, line: int) -> Sequence[str]:
        """The tests that reach a line of a module, given relative to the checkout.

        Tests in files that import the module come first, and the fastest within each group.

        A line that runs at import is reached by all tests that reach any line of the module, or whose files import it,
        and so is every line of a module that has changed since.
        """
        lines = self.tests.get(module.as_posix(), {})
        found = lines.get(line) or [test for tests in lines.values() for test in tests]

        def rank(test: str) -> tuple[bool, float]:
            return module.as_posix() not in self.imports.get(test.partition("::")[0], ()), self.seconds[test]

        return sorted(dict.fromkeys(found), key=rank)

    def within(self, tests: Sequence[str], most: float) -> Sequence[str]:
        """The first of these tests, which take at most ``most`` seconds together, and always the very first."""
        ends = accumulate(self.seconds[test] for test in tests)
        return [test for number, (test, end) in enumerate(zip(tests, ends, strict=True)) if end <= most or not number]


def recorded(checkout: Path, into: Path, rooms: Sequence[str]) -> Reached:
    """The lines that tests reach in these rooms; test files that changed since they were recorded are run again."""
    into.mkdir(parents=True, exist_ok=True)
    now, known = digests(checkout, [SUITE]), into / TESTS
    then = json.loads(known.read_text(encoding="utf-8")) if known.is_file() else {}
    if changed := [
        test for test, says in now.items() if then.get(test) != says and Path(test).name.startswith("test_")
    ]:
        _forget(into, changed)
        _run(checkout, into, rooms, changed)
        known.write_text(json.dumps(now, indent=1), encoding="utf-8")
    return read(checkout, into)


def _forget(recorded: Path, tests: Collection[str]) -> None:
    """Remove the recorded lines of the tests in these files."""
    for path in recorded.glob("*.jsonl"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text(
            "".join(line for line in lines if json.loads(line)["test"].partition("::")[0] not in tests), "utf-8"
        )


def _run(checkout: Path, into: Path, rooms: Sequence[str], tests: Sequence[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--tb=no", *PLUGINS, *QUICK, *tests],
        cwd=checkout,
        env=os.environ
        | ENVIRONMENT
        | {
            "PYTHONPATH": os.pathsep.join(str(checkout / name) for name in ("src", "")),
            "LASTDIGIT_RECORDED": str(into.resolve()),
            "LASTDIGIT_ROOMS": os.pathsep.join(rooms),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise ValueError(f"what tests reach could not be recorded: {ran.stdout}{ran.stderr}")


def read(checkout: Path, recorded: Path) -> Reached:
    """The recorded lines of a folder; for a module that has changed since, all lines are treated as one.

    Line 0 stands for what is run when the module is imported.
    """
    imports = {test: imported(checkout / test) for test in digests(checkout, [SUITE])}
    found: dict[str, dict[int, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    says = digests(checkout, ["src"])
    for path in sorted(recorded.glob("*.jsonl")):
        for text in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(text)
            for module, lines in entry["lines"].items():
                name, said = module.split()
                for line in functions(checkout / name).intersection(lines) if says.get(name) == said else [0]:
                    found[name][line][entry["test"]] = entry["seconds"]
            for name in imports.get(entry["test"].partition("::")[0], ()):
                found[name][0][entry["test"]] = entry["seconds"]
    return Reached(found, imports)


@cache
def functions(module: Path) -> frozenset[int]:
    """The lines inside functions; all others are run by the first test that imports the module."""
    found = (node for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.FunctionDef))
    return frozenset(line for node in found for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1))


def imported(test: Path) -> Collection[str]:
    """The modules that a test file imports, as paths in the checkout, and the names imported from them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(test.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
    return {f"src/{name.replace('.', '/')}.py" for name in names}
