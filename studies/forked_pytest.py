"""A process that has imported what tests need, and forks for every run of pytest that it is asked for.

As a program it reads the arguments of a run and its limit in seconds of computing as a line of JSON, and writes its
exit status and what it printed; the status is null where the run took longer.
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
"""What is imported once: nothing of the package under test, of which each run may read another source."""

WAITING = 10
"""How many times its seconds of computing a run may last, since tests wait and machines are busy."""

MEMORY = 2**33
"""What a run may allocate, in bytes."""


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
        """The exit status, None where it took longer, and what was printed."""
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
    """Make this process the head of a group of its own, that ends when it has computed for so long."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds),) * 2)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY,) * 2)


def _run(arguments: Sequence[str]) -> None:
    """Never returns: what the parent would do at its end is not done twice."""
    import pytest

    status = 3
    with contextlib.suppress(BaseException):
        status = int(pytest.main(list(arguments)))
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()
    os._exit(status)


def ended(pid: int, seconds: float) -> int | None:
    """The status of a process; it is killed, with what it started, where it takes longer."""
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
