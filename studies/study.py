"""The study: no false alarm and no miss over thousands of random cases of attention and all other operations.

``python -m studies --cases 2000 --processes 2`` writes reports/study/ and returns 1 if a correct implementation was
refused, or a mistake that changes a result by more than its bound was missed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from lastdigit.base.files import csv_bytes, write_whole
from studies.drawn_case import case_numbers
from studies.judged_runs import LEFT_OUT, MOST_WORK, ROOT, CaseStudy, study_case
from studies.processes import mapped
from studies.tables import changes_table, false_alarms, misses, mistakes_table, runs_table, summary_table

SHOWN = 10


def study(cases: int, processes: int) -> CaseStudy:
    """All cases, in order whatever the number of processes; with 0 processes, in this one."""
    return _together(mapped(study_case, list(case_numbers(cases)), processes, at_once=4))


def write_study(found: CaseStudy, folder: Path) -> None:
    """The three tables and the picture."""
    power, changes = mistakes_table(found), changes_table(found)
    for name, rows in (("false_alarms", runs_table(found)), ("power", power), ("smallest_change", changes)):
        write_whole(folder / f"{name}.csv", csv_bytes(rows))
    from studies.plot import power_plot

    for suffix, content in power_plot(power, changes).items():
        write_whole(folder / f"power.{suffix}", content)


def main(arguments: list[str] | None = None) -> int:
    """Run the study, write and print the results."""
    parser = argparse.ArgumentParser(prog="python -m studies", description="No false alarm, and no miss.")
    parser.add_argument("--cases", type=int, default=2000, help="random cases of attention; others come in addition")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="0: in this process")
    parser.add_argument("--into", type=Path, default=ROOT / "reports" / "study", help="folder of the tables")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    found = study(options.cases, options.processes)
    write_study(found, options.into)
    _print(found, options.cases)
    print(f"{time.perf_counter() - start:.0f} s; tables and picture: {options.into}")
    return 1 if false_alarms(found) or misses(found) else 0


def _together(studies: Iterable[CaseStudy]) -> CaseStudy:
    whole = CaseStudy()
    for each in studies:
        whole.runs += each.runs
        whole.mistakes += each.mistakes
        whole.changes += each.changes
    return whole


def _print(found: CaseStudy, cases: int) -> None:
    console = Console(width=120, highlight=False)
    header, *rows = summary_table(found)
    table = Table(title=f"{cases} cases of attention, and every other operation", title_justify="left")
    for name in header:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    for name in MOST_WORK:
        verdicts = [run.verdict for run in found.runs if run.implementation == name]
        left_out = verdicts.count(LEFT_OUT)
        console.print(f"{name}, which is slow: {len(verdicts) - left_out} runs, left out of {left_out}", markup=False)
    for run in false_alarms(found)[:SHOWN]:
        console.print(f"false alarm: {run.implementation} in {run.dtype}, {run.wrong}", markup=False, soft_wrap=True)
    for made in misses(found)[:SHOWN]:
        console.print(f"missed: {made.mistake.name} in {made.operation} in {made.dtype}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
