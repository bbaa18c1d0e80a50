"""A page of docs/ as instructions: files to write, commands to run, and their expected output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<kind>\w*)\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w./-]+)`[^`\n]*:\n*$")
"""The line above a block that is a file: its path, at the end of a paragraph."""
STATUS = re.compile(r"# exit code (\d)")

Run = Callable[[str], CompletedProcess[str]]
"""Runs a command of the shell in the folder."""


@dataclass(frozen=True)
class File:
    """A file that the reader writes."""

    path: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command and its expected exit code."""

    text: str
    status: int


@dataclass(frozen=True)
class Shown:
    """Lines that the output of the command above includes."""

    lines: tuple[str, ...]


class Unlike(AssertionError):
    """A command that behaves differently from its page."""


def steps(page: Path) -> Iterator[File | Command | Shown]:
    """The steps of a page, in order; installation of lastdigit is left to the caller."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        above = FILE.search(text[: block.start()])
        if block["kind"] == "sh":
            for line in block["text"].splitlines():
                if "pip install" not in line:
                    status = STATUS.search(line)
                    yield Command(line.partition("#")[0].strip(), int(status[1]) if status else 0)
        elif above:
            yield File(above[1], block["text"])
        elif not block["kind"]:
            yield Shown(tuple(block["text"].splitlines()))


def follow(page: Path, folder: Path, run: Run) -> Iterator[tuple[str, str]]:
    """Follow a page in a folder; yields each command with its output. Raises :class:`Unlike`."""
    printed = ""
    for step in steps(page):
        if isinstance(step, File):
            path = folder / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        elif isinstance(step, Command):
            process = run(step.text)
            printed = process.stdout + process.stderr
            if process.returncode != step.status:
                raise Unlike(f"{step.text}: exit code {process.returncode}, the page says {step.status}\n{printed}")
            yield step.text, printed
        elif lacking := [line for line in step.lines if line not in printed]:
            raise Unlike(f"{page.name} shows {lacking[0]!r}, which is not in\n{printed}")
