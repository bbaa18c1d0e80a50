"""Copies of the package and its tests, in which one module at a time reads otherwise: which test notices?"""

from __future__ import annotations

import os
import queue
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from studies.forked_pytest import ForkedPytest
from studies.processes import ONE_THREAD

NEEDED = ("src", "studies", "tests/harness", "conftest.py", "pyproject.toml")
OPTIONS = ("-q", "-x", "--tb=no", "-rfE", "-p", "no:cacheprovider", "-p", "lastdigit.pytest_plugin")
ENVIRONMENT = ONE_THREAD | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "LASTDIGIT_EXAMPLES": "25"}

LIMIT = 1800.0
"""Seconds after which tests count as hung, and as failed: many times what they take on a busy machine."""

Tests = Sequence[str]


@dataclass(frozen=True)
class Change:
    """A module that reads otherwise, and groups of tests, one after the other, of which one shall notice."""

    module: Path
    source: str
    tests: Sequence[Tests]


class CopiedPackage:
    """What is needed of a checkout to run some of its tests, in a new folder."""

    def __init__(self, checkout: Path, folder: Path, needed: Sequence[str] = NEEDED) -> None:
        self._folder = folder
        for name in needed:
            source, target = checkout / name, folder / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            elif source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        paths = os.pathsep.join(str(folder / name) for name in ("src", ""))
        self._pytest = ForkedPytest(folder, os.environ | ENVIRONMENT | {"PYTHONPATH": paths})

    def close(self) -> None:
        """End the process that runs its tests."""
        self._pytest.close()

    def first_failing(self, groups: Iterable[Tests]) -> str:
        """The first test that fails of these groups, one after the other; empty where none does."""
        return next(filter(None, map(self._first_failing_of, groups)), "")

    def _first_failing_of(self, tests: Tests) -> str:
        status, output = self._pytest.run([*OPTIONS, *tests], LIMIT)
        if status is None:
            return f"more than {LIMIT:g} s"
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
        return "" if status == 0 else failed.group(1) if failed else f"pytest gave {status}"

    def first_failing_where(self, change: Change) -> str:
        """The first test that notices a change; empty where none does."""
        path = self._folder / change.module
        before = path.read_text(encoding="utf-8")
        _write(path, change.source)
        try:
            return self.first_failing(change.tests)
        finally:
            _write(path, before)


@contextmanager
def copies(
    checkout: Path, count: int, needed: Sequence[str] = NEEDED
) -> Iterator[Callable[[Iterable[Change]], Iterator[str]]]:
    """So many copies of a checkout, and what tells of each change the test that notices it, in their order."""
    free: queue.Queue[CopiedPackage] = queue.Queue()

    def noticed(change: Change) -> str:
        copy = free.get()
        try:
            return copy.first_failing_where(change)
        finally:
            free.put(copy)

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for number in range(count):
            free.put(stack.enter_context(closing(CopiedPackage(checkout, Path(folder, str(number)), needed))))
        pool = stack.enter_context(ThreadPoolExecutor(count))
        yield lambda changes: pool.map(noticed, changes)


def _write(path: Path, source: str) -> None:
    """Write a source, and forget what was compiled of another one, which may be of the same second and length."""
    path.write_text(source, encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()
