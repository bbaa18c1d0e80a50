"""``python -m studies.killed --moments 50``: kills, counts errors, and returns 1 if there are any."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from studies.killed.scene import made
from studies.killed.trials import runs, workers, writers


def main() -> int:
    """Run all trials."""
    parser = argparse.ArgumentParser(prog="python -m studies.killed", description=__doc__)
    parser.add_argument("--moments", type=int, default=50, help="moments of each kind (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the moments (%(default)s)")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        scene = made(Path(folder))
        trials = (runs, writers, workers, lambda *given: workers(*given, "-n", "2"))
        for trial in trials:
            outcome = trial(scene, options.moments, draw)
            print(f"{outcome.kind}: killed at {outcome.killed} moments, {len(outcome.wrong)} wrong")
            print(*outcome.wrong, sep="\n", end="\n" if outcome.wrong else "", flush=True)
            wrong += len(outcome.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
