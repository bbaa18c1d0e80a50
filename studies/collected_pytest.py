"""A process that has collected a package's tests, and forks for every modified source of a module.

In the fork the functions of the module run the code of that source, and tests run up to the first failure: this takes
hundredths of a second, where a new process needs seconds to import and to collect. A source that changes code that ran
before the fork is refused, since it must be imported anew.

As a program it collects the tests that its arguments name, reads requests as lines of JSON and answers likewise.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from studies.changed_functions import MustBeImportedError, changed_functions, functions_by_code
from studies.forked_pytest import WAITING, ended, limit


@dataclass(frozen=True)
class Request:
    """A modified source of a module, the tests to run with it, and their limit in seconds of CPU time."""

    module: str
    before: str
    after: str
    tests: Sequence[str]
    seconds: float


class CollectedPytest:
    """Runs tests that were collected once, each time in a new fork of one process."""

    def __init__(self, folder: Path, environment: Mapping[str, str], options: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "studies.collected_pytest", *options],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if not self._answer():
            raise ValueError(f"tests cannot be collected: pytest {' '.join(options)}")

    def first_failing(self, request: Request) -> str | None:
        """The first failing test, empty if none fails, and None if the module must be imported anew."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(request)) + "\n")
        self._process.stdin.flush()
        failing: str | None = json.loads(self._answer())
        return failing

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


class Serving:
    """A plugin that serves requests instead of running the collected tests."""

    def __init__(self) -> None:
        self._requests, self._answers = (os.fdopen(os.dup(each), mode) for each, mode in ((0, "r"), (1, "w")))
        self._already_run: set[CodeType] = set()
        self._functions: Mapping[CodeType, Sequence[FunctionType]] = {}
        self._items: Mapping[str, pytest.Item] = {}
        self._failed = False
        sys.setprofile(self._remember)

    def _remember(self, frame: FrameType, event: str, argument: Any) -> None:
        del argument
        if event == "call":
            self._already_run.add(frame.f_code)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve until the requests end."""
        sys.setprofile(None)
        self._items = {item.nodeid: item for item in session.items}
        self._functions = functions_by_code()
        gc.collect()
        gc.freeze()
        print("ready", file=self._answers, flush=True)
        for line in self._requests:
            print(json.dumps(self._first_failing(Request(**json.loads(line)))), file=self._answers, flush=True)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record that a test failed."""
        self._failed |= report.failed

    def _first_failing(self, request: Request) -> str | None:
        path = str(Path(request.module).resolve())
        try:
            changed = changed_functions(request.before, request.after, path, self._functions, self._already_run)
            items = [self._items[test] for test in request.tests]
        except (MustBeImportedError, KeyError):
            return None
        with tempfile.TemporaryFile("w+", encoding="utf-8") as begun:
            pid = os.fork()
            if not pid:
                limit(request.seconds)
                for function, code in changed:
                    function.__code__ = code
                self._run(items, begun)
            status = ended(pid, request.seconds * WAITING)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            begun.seek(0)
            return "" if status == 0 else begun.read().splitlines()[-1]

    def _run(self, items: Sequence[pytest.Item], begun: Any) -> None:
        """Run tests up to the first failure, recording each when it begins; never returns."""
        with contextlib.suppress(BaseException):
            for item, following in zip(items, [*items[1:], None], strict=True):
                print(item.nodeid, file=begun, flush=True)
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._failed:
                    os._exit(1)
            os._exit(0)
        os._exit(2)


def main() -> None:
    """Collect, then serve until the input ends."""
    serving = Serving()
    quiet = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(quiet, descriptor)
    pytest.main(sys.argv[1:], plugins=[serving])


if __name__ == "__main__":
    main()
