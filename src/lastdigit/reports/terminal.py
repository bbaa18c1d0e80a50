"""The end of a run in a terminal: what the gate stops, the totals of implementations, and the verdict in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from lastdigit.extras import needs
from lastdigit.fault import kind_of
from lastdigit.reports.stops import name_of, why
from lastdigit.reports.text import headline
from lastdigit.reports.totals import NAMES, Totals, totals, totals_by_implementation
from lastdigit.run import Run
from lastdigit.verdicts.verdict import Verdict

with needs("report"):
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

FAILING, FAULTS, SKIPPED, ROWS = 5, 6, 3, 10
"""The most lines of each kind, so that a person reads all of it at once."""
ROWS_OF_A_PASS = 24
"""Where nothing fails there is room for more implementations."""

_STYLES = {"agrees": "green", "disagrees": "red", "undecided": "yellow", "failed": "red", "skipped": "yellow"}


def print_run(run: Run, console: Console) -> None:
    """Print what fails and why, the totals of each implementation and its worst error, and the run's verdict."""
    failing = run.failing
    for verdict in _first_of_each(failing)[:FAILING]:
        line = Text.assemble(("✗ ", "bold red"), name_of(verdict), (f": {' '.join(why(verdict).split())}", "red"))
        line.truncate(console.width, overflow="ellipsis")
        console.print(line, soft_wrap=True)
    _more(console, len(failing) - min(len(_first_of_each(failing)), FAILING), "failing verdicts, in verdicts.csv")
    _print_totals(run, console)
    kinds = {kind_of(fault): fault for fault in reversed(run.faults)}
    faults = dict.fromkeys([*reversed(kinds.values()), *run.faults])
    _print_lines(console, "fault", faults, FAULTS, "red", of_many="faults")
    _print_lines(console, "skipped", run.skipped, SKIPPED, "yellow", of_many="skipped")
    style = "bold green" if run.passes else "bold red"
    console.print(headline(run), style=style, markup=False, highlight=False, soft_wrap=True)


def _first_of_each(failing: Sequence[Verdict]) -> list[Verdict]:
    """One failing verdict of each implementation, golden and reason: number formats mostly fail alike."""
    found: dict[tuple[str, ...], Verdict] = {}
    for verdict in failing:
        found.setdefault((verdict.implementation, verdict.document, verdict.golden, verdict.explanation), verdict)
    return list(found.values())


def _print_totals(run: Run, console: Console) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("implementation", no_wrap=True, overflow="ellipsis")
    for name in NAMES:
        table.add_column(name, justify="right", style=_STYLES[name])
    table.add_column("same digits", justify="right")
    table.add_column("worst error ÷ allowed", justify="right")
    found = totals_by_implementation(run.verdicts)
    rows = ROWS_OF_A_PASS if run.passes else ROWS
    several = run.environments if len(run.environments) > 1 else ()
    for environment in several[:FAILING]:
        group = [verdict for verdict in run.verdicts if verdict.environment == environment]
        _add_row(table, totals(environment, group))
    for entry in found[:rows]:
        _add_row(table, entry)
    rest = found[rows:]
    if rest:
        states = sum((entry.states for entry in rest), Counter[str]())
        shares = [entry.share for entry in rest if entry.share is not None]
        digits, printed = sum(entry.digits for entry in rest), sum(entry.printed for entry in rest)
        failing = sum(entry.failing for entry in rest)
        _add_row(table, Totals(f"and {len(rest)} more", states, digits, printed, failing, max(shares, default=None)))
    if found:
        console.print(table)


def _add_row(table: Table, entry: Totals) -> None:
    counts = [str(count) if count else "" for count in entry.counts]
    name = Text(f"✗ {entry.name}", style="red") if entry.failing else Text(f"  {entry.name}")
    table.add_row(name, *counts, entry.same, entry.worst)


def _print_lines(console: Console, what: str, lines: Iterable[str], most: int, style: str, *, of_many: str) -> None:
    found = list(lines)
    for line in found[:most]:
        console.print(f"{what}: {line}", style=style, markup=False, highlight=False, soft_wrap=True)
    left = len(found) - most
    _more(console, left, f"{what if left == 1 else of_many}, in summary.md")


def _more(console: Console, count: int, what: str) -> None:
    if count > 0:
        console.print(f"and {count} more {what}", style="dim", markup=False, highlight=False, soft_wrap=True)
