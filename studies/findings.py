"""The reproducers of docs/findings, each run twice in a separate process: their output must match their page.

``python -m studies.findings [NAME …]`` runs those whose file name begins with NAME. Numbers of one digit, which differ
between processors, are compared by their power of ten alone; a page whose library is not installed is skipped.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs" / "findings"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"\d(?=e[-+]\d)")
MISSING = re.compile(r"^ModuleNotFoundError: No module named '(.*)'$", re.MULTILINE)
SECTIONS = ("## What happens", "## Checked again", "## What would help")
MOST_LINES = 10
PATIENCE = 300.0
QUIET = {"TF_CPP_MIN_LOG_LEVEL": "3", "DEV": "PYTHON"}


@dataclass(frozen=True)
class Finding:
    """A page: its name, its title, its table, its reproducer and the expected output."""

    name: str
    title: str
    facts: dict[str, str]
    code: str
    prints: str
    text: str


def read(path: Path) -> Finding:
    """A page with all required parts; raises ValueError if one is missing."""
    text = path.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    if [language for language, _ in blocks] != ["python", ""]:
        raise ValueError(f"{path.name}: expected a reproducer in Python and what it prints")
    facts = dict(re.findall(r"^\| ([\w ]+?) \| (.+) \|$", text, re.MULTILINE))
    for part in (*SECTIONS, *(f"| {key} |" for key in ("version", "operation", "named cause"))):
        if part not in text:
            raise ValueError(f"{path.name}: no {part!r}")
    title = text.partition("\n")[0].removeprefix("# ")
    return Finding(path.stem, title, facts, blocks[0][1], blocks[1][1], text)


def pages(names: Sequence[str] = ()) -> Iterator[Finding]:
    """All pages, or those whose name begins with one of ``names``."""
    for path in sorted(FOLDER.glob("*.md")):
        if path.name != "README.md" and (not names or path.name.startswith(tuple(names))):
            yield read(path)


def printed(finding: Finding) -> tuple[str, str]:
    """The output of a reproducer in a new process, and its standard error."""
    try:
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", finding.code],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**os.environ, **QUIET},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "", f"did not end within {PATIENCE:g} s"
    return ran.stdout, ran.stderr


def alike(one: str, other: str) -> bool:
    """Whether two outputs are equal, ignoring the digit before a power of ten."""
    return NUMBER.sub("#", one).split() == NUMBER.sub("#", other).split()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them; 1 if an output differs from its page."""
    parser = argparse.ArgumentParser(prog="python -m studies.findings", description=__doc__)
    parser.add_argument("names", nargs="*")
    wrong = 0
    for finding in pages(parser.parse_args(arguments).names):
        outputs = [printed(finding) for _ in range(2)]
        missing = MISSING.search(outputs[0][1])
        same = all(alike(out, finding.prints) for out, _ in outputs)
        wrong += not (same or missing)
        said = f"skipped: {missing[1]} is not installed" if missing else "prints it, twice" if same else "differs"
        print(f"{finding.name}: {said}", flush=True)
        if not same and not missing:
            print(f"--- the page\n{finding.prints}--- now\n{outputs[0][0]}{outputs[0][1][-500:]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
