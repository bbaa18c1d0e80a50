"""``python -m studies.fuzz --seconds N``: random changes to stores, cases and records, and coverage-guided documents.

Each file is either read or refused with a named error, within limits of time and memory; anything else is a finding. It
is written to ``reports/fuzz/`` and the run fails. Documents are fuzzed with Atheris, if that is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import time
from pathlib import Path

from studies.fuzz.inputs import KINDS, Tried, try_for

FOUND = Path("reports") / "fuzz"


def main() -> int:
    """Fuzz each kind for its part of the time; 1 if there were findings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--kinds", nargs="+", choices=[*KINDS, "documents"], default=[*KINDS, "documents"])
    arguments = parser.parse_args()
    FOUND.mkdir(parents=True, exist_ok=True)
    share = arguments.seconds / len(arguments.kinds)
    failed = False
    for kind in arguments.kinds:
        if kind == "documents":
            failed |= bool(_documents(share))
            continue
        tried = try_for(kind, share, arguments.seed, FOUND)
        failed |= bool(tried.findings)
        print(_told(kind, tried, arguments.seed), flush=True)
    return int(failed)


def _told(kind: str, tried: Tried, seed: int) -> str:
    worst = f"at most {tried.seconds:.2f} s and {tried.megabytes:.0f} MB"
    counts = f"{tried.inputs} inputs, {tried.read} read, {tried.refused} refused, {len(tried.findings)} findings"
    return f"{kind}, seed {seed}: {counts}; {worst}"


def _documents(seconds: float) -> int:
    if importlib.util.find_spec("atheris") is None:
        print("documents: atheris is not installed")
        return 0
    return subprocess.run(
        [sys.executable, "-m", "studies.fuzz.documents", "--seconds", str(int(seconds))], check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
