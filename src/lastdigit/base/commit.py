"""The commit of a folder, from git or the CI server."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

VARIABLES = ("GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION")
"""Environment variables in which CI servers name the commit being built."""
CHANGED = " with uncommitted changes"
_SECONDS = 5.0


def commit_of(root: Path) -> str:
    """The commit hash, marked if tracked files have changed; empty if unknown."""
    told = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    if told:
        return told
    commit = _git(root, "rev-parse", "HEAD").strip()
    if not commit:
        return ""
    return commit + (CHANGED if _git(root, "status", "--porcelain", "--untracked-files=no").strip() else "")


def _git(root: Path, *arguments: str) -> str:
    """The output of git; empty without git or a repository."""
    command = ["git", "--no-optional-locks", "-C", str(root), *arguments]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
