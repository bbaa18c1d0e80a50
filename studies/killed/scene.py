"""A small project in which to kill runs, and its processes, each marked by an environment variable."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENT = "000"
IMPLEMENTATIONS = ("numpy_matrix.py", "numpy_initialization.py")
SETTINGS = """[pytest]
testpaths = tests
addopts = --junit-xml=reports/junit.xml
markers = xdist_group(name): one process
"""
MARK = "LASTDIGIT_STUDY"
PATIENCE = 120.0
"""Time after which a process counts as hung, in seconds."""
LINGERING = 5.0
"""Time within which the processes of a killed run must end, in seconds."""


@dataclass(frozen=True)
class Scene:
    """A project of one document and one file of implementations, in a folder of its own."""

    folder: Path
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def reports(self) -> Path:
        """Its folder of reports."""
        return self.folder / "reports"

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start Python with these arguments and a ``stdout`` pipe."""
        foreign = ("PYTEST_", "CI", "GITHUB_")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        return subprocess.Popen(
            [sys.executable, "-u", *arguments],
            cwd=self.folder,
            env={**kept, "OMP_NUM_THREADS": "1", MARK: self.mark},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def pytest(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the project's suite."""
        return self.start("-m", "pytest", "-v", "-p", "no:cacheprovider", "--rootdir", str(self.folder), *arguments)

    def processes(self) -> list[int]:
        """The running processes of this project."""
        mark = f"{MARK}={self.mark}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                with contextlib.suppress(OSError):
                    if mark in (entry / "environ").read_bytes().split(b"\0"):
                        found.append(int(entry.name))
        return found

    def lingering(self) -> list[int]:
        """The processes that still run some time after their parent was killed."""
        until = time.monotonic() + LINGERING
        while (left := self.processes()) and time.monotonic() < until:
            time.sleep(0.02)
        return left


def made(folder: Path) -> Scene:
    """A new project in ``folder``."""
    shutil.copytree(ROOT / "reference_data" / DOCUMENT, folder / "reference_data" / DOCUMENT)
    shutil.copytree(ROOT / "tests" / "verification", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "conftest.py", folder)
    (folder / "implementations").mkdir()
    for name in IMPLEMENTATIONS:
        shutil.copy(ROOT / "implementations" / name, folder / "implementations" / name)
    (folder / "pytest.ini").write_text(SETTINGS)
    return Scene(folder)


def kill(pid: int) -> None:
    """Send SIGKILL to a process, unless it has ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def seconds_of(start: Callable[[], subprocess.Popen[str]]) -> float:
    """The duration of a process that is not killed."""
    begun = time.monotonic()
    start().communicate(timeout=PATIENCE)
    return time.monotonic() - begun
