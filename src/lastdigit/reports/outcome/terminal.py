"""The end of a run in a terminal: what the gate stops, the totals of implementations, and the verdict in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lastdigit.base.extras import needs
from lastdigit.base.fault import kind_of
from lastdigit.records.occasion import duration
from lastdigit.records.run import Run
from lastdigit.reports.outcome.cause import STALE, Cause
from lastdigit.reports.outcome.causes import causes
from lastdigit.reports.outcome.headline import headline
from lastdigit.reports.outcome.totals import NAMES, Totals, totals, totals_by_implementation

with needs("report"):
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

FAILING, FAULTS, SKIPPED, ROWS = 5, 6, 3, 10
"""The most lines of each kind, so that a person reads all of it at once."""
ROWS_OF_A_PASS = 24
"""Where nothing fails there is room for more implementations."""
SLOWEST, LEAST_SECONDS = 3, 0.1
"""The number of slow calls that are listed, and the least duration of one."""

_STYLES = {"agrees": "green", "disagrees": "red", "undecided": "yellow", "failed": "red", "skipped": "yellow"}


def print_run(run: Run, console: Console) -> None:
    """Print the causes of what fails, the totals of each implementation and its worst error, and the run's verdict."""
    found = causes(run)
    for cause in found[:FAILING]:
        _print_cause(cause, console)
    left = found[FAILING:]
    _more(
        console,
        len(left),
        f"{'cause' if len(left) == 1 else 'causes'} of {sum(len(cause.verdicts) for cause in left):,} verdicts",
    )
    _print_totals(run, console)
    kinds = {kind_of(fault): fault for fault in reversed(run.faults)}
    faults = dict.fromkeys([*reversed(kinds.values()), *run.faults])
    _print_lines(console, "fault", faults, FAULTS, "red", of_many="faults")
    _print_lines(console, "skipped", run.skipped, SKIPPED, "yellow", of_many="skipped")
    if slowest := _slowest(run):
        console.print(f"slowest: {slowest}", style="dim", markup=False, highlight=False, soft_wrap=True)
    style = "bold green" if run.passes else "bold red"
    console.print(headline(run), style=style, markup=False, highlight=False, soft_wrap=True)


def _print_cause(cause: Cause, console: Console) -> None:
    """What is wrong, all of it; where to look; an example; and the command that judges it again."""
    count = len(cause.verdicts)
    who = "" if cause.kind == STALE else f"{cause.who}: "
    extent = f" ({cause.extent}; {count:,} {'verdict' if count == 1 else 'verdicts'})"
    line = Text.assemble(("✗ ", "bold red"), (f"{who}{' '.join(cause.what.split())}", "red"), extent)
    console.print(line, soft_wrap=True)
    files = ", ".join(f"{path}{lines}" for path, lines in cause.files)
    told = {
        "look at": ", in ".join(filter(None, (cause.look, files))),
        "example": ", ".join(cause.numbers),
        "rerun": cause.rerun,
    }
    for name, words in told.items():
        if words:
            console.print(Text(f"    {name:<9}{words}"), soft_wrap=True)


def _slowest(run: Run) -> str:
    """The calls that took longest, each once."""
    calls: dict[str, float] = {}
    for verdict in run.verdicts:
        if verdict.seconds is not None:
            name = f"{verdict.implementation} in {verdict.dtype} on {verdict.document}/{verdict.case}"
            calls[name] = max(verdict.seconds, calls.get(name, 0.0))
    found = sorted(calls, key=lambda name: -calls[name])[:SLOWEST]
    return ", ".join(f"{duration(calls[name])} {name}" for name in found if calls[name] >= LEAST_SECONDS)


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
