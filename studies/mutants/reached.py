"""Which tests reach which lines, and how long they take: found out by running all of them once."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from studies.processes import ONE_THREAD

PLUGIN = "studies.mutants.recorder"
SUITE = ("tests/harness",)
MODULES = "modules.json"
"""What the modules said when their lines were recorded."""
QUICK = ("-m", "not small_project")
"""Tests that run pytest in a small project, which takes seconds, are left out."""


def digest(path: Path) -> str:
    """A short digest of what a file says."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


@dataclass(frozen=True)
class Reached:
    """By module and line the tests that run it, each with its seconds."""

    tests: dict[str, dict[int, dict[str, float]]]

    def by(self, module: Path, line: int, most: float) -> Sequence[str]:
        """The tests that reach a line of a module, told from the checkout's folder, the quickest first.

        They take at most so many seconds together, but for the first.

        A line that is run when the module is imported is reached by all tests that reach any other, and so is one of
        a module that has changed since.
        """
        lines = self.tests.get(module.as_posix(), {})
        found = lines.get(line) or {test: seconds for tests in lines.values() for test, seconds in tests.items()}
        ranked = sorted(found, key=found.__getitem__)
        ends = accumulate(found[test] for test in ranked)
        return [test for number, (test, end) in enumerate(zip(ranked, ends, strict=True)) if end <= most or not number]


def measured(checkout: Path, into: Path, rooms: Sequence[str], *, suite: Sequence[str] = SUITE) -> Reached:
    """Run a checkout's tests with every line of these rooms recorded; ``into`` is a folder for what is recorded."""
    into.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", PLUGIN, *QUICK, *suite],
        cwd=checkout,
        env=os.environ
        | ONE_THREAD
        | {
            "PYTHONPATH": os.pathsep.join(str(checkout / name) for name in ("src", "")),
            "LASTDIGIT_EXAMPLES": "25",
            "LASTDIGIT_RECORDED": str(into),
            "LASTDIGIT_ROOMS": os.pathsep.join(rooms),
        },
        capture_output=True,
        check=False,
    )
    modules = {path.relative_to(checkout).as_posix(): digest(path) for path in (checkout / "src").rglob("*.py")}
    (into / MODULES).write_text(json.dumps(modules), encoding="utf-8")
    return read(checkout, into)


def read(checkout: Path, recorded: Path) -> Reached:
    """What a run of the tests recorded in a folder; of modules that have changed since all lines are taken for one."""
    modules = json.loads((recorded / MODULES).read_text(encoding="utf-8"))
    unchanged = {
        name for name, said in modules.items() if (checkout / name).is_file() and digest(checkout / name) == said
    }
    found: dict[str, dict[int, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for path in sorted(recorded.glob("*.jsonl")):
        for text in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(text)
            for name, lines in entry["lines"].items():
                for line in lines if name in unchanged else [0]:
                    found[name][line][entry["test"]] = entry["seconds"]
    return Reached(found)
