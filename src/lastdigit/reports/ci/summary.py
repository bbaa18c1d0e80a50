"""``summary.md``: what a pull request shows of a run."""

from __future__ import annotations

from pathlib import Path

from lastdigit.base.files import write_whole
from lastdigit.records.run import Run
from lastdigit.reports.outcome.cause import Cause
from lastdigit.reports.outcome.causes import causes
from lastdigit.reports.outcome.headline import headline
from lastdigit.reports.outcome.stops import name_of
from lastdigit.reports.outcome.totals import NAMES, Totals, totals, totals_by_implementation
from lastdigit.reports.tables.markdown import Page, cell, row, table
from lastdigit.verdicts.verdict import Verdict

FEW, MOST = 20, 200
"""Rows of what is shown at once, and of what is folded."""
LONGEST_LINE = 400
HEADING = ("cause", "who", "how far", "example", "observed", "look at", "rerun")


def write_summary(run: Run, path: Path) -> None:
    """Write ``summary.md``: what a pull request should show."""
    write_whole(path, markdown(run).encode("utf-8", "replace"))


def markdown(run: Run) -> str:
    """The run as Markdown that fits a pull request: one line, what is stopped, and, folded, what else there is."""
    page = Page()
    page.add([f"## lastdigit: {headline(run)}", ""])
    environments = list(run.environments)
    page.add_rows([], [f"- {cell(name)}" for name in environments], [""], "\nand {} more environments", FEW)
    if run.faults:
        faults = [f"- {cell(fault, LONGEST_LINE)}" for fault in run.faults]
        page.add_rows(["### Faults of the run", ""], faults, [""], "- and {} more\n", FEW)
    failing = run.failing
    if failing:
        found = causes(run)
        # Rows that are not shown need not be written.
        rows = [_cause_row(cause) for cause in found[: FEW + 1]] + [""] * max(len(found) - FEW - 1, 0)
        several = "1 cause" if len(found) == 1 else f"{len(found):,} causes"
        fail = "verdict fails" if len(failing) == 1 else "verdicts fail"
        before = [f"### {len(failing):,} {fail} the gate, from {several}", "", *table(HEADING, ())]
        page.add_rows(before, rows, [""], "and {} more causes; all verdicts are in verdicts.csv\n", FEW)
    _add_totals(page, run)
    _add_folded(page, "Errata", [f"- **{cell(e.id)}**: {cell(e.reason, LONGEST_LINE)}" for e in run.reference.errata])
    _add_folded(page, "Skipped", [f"- {cell(line, LONGEST_LINE)}" for line in run.skipped])
    return page.text


def _add_totals(page: Page, run: Run) -> None:
    columns = (*NAMES, "same digits", "worst error ÷ allowed")
    several = run.environments if len(run.environments) > 1 else ()
    if several:
        groups: dict[str, list[Verdict]] = {name: [] for name in several}
        for verdict in run.verdicts:
            groups.setdefault(verdict.environment, []).append(verdict)
        rows = [_totals_row(totals(name, group)) for name, group in groups.items()]
        page.add_rows(table(("environment", *columns), ()), rows, [""], "and {} more environments\n", FEW)
    found = totals_by_implementation(run.verdicts)
    rows = [_totals_row(entry) for entry in found]
    if rows:
        before = ["<details>", f"<summary>{len(rows)} implementations</summary>", ""]
        before += table(("implementation", *columns), ())
        page.add_rows(before, rows, ["", "</details>", ""], "and {} more in verdicts.csv\n", MOST)


def _add_folded(page: Page, title: str, rows: list[str]) -> None:
    if rows:
        before = ["<details>", f"<summary>{len(rows)} {title.lower()}</summary>", ""]
        page.add_rows(before, rows, ["", "</details>", ""], "and {} more\n", MOST)


def _totals_row(entry: Totals) -> str:
    name = f"{cell(entry.name)}{' ✗' if entry.failing else ''}"
    return row([name, *map(str, entry.counts), entry.same, entry.worst])


def _cause_row(cause: Cause) -> str:
    count = len(cause.verdicts)
    files = ", ".join(f"{path}{lines}" for path, lines in cause.files)
    extent = f"{cause.extent}; {count:,} {'verdict' if count == 1 else 'verdicts'}"
    observed = ", ".join(cause.numbers) or cause.example.verdict
    look = ", in ".join(filter(None, (cause.look, files)))
    return row(map(cell, (cause.what, cause.who, extent, name_of(cause.example), observed, look, cause.rerun)))
