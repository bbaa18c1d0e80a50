"""A process that has imported what tests need, and forks for every requested run of pytest.

As a program it reads the arguments of a run and its CPU time limit in seconds as a line of JSON, and writes its exit
status and its output; the status is null if the run exceeded the limit.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

MODULES = ("numpy", "flint", "pytest", "hypothesis")
"""Modules imported once: nothing of the package under test, whose source differs from run to run."""

WAITING = 10
"""The wall-clock limit as a multiple of the CPU time limit, since tests wait and machines are busy."""

MEMORY = 2**33
"""The memory limit of a run, in bytes."""


class ForkedPytest:
    """Runs pytest in a folder, each time in a new fork of one process."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, arguments: Sequence[str], seconds: float) -> tuple[int | None, str]:
        """The exit status, None if it exceeded the limit, and the output."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"arguments": list(arguments), "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer["status"], answer["output"]

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _forked(arguments: Sequence[str], seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        pid = os.fork()
        if not pid:
            limit(seconds)
            for descriptor in (1, 2):
                os.dup2(output.fileno(), descriptor)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            _run(arguments)
        status = ended(pid, seconds * WAITING)
        output.seek(0)
        return {"status": None if status == -signal.SIGKILL else status, "output": output.read()}


def limit(seconds: float) -> None:
    """Make this process the leader of a new group, limited to this CPU time."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds),) * 2)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY,) * 2)


def _run(arguments: Sequence[str]) -> None:
    """Run pytest; never returns, so that the parent's exit handlers are not run twice."""
    import pytest

    status = 3
    with contextlib.suppress(BaseException):
        status = int(pytest.main(list(arguments)))
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()
    os._exit(status)


def ended(pid: int, seconds: float) -> int | None:
    """The status of a process; it is killed with its children if it takes longer."""
    descriptor = os.pidfd_open(pid)
    try:
        ready, _, _ = select.select([descriptor], [], [], seconds)
    finally:
        os.close(descriptor)
    if not ready:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status) if ready else None


def main() -> None:
    """Serve until the input ends."""
    for name in MODULES:
        with contextlib.suppress(ImportError):
            __import__(name)
    for line in sys.stdin:
        print(json.dumps(_forked(**json.loads(line))), flush=True)


if __name__ == "__main__":
    del sys.path[0]  # the folder of this file
    main()
