"""The files that a run depends on: read before code under test is called, and hashed to detect changes."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import lastdigit
from lastdigit.base.extras import MissingExtra

ENGINE = Path(lastdigit.__file__).parent
CACHE = "__pycache__"
NUMBA = (".nbc", ".nbi")
"""Files of kernels that a search for seeds compiles, perhaps while a run goes on; no verdict depends on them."""
JUDGING = ("base", "cases", "enclosure", "functions", "implementations.isolation", "operations", "printing", "verdicts")
REPORTING = ("records", "reports")
"""The rooms of the engine that a process judges with, and those that it writes reports with."""


@cache
def hold(rooms: tuple[str, ...]) -> None:
    """Import all modules of these subpackages, so that none is loaded from a file that code under test has written.

    A module whose extra is not installed is skipped: nothing here uses it.
    """
    for room in rooms:
        package = importlib.import_module(f"lastdigit.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            with suppress(MissingExtra):
                importlib.import_module(module.name)


def fingerprints(folders: Iterable[Path]) -> dict[Path, str]:
    """The SHA-256 of every file in these folders, and of what Python compiled of the engine.

    What it compiled of implementations is never read, and neither is what Numba compiled.
    """
    return {
        path: hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and (path.parent.name != CACHE or (path.is_relative_to(ENGINE) and path.suffix not in NUMBA))
    }


def changed(before: Mapping[Path, str], after: Mapping[Path, str]) -> Iterator[Path]:
    """The files that were added, removed or changed between two states.

    A new compiled file is deleted and not reported: Python may have written it, and writes it again.
    """
    for path in sorted(before.keys() | after.keys()):
        if path.parent.name == CACHE and path not in before:
            path.unlink(missing_ok=True)
        elif before.get(path) != after.get(path):
            yield path
