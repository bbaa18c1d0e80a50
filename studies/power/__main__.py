"""``python -m studies.power``: wrong and right kernels, judged by lastdigit and by other rules.

Writes two tables and a plot into reports/study/, and returns 1 if lastdigit refuses a right result or catches fewer
wrong attentions than required.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from lastdigit.base.files import csv_bytes, write_whole
from studies.power.findings import Finding, caught_too_few, refused_right
from studies.power.kernels import fewer_than_kernel_bench
from studies.power.power_plot import rules_plot
from studies.power.power_tables import findings_table, summary_table
from studies.power.settings import power_study
from studies.study import ROOT

FORMATS = ("float32", "float16", "bfloat16")
SIZES = (128, 512, 2048)


def main(arguments: list[str] | None = None) -> int:
    """Run, write, print."""
    parser = argparse.ArgumentParser(prog="python -m studies.power", description=__doc__)
    parser.add_argument("--sizes", type=_numbers, default=SIZES, help="numbers of keys, with commas")
    parser.add_argument("--formats", type=lambda text: text.split(","), default=FORMATS, help="with commas")
    parser.add_argument("--only", choices=("attention", "kernels"), default="")
    parser.add_argument("--unmasked", action="store_true", help="attention without a mask too")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="0: in this process")
    parser.add_argument("--into", type=Path, default=ROOT / "reports" / "study", help="folder of the tables")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    masks = (True, False) if options.unmasked else (True,)
    found = power_study(options.sizes, options.formats, options.only, options.processes, masks=masks)
    write_power(found, options.into)
    Console(width=200, highlight=False).print(_shown(found))
    refused = [
        f"refused though right: {each.kind} {each.size} {each.format}, {each.name}" for each in refused_right(found)
    ]
    missed = [*refused, *caught_too_few(found), *fewer_than_kernel_bench(found)]
    for words in missed:
        print(words)
    print(f"{time.perf_counter() - start:.0f} s; tables and plot: {options.into}")
    return 1 if missed else 0


def write_power(found: Sequence[Finding], folder: Path) -> None:
    """The two tables and the plot."""
    write_whole(folder / "wrong_kernels.csv", csv_bytes(findings_table(found, right=False)))
    write_whole(folder / "right_kernels.csv", csv_bytes(findings_table(found, right=True)))
    for suffix, content in rules_plot(found).items():
        write_whole(folder / f"rules.{suffix}", content)


def _shown(found: Sequence[Finding]) -> Table:
    header, *rows = summary_table(found)
    table = Table(title="Wrong results caught and right ones refused, by rule", title_justify="left")
    for name in header:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    sys.exit(main())
