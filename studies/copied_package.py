"""A copy of the package and its tests in a folder of its own, in which one module at a time may read otherwise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from studies.processes import ONE_THREAD

NEEDED = ("src", "studies", "tests/harness", "conftest.py", "pyproject.toml")
PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-rfE"),
    *("-p", "no:cacheprovider", "-p", "lastdigit.pytest_plugin"),
)
ENVIRONMENT = ONE_THREAD | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "LASTDIGIT_EXAMPLES": "25"}

LIMIT = 1800
"""Seconds after which tests count as hung, and as failed: many times what they take on a busy machine."""


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

    def first_failing(self, groups: Iterable[Sequence[str]]) -> str:
        """The first test that fails of these groups, one after the other; empty where none does."""
        return next(filter(None, map(self._first_failing_of, groups)), "")

    def _first_failing_of(self, tests: Sequence[str]) -> str:
        paths = os.pathsep.join(str(self._folder / name) for name in ("src", ""))
        try:
            ran = subprocess.run(
                [*PYTEST, *tests],
                cwd=self._folder,
                env=os.environ | ENVIRONMENT | {"PYTHONPATH": paths},
                timeout=LIMIT,
                capture_output=True,
                text=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"more than {LIMIT} s"
        if ran.returncode == 0:
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", ran.stdout, re.MULTILINE)
        return failed.group(1) if failed else f"pytest gave {ran.returncode}"

    def first_failing_where(self, module: Path, source: str, groups: Iterable[Sequence[str]]) -> str:
        """The same where a module reads so."""
        path = self._folder / module
        before = path.read_text(encoding="utf-8")
        _write(path, source)
        try:
            return self.first_failing(groups)
        finally:
            _write(path, before)


def _write(path: Path, source: str) -> None:
    """Write a source, and forget what was compiled of another one, which may be of the same second and length."""
    path.write_text(source, encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()
