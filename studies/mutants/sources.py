"""What files said, in short: whether what was found out about them is about what they say now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(path: Path | str) -> str:
    """A short digest of what a file says."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]


def digests(checkout: Path, parts: Iterable[Path | str]) -> dict[str, str]:
    """Of all modules in these folders of a checkout, by their paths in it."""
    found = [path for part in parts for path in (checkout / part).rglob("*.py")]
    return {path.relative_to(checkout).as_posix(): digest(path) for path in sorted(found)}
