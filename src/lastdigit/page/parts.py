"""The page's own style and script: which files they are made of, and the hashes by which its policy admits them."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

from lastdigit.page.palette import colours

FOLDER = Path(__file__).parent / "templates"

STYLES = ("style.css", "causes.css", "overview.css", "scoreboard.css", "golden.css", "implementations.css", "print.css")
SCRIPTS = (
    "base.js",
    "blocks.js",
    "unfold.js",
    "digits.js",
    "model.js",
    "board_columns.js",
    "scoreboard.js",
    "verdict.js",
    "matrix.js",
    "golden.js",
    "sections.js",
    "scatter.js",
    "implementations.js",
    "links.js",
    "keys.js",
    "copy.js",
    "main.js",
)


def style() -> str:
    """The page's style: colours, then the files."""
    return "\n" + colours() + joined(STYLES)


def joined(names: Sequence[str]) -> str:
    """The files, one after the other."""
    return "\n" + "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


def policy_hash(text: str) -> str:
    """The source expression by which a Content Security Policy admits an inline script or style, and no other."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
