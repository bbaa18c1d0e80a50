"""Whether a folder uses lastdigit: asked by every pytest session, so it imports nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PYPROJECT = "pyproject.toml"
REFERENCE_DATA = "reference_data"
"""The default folder of reference data."""


def names_lastdigit(root: Path) -> bool:
    """Whether its pyproject.toml contains the word, so that parsing it is worthwhile."""
    try:
        with open(root / PYPROJECT, "rb") as file:
            return b"lastdigit" in file.read()
    except OSError:
        return False


def holds_documents(folder: Path) -> bool:
    """Whether a folder contains a stored document: a record that begins with its hash."""
    try:
        with os.scandir(folder) as entries:
            return any(_is_record(os.path.join(entry.path, "document.toml")) for entry in entries if entry.is_dir())
    except OSError:
        return False


def _is_record(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(10) == b'sha256 = "'
    except OSError:
        return False
