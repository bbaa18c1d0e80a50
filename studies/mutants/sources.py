"""Digests of files, to tell whether recorded results still apply to their current content."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path


def digest(path: Path | str) -> str:
    """A short digest of a file's content."""
    return _short(Path(path).read_bytes())


def code_digest(path: Path | str) -> str:
    """A short digest of a module's code, without docstrings, comments, and the origins of imported names."""
    tree = ast.parse(Path(path).read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            node.module = ""
        elif isinstance(body := getattr(node, "body", None), list):
            node.body = [each for each in body if not _is_text(each)]  # type: ignore[attr-defined]
    return _short(ast.unparse(tree).encode())


def digests(checkout: Path, parts: Iterable[Path | str], of: Callable[[Path], str] = digest) -> dict[str, str]:
    """The digests of all modules in these folders of a checkout, by path."""
    found = [path for part in parts for path in (checkout / part).rglob("*.py")]
    return {path.relative_to(checkout).as_posix(): of(path) for path in sorted(found)}


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]
