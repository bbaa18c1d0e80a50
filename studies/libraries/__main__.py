"""``docs/libraries.md`` and ``docs/libraries.csv``, from the reports of ``tox -e verify-all`` and ``tox -e bench-all``.

``python -m studies.libraries reports/libraries --into docs``
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from studies.libraries import matrix, speed

SPEED = "benchmarks.json"
HEAD = """# Libraries

What people really use, judged in every format that it takes: attention with and without masks, shared heads, multi-head
attention, gradients, rotary positions, softmax, norms, linear layers and activations. The inputs are drawn from a seed
(`implementations/libraries/cases/`), and every tolerance is derived, as everywhere here. This page is made by

```sh
tox -e verify-all     # installs the libraries, judges them, writes this page, runs the reproducers of findings/
tox -e bench-all      # adds how long they take
```
"""
COVERED = """## Who covers what

For each operation four signs, for float64, float32, float16 and bfloat16: ✓ every case agrees, ✗ one disagrees, ! one
fails, ? one cannot be told in this format, · not offered. Each ✗ and ! is an erratum with its cause in
[findings](findings/README.md); `libraries.csv` has every verdict.
"""
ACCURATE = """## How accurate attention is

The tightest arithmetic model that fits all five cases, and the largest share of what that model allows that was used: 1
would be the limit. In place of it stands what a disagreement was found to be.
"""
FAST = """## How fast attention is

One head of width 64 in float32: the first row in milliseconds, the others as multiples of it, from pytest-benchmark in
one run with OMP_NUM_THREADS=1 (XLA and TensorFlow have pools of threads of their own). Times are those inside of the
worker, with arrays handed over and back; what is compiled was compiled before. `share` is the largest error at any of
these sizes, as a share of what is allowed there.
"""


def page(folder: Path) -> Iterator[str]:
    """The lines of the page."""
    rows = matrix.read(folder)
    yield from (HEAD, matrix.totals(rows), "", f"Versions: {matrix.versions(rows)}.", "", COVERED)
    yield from matrix.coverage(rows)
    yield from ("", ACCURATE)
    yield from matrix.accuracy(rows, "scaled_dot_product_attention")
    if (folder / SPEED).is_file():
        yield from ("", FAST)
        yield from speed.table(folder / SPEED)
    skipped = [line for line in matrix.left_out(rows) if not line.startswith("- no case of")]
    if skipped:
        yield from ("", "## Skipped", "", *skipped)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write both files."""
    parser = argparse.ArgumentParser(prog="python -m studies.libraries", description=__doc__)
    parser.add_argument("reports", type=Path)
    parser.add_argument("--into", type=Path, required=True)
    options = parser.parse_args(arguments)
    rows = matrix.read(options.reports)
    matrix.write_csv(rows, options.into / "libraries.csv")
    (options.into / "libraries.md").write_text("\n".join(page(options.reports)) + "\n", encoding="utf-8")
    print(matrix.totals(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
