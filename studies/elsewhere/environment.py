"""A virtual environment with the wheel and nothing else of this checkout; and the wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

BUILD = "import sys; from setuptools.build_meta import build_wheel; print(build_wheel(sys.argv[1]))"
FOREIGN = ("PYTEST_", "PYTHON", "CI", "GITHUB_", "COLUMNS", "VIRTUAL_ENV", "TOX_")


def build_wheel(checkout: Path, folder: Path) -> Path:
    """The wheel of a checkout, built by this interpreter's setuptools in a new folder."""
    shutil.copytree(checkout / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(checkout / name, folder)
    built = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=folder, capture_output=True, text=True, check=False
    )
    if built.returncode:
        raise RuntimeError(built.stderr)
    return folder / built.stdout.splitlines()[-1]


class Environment:
    """A virtual environment without access to other packages."""

    def __init__(self, folder: Path, interpreter: str = sys.executable) -> None:
        self._programs = folder / "bin"
        subprocess.run([interpreter, "-m", "venv", str(folder)], check=True, env=_kept())

    def install(self, *requirements: str, folder: Path | None = None) -> None:
        """Install with pip, relative to ``folder``; raises RuntimeError with pip's output."""
        command = [str(self._programs / "python"), "-m", "pip", "install", "--quiet", *requirements]
        done = subprocess.run(command, cwd=folder, env=_kept(), capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"pip install {' '.join(requirements)}\n{done.stderr}")

    def run(self, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
        """Run a shell command in a folder, with the programs of this environment first in the path."""
        path = f"{self._programs}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["bash", "-ec", command],
            cwd=folder,
            env=_kept() | {"OMP_NUM_THREADS": "1", "PATH": path, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


def _kept() -> dict[str, str]:
    """The environment variables of this process, without those that affect Python and pytest."""
    return {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
