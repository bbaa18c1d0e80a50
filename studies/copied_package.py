"""Copies of the package and its tests with one module modified at a time, to find the tests that notice."""

from __future__ import annotations

import os
import queue
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from studies.collected_pytest import CollectedPytest, Request
from studies.forked_pytest import ForkedPytest
from studies.processes import ONE_THREAD

NEEDED = ("src", "studies", "tests/__init__.py", "tests/harness", "conftest.py", "pyproject.toml")
OPTIONS = ("-q", "-x", "--tb=no", "-rfE", "-p", "no:cacheprovider", "-p", "lastdigit.pytest_plugin")
ENVIRONMENT = ONE_THREAD | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "LASTDIGIT_EXAMPLES": "25"}

Tests = Sequence[str]


@dataclass(frozen=True)
class Change:
    """A modified module, and groups of tests, in order, of which one should notice.

    Tests that exceed the time limit count as failed; by default it is many times their duration on a busy machine.
    """

    module: Path
    source: str
    tests: Iterable[Tests]
    seconds: float = 1800.0


class CopiedPackage:
    """The parts of a checkout that some of its tests need, in a new folder."""

    def __init__(
        self, checkout: Path, folder: Path, needed: Sequence[str] = NEEDED, collected: Sequence[str] = ()
    ) -> None:
        """``collected``: the tests to collect once, if tests are given by their ids."""
        self._folder = folder
        for name in needed:
            source, target = checkout / name, folder / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            elif source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        paths = os.pathsep.join(str(folder / name) for name in ("src", ""))
        environment = os.environ | ENVIRONMENT | {"PYTHONPATH": paths}
        self._options = [*OPTIONS, f"--basetemp={folder / 'tmp'}"]
        self._pytest = ForkedPytest(folder, environment)
        self._collected = CollectedPytest(folder, environment, [*self._options, *collected]) if collected else None
        self._sound: set[str] = set()
        self._unsound: set[str] = set()

    def close(self) -> None:
        """End the processes that run its tests."""
        self._pytest.close()
        if self._collected:
            self._collected.close()

    def first_failing_where(self, change: Change) -> str:
        """The first test that notices a change, empty if none does; one that fails anyway does not count."""
        path = self._folder / change.module
        before = path.read_text(encoding="utf-8")
        change = replace(change, tests=[list(tests) for tests in change.tests])
        while True:
            _write(path, change.source)
            try:
                failing = next(filter(None, (self._first_failing(change, before, tests) for tests in change.tests)), "")
            finally:
                _write(path, before)
            if self._is_sound(failing, change, before):
                return failing
            print(f"{failing} fails although nothing is changed", file=sys.stderr, flush=True)
            self._unsound.add(failing)

    def _is_sound(self, failing: str, change: Change, before: str) -> bool:
        """Whether a collected test that noticed a change passes without it."""
        is_test = failing.partition("::")[0].endswith(".py")
        if not self._collected or not is_test or failing in self._sound:
            return True
        if self._first_failing(replace(change, source=before), before, [failing]):
            return False
        self._sound.add(failing)
        return True

    def _first_failing(self, change: Change, before: str, tests: Tests) -> str:
        tests = [test for test in tests if test not in self._unsound]
        if tests and self._collected:
            request = Request(str(change.module), before, change.source, tests, change.seconds)
            failing = self._collected.first_failing(request)
            if failing is not None:
                return failing
        while tests:
            status, output = self._pytest.run([*self._options, *tests], change.seconds)
            if status is None:
                return f"more than {change.seconds:g} s"
            missing = re.findall(rf"^ERROR: not found: {re.escape(str(self._folder))}/(.+)$", output, re.MULTILINE)
            found = [test for test in tests if test not in missing]
            if len(found) == len(tests):
                failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
                return "" if status == 0 else failed.group(1) if failed else f"pytest gave {status}"
            tests = found
        return ""


@contextmanager
def copies(
    checkout: Path, count: int, needed: Sequence[str] = NEEDED, collected: Sequence[str] = ()
) -> Iterator[Callable[[Iterable[Change]], Iterator[str]]]:
    """Functions that find the test noticing each change, in order, using ``count`` copies of a checkout."""
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
            free.put(
                stack.enter_context(closing(CopiedPackage(checkout, Path(folder, str(number)), needed, collected)))
            )
        pool = stack.enter_context(ThreadPoolExecutor(count))
        yield lambda changes: pool.map(noticed, changes)


def _write(path: Path, source: str) -> None:
    """Write a source and remove cached byte code, which may have the same modification time and size."""
    path.write_text(source, encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()
