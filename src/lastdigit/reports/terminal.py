"""The end of a run in a terminal: the table of operations × implementations and the verdict in one line."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from lastdigit.reports.summary import NAMES, tallies
from lastdigit.reports.text import headline
from lastdigit.run import Run

_STYLES = {"agrees": "green", "disagrees": "red", "undecided": "yellow", "failed": "red"}


def print_run(run: Run, console: Console) -> None:
    """Print a run's table, its faults and its verdict."""
    table = Table("operation", "implementation", title="verdicts", title_justify="left")
    for name in NAMES:
        table.add_column(name, justify="right", style=_STYLES[name])
    table.add_column("same digits", justify="right")
    previous = ""
    for tally in tallies(run):
        if previous and tally.operation != previous:
            table.add_section()
        operation = "" if tally.operation == previous else tally.operation
        counts = [str(count) if count else "" for count in tally.counts]
        mark = " ✗" if tally.failing else ""
        table.add_row(operation, f"{tally.implementation}{mark}", *counts, tally.share)
        previous = tally.operation
    console.print(table)
    for fault in run.faults:
        console.print(f"fault: {fault}", style="red", markup=False, highlight=False, soft_wrap=True)
    for reason in run.skipped:
        console.print(f"skipped: {reason}", style="yellow", markup=False, highlight=False, soft_wrap=True)
    style = "bold green" if run.passes else "bold red"
    console.print(headline(run), style=style, markup=False, highlight=False, soft_wrap=True)
