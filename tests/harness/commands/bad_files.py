"""What no repository holds, to be put in the place of a file: pipes, devices, links, holes, and gigabytes packed."""

from __future__ import annotations

import gzip
import os
import socket
from collections.abc import Callable
from pathlib import Path


def bomb(path: Path) -> None:
    """Four gigabytes of zeros, packed."""
    part = gzip.compress(bytes(1 << 24), 1, mtime=0)
    path.write_bytes(gzip.compress(b'{"format":"', mtime=0) + part * 256)


def hole(path: Path) -> None:
    """A file of a terabyte that takes no room."""
    with path.open("wb") as file:
        file.truncate(1 << 40)


def shut(path: Path) -> None:
    """A socket."""
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name if path.parent == Path() else str(path))


RECIPES: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "random": lambda path: path.symlink_to("/dev/urandom"),
    "circle": lambda path: path.symlink_to(path.name),
    "nowhere": lambda path: path.symlink_to("nowhere at all"),
    "folder": Path.mkdir,
    "hole": hole,
    "bomb": bomb,
    "socket": shut,
    "no UTF-8": lambda path: Path(os.fsdecode(os.fsencode(path) + b"\xff.txt")).write_text("\0"),
    "dots": lambda path: path.write_text("In [1]:\nprint(x)\n\n[0.5 1.5]\n"),
}
"""What is made, by the word that a recipe has for it."""
