"""``python -m studies.read_by_hand FOLDER --into SHEETS`` draws goldens and writes a sheet for each, and the rule.

FOLDER has a folder for each source, such as a repository, with its notebooks. What a reader finds is counted by hand.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from lastdigit.base.files import write_whole
from studies.read_by_hand.draw import drawn
from studies.read_by_hand.sheet import notebook_of, sheet

RULE = Path(__file__).parent / "rule.md"


def main(arguments: list[str] | None = None) -> int:
    """Draw, write the sheets, and print how many there are of how many notebooks and sources."""
    parser = argparse.ArgumentParser(prog="python -m studies.read_by_hand", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder with a folder of notebooks for each source")
    parser.add_argument("--goldens", type=int, default=320)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--into", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--after", type=Path, help="sheets of an earlier draw, whose notebooks are left out")
    options = parser.parse_args(arguments)
    earlier = options.after.glob("*.txt") if options.after else ()
    without = frozenset(notebook_of(path.read_text(encoding="utf-8")) for path in earlier)
    found = drawn(options.folder, options.goldens, Random(options.seed), without)
    for number, one in enumerate(found):
        write_whole(options.into / f"{number:03d}.txt", sheet(number, one).encode())
    write_whole(options.into / RULE.name, RULE.read_bytes())
    notebooks = {one.document.path for one in found}
    sources = {path.relative_to(options.folder).parts[0] for path in notebooks}
    print(f"{len(found)} goldens of {len(notebooks)} notebooks of {len(sources)} sources")
    return 0
