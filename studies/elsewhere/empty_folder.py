"""``python -m studies.elsewhere.empty_folder [INTERPRETER ...]``: the first gate of a user who has only the wheel.

For each interpreter it makes an environment with the wheel and its extras ``documents`` and ``pytest``, and follows
docs/start-here.md and docs/own-operation.md in an empty folder. It prints the duration of the commands, without
installation, and fails if a command behaves differently from its page, or if all together take longer than a minute.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from studies.elsewhere.environment import Environment, build_wheel
from studies.elsewhere.first_gate import first_gate
from studies.elsewhere.pages import follow

INTERPRETERS = ("python3.10", "python3.11", "python3.12", "python3.13")
EXTRAS = "[documents,pytest]"
CHECKOUT = Path(__file__).resolve().parents[2]
LIMIT = 60.0
"""Time limit of the commands, in seconds."""


def main() -> int:
    """Print a line for each interpreter; 1 if one took too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("interpreters", nargs="*", metavar="INTERPRETER", help=f"all of {', '.join(INTERPRETERS)}")
    asked = parser.parse_args().interpreters
    missing = [name for name in asked if not shutil.which(name)]
    if missing:
        parser.error(f"expected interpreters that are installed, found {', '.join(missing)}")
    slow = False
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        wheel = build_wheel(CHECKOUT, folder / "wheel")
        for name in asked or filter(shutil.which, INTERPRETERS):
            seconds, commands, python = in_empty_folder(name, wheel, folder / Path(name).name)
            slow |= seconds > LIMIT
            print(f"{python}: {commands} commands in {seconds:.1f} s: a bug named, mended, the gate passes", flush=True)
    return slow


def in_empty_folder(interpreter: str, wheel: Path, folder: Path) -> tuple[float, int, str]:
    """The duration of the commands in seconds, their number, and the Python that ran them."""
    environment = Environment(folder / "environment", interpreter)
    environment.install(f"{wheel}{EXTRAS}")
    empty = folder / "empty"
    empty.mkdir()
    python = environment.run("python --version", empty).stdout.strip()
    began = time.perf_counter()
    commands = from_nothing(environment, empty)
    return time.perf_counter() - began, len(commands), python


def from_nothing(environment: Environment, empty: Path) -> list[str]:
    """Follow both pages in an empty folder; returns the commands."""
    docs = CHECKOUT / "docs"
    run = partial(environment.run, folder=empty)
    done, example, right = [], empty / "implementations" / "numpy_softmax.py", ""
    for command, _ in follow(docs / "start-here.md", empty, run):
        right = right or example.read_text(encoding="utf-8")
        done.append(command)
    example.write_text(right, encoding="utf-8")
    return done + first_gate(empty, docs, run)


if __name__ == "__main__":
    sys.exit(main())
